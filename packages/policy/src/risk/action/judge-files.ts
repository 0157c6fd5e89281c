import type { Finding } from '../finding.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import {
  mayRunContent,
  pathsOfPatch,
  readFinding,
  removalFinding,
  writeFinding,
} from './file-paths.ts';
import { role } from './parameter-key.ts';
import { isYes, type Leaf } from './survey.ts';

const editors = [
  'edit',
  'write',
  'str',
  'patch',
  'notebook',
  'multiedit',
  'editor',
  'insert',
  'filesystem',
  'fs',
  'workspace',
  'repo',
  'repository',
  'contents',
];
const targets: ReadonlySet<string> = new Set([
  'dest',
  'destination',
  'to_path',
  'target_path',
  'new_path',
  'output',
  'output_path',
  'output_file',
  'out',
  'outfile',
  'save_as',
  'target',
  'target_file',
]);

/** True if the paths among the parameters are paths of files, and not parts of an address or of a report. */
export function isFileCall(facts: CallFacts): boolean {
  if (facts.http !== null) return false;
  if (facts.domains.has('files') || facts.tool.words.some(word => editors.includes(word)))
    return true;
  if (facts.domains.size === 0 && facts.seen.leaves.some(leaf => leaf.key.name === 'path'))
    return true;
  return facts.seen.leaves.some(
    leaf =>
      leaf.key.name === 'file_path' ||
      leaf.key.name === 'filepath' ||
      leaf.key.name === 'notebook_path',
  );
}

/** Files read, written and removed; and what a written file will run. */
export function judgeFiles(
  facts: CallFacts,
  report: Report,
  assessText: (text: string) => readonly Finding[],
): void {
  const files = isFileCall(facts);
  const passive = isPassive(facts.effect);
  const say = (finding: Finding | null): void => {
    if (finding !== null && finding.level !== 'low')
      report(finding.signal, finding.level, finding.evidence);
  };
  const removes = facts.effect === 'delete' && !says(facts, 'revoke');
  const recursive = facts.seen.leaves.some(
    leaf => leaf.key.name === 'recursive' && leaf.value !== null && isYes(leaf.value),
  );
  let runs = false;
  const visit = (text: string, leaf: Leaf | null): void => {
    if (text.length > 4096 || text.includes('\n') || /^[a-z0-9+]{2,12}:\/\//u.test(text)) return;
    const target =
      leaf === null ||
      targets.has(leaf.key.name) ||
      !says(facts, 'move', 'copy', 'rename', 'cp', 'mv', 'read', 'upload', 'send', 'attach');
    const touches = !passive && target && (files || leaf === null);
    if (touches && removes) say(removalFinding(text, recursive, facts.settings));
    else if (touches) {
      say(writeFinding(text));
      if (mayRunContent(text)) runs = true;
    } else say(readFinding(text));
  };
  for (const leaf of facts.seen.leaves) {
    if (typeof leaf.value !== 'string' || leaf.value === '') continue;
    if (
      (leaf.key.roles & role.path) !== 0 &&
      (files || leaf.key.name.includes('path') || leaf.key.name.includes('file')) &&
      facts.http === null
    )
      visit(leaf.value, leaf);
    else if ((leaf.key.roles & role.attachment) !== 0) say(readFinding(leaf.value));
    if (
      !passive &&
      (leaf.key.name === 'patch' ||
        leaf.key.name === 'diff' ||
        leaf.value.startsWith('*** Begin Patch'))
    ) {
      for (const path of pathsOfPatch(leaf.value)) visit(path, null);
    }
  }
  if (!runs) return;
  for (const leaf of facts.seen.leaves) {
    if (
      typeof leaf.value !== 'string' ||
      (leaf.key.roles & role.content) === 0 ||
      (leaf.key.roles & role.path) !== 0
    )
      continue;
    for (const line of commandsIn(leaf.value))
      for (const finding of assessText(line))
        if (finding.level === 'high' || finding.level === 'critical') say(finding);
  }
}

/** The commands in a file that is run later: install scripts of a manifest, `run:` of a workflow, `RUN` of an image, lines of a script. */
function commandsIn(content: string): readonly string[] {
  const text = content.slice(0, 65_536);
  const found: string[] = [];
  if (text.trimStart().startsWith('{')) {
    for (const match of text.matchAll(
      /"(?:pre|post)?(?:install|prepare|prepublish|publish|pack|start|test|build|command|postCreateCommand)"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){1,2000})"/gu,
    )) {
      if (match[1] !== undefined)
        found.push(match[1].replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
    }
    return found;
  }
  for (const line of text.split('\n').slice(0, 500)) {
    const bare = line.slice(0, 2000).trim();
    const match =
      /^(?:-\s)?(?:run:|RUN |CMD |ProxyCommand |ExecStart=|script:|command:|entry:|- )\s{0,4}(.{3,1900})$/u.exec(
        bare,
      );
    if (match?.[1] !== undefined) found.push(match[1]);
    else if (/curl|wget|eval|base64|\/dev\/tcp|\bnc\b|rm -/u.test(bare) && !bare.startsWith('#'))
      found.push(bare);
    if (found.length >= 64) break;
  }
  return found;
}

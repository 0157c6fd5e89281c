import { atLeastHigh, type Finding } from '../finding.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import {
  mayRunContent,
  pathsOfPatch,
  readFinding,
  removalFinding,
  writeFinding,
} from './file-paths.ts';
import { cacheWords } from './judge-caches.ts';
import { role } from './parameter-key.ts';
import { assessContent, type ContentJudges, isContent } from './runnable-content.ts';
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
  if (facts.http !== null || mentions(facts, cacheWords)) return false;
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

/** Who says what stood there before edits a file and does not replace it. */
function editsPlace({ place, seen }: CallFacts): boolean {
  return (
    !place.production &&
    seen.leaves.some(
      ({ key, value }) =>
        /^old_(string|str|text)$/u.test(key.name) && typeof value === 'string' && value !== '',
    )
  );
}

const sources = /^(source|src|from|source_path|old_path|from_path|origin)$/u;
const destinations =
  /^(destination|dest|dst|to|target|destination_path|new_path|to_path|target_path)$/u;

/** What a tool moves is judged as the same `mv`. */
function movedAway(facts: CallFacts, judges: ContentJudges): readonly Finding[] {
  if (!isFileCall(facts) || isPassive(facts.effect) || !says(facts, 'move', 'mv')) return [];
  const { seen } = facts;
  const pathAt = (keys: RegExp): string | null => {
    const leaf = seen.leaves.find(({ key, depth }) => depth <= 1 && keys.test(key.name));
    return typeof leaf?.value === 'string' && leaf.value.length <= 1024 ? leaf.value : null;
  };
  const [from, to] = [pathAt(sources), pathAt(destinations)];
  if (from === null || to === null) return [];
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return judges.shell(`mv -- ${quoted(from)} ${quoted(to)}`).filter(atLeastHigh);
}

/** Files read, written and removed; and what a written file will run. */
export function judgeFiles(facts: CallFacts, report: Report, judges: ContentJudges): void {
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
  const edits = editsPlace(facts);
  const runs: string[] = [];
  const visit = (text: string, leaf: Leaf | null): void => {
    if (text.length > 4096 || text.includes('\n') || /^[a-z0-9+]{2,12}:\/\//u.test(text)) return;
    const target =
      leaf === null ||
      targets.has(leaf.key.name) ||
      !says(facts, 'move', 'copy', 'rename', 'cp', 'mv', 'read', 'upload', 'send', 'attach');
    const touches = !passive && target && (files || leaf === null);
    if (touches && removes) say(removalFinding(text, recursive, facts.settings));
    else if (touches) {
      say(writeFinding(text, edits));
      if (mayRunContent(text) && runs.length < 20) runs.push(text);
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
  const later = [...movedAway(facts, judges), ...contentFindings(facts, runs, judges)];
  for (const finding of later) say(finding);
}

/** What is written into a file that runs later. */
function contentFindings(
  { seen }: CallFacts,
  paths: readonly string[],
  judges: ContentJudges,
): readonly Finding[] {
  if (paths.length === 0) return [];
  return seen.leaves.flatMap(leaf => {
    const { value } = leaf;
    if (typeof value !== 'string' || !isContent(leaf)) return [];
    return paths.flatMap(path => assessContent(path, value, judges));
  });
}

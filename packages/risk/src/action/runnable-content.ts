import type { Finding } from '../finding.ts';
import { addsForeignDependency } from './foreign-dependency.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';

/** The judges of what a file holds. */
export interface ContentJudges {
  readonly shell: (command: string) => readonly Finding[];
  readonly code: (language: string, text: string) => readonly Finding[];
}

const longestContent = 65_536;
const mostCommands = 64;

const moreContent: ReadonlySet<string> = new Set(
  `replace replace_with replacement new_text with new updated after snippet lines insert new_code code_edit new_source new_lines
  addition added script cell input file_contents template payload new_value contents_text string`.split(
    /\s+/,
  ),
);

/** True if the parameter is what will stand in the file. */
export function isContent({ key }: Leaf): boolean {
  if (key.name === 'old_string' || key.name === 'old_str' || key.name === 'find') return false;
  if ((key.roles & role.content) !== 0 && (key.roles & role.path) === 0) return true;
  return moreContent.has(key.name) || key.name === 'source';
}

const languages: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/\.(py|pyi|pth)$|^(sconstruct|wscript|snakefile)$/u, 'python3'],
  [/\.[cm]?[jt]sx?$/u, 'node'],
  [
    /\.(rb|gemspec|rake|podspec)$|^(rakefile|gemfile|podfile|fastfile|vagrantfile|guardfile|dangerfile|brewfile|capfile)$/u,
    'ruby',
  ],
  [/\.php$/u, 'php'],
  [/\.(pl|pm)$|^makefile\.pl$/u, 'perl'],
];

function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  for (const [pattern, language] of languages) if (pattern.test(name)) return language;
  return null;
}

/**
 * The findings about the content of a file, for the time at which a program runs the file. Only findings that would ask
 * are kept.
 */
export function assessContent(
  path: string,
  content: string,
  judges: ContentJudges,
): readonly Finding[] {
  const text = added(content.slice(0, longestContent));
  const found: Finding[] = [];
  const language = languageOf(path);
  if (content.length > longestContent)
    found.push({ signal: 'unparsable', level: 'high', evidence: 'too long to examine in full' });
  if (language !== null) {
    found.push(...judges.code(language, text));
    for (const match of text.matchAll(/["'`]([^"'`\n]{6,500})["'`]/gu))
      if (pipesIn(match[1] ?? '')) found.push(...judges.shell(match[1] ?? ''));
  } else for (const command of commandsIn(text)) found.push(...judges.shell(command));
  if (addsForeignDependency(path, text))
    found.push({
      signal: 'unknown_code',
      level: 'high',
      evidence: 'a dependency from an address and not from a registry',
    });
  if (/(^|\/)package\.json$/iu.test(path) && installHook.test(text))
    found.push({
      signal: 'persistence',
      level: 'high',
      evidence: 'a script that runs at every install',
    });
  if (
    /(^|\/)(setup|conftest)\.py$/iu.test(path) &&
    /cmdclass|command\.\w{1,30} import|subprocess|os\.system|popen|exec\(/iu.test(text)
  )
    found.push({
      signal: 'persistence',
      level: 'high',
      evidence: 'code that runs at every install or test',
    });
  return found.filter(({ level }) => level === 'high' || level === 'critical');
}

/** A task runner of any name runs such a text. */
function pipesIn(text: string): boolean {
  return /^\s{0,4}(sudo )?(curl|wget|nc|bash|sh|rm|ssh|scp) /u.test(text) && suspicious.test(text);
}

const installHook = /"(?:preinstall|install|postinstall|prepare|preprepare|postprepare)"\s{0,8}:/u;

/** Of a patch, the lines it adds. */
function added(text: string): string {
  if (!/^(@@|\+\+\+ |\*\*\* |diff --git)/mu.test(text)) return text;
  const lines = text.split('\n').filter(line => line.startsWith('+') && !line.startsWith('+++'));
  return lines.map(line => line.slice(1)).join('\n');
}

/** Members of a manifest that hold words or names and no command. */
const wordy: ReadonlySet<string> = new Set(
  'name version description license author homepage repository main module types typings url bugs keywords email title readme engines private type'.split(
    ' ',
  ),
);

/** The commands in a file that is run later: scripts of a manifest, `run:` of a workflow, `RUN` of an image, lines of a script. */
function commandsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /"([\w:.-]{1,60})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){3,2000})"/gu,
  )) {
    const [, key, value] = match;
    if (key === undefined || value === undefined || wordy.has(key) || !/\s/u.test(value)) continue;
    found.push(value.replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
    if (found.length >= mostCommands) return found;
  }
  if (text.trimStart().startsWith('{')) return found;
  for (const line of text.replaceAll('\\\n', ' ').split('\n').slice(0, 500)) {
    const bare = line.slice(0, 2000).trim().replace(/^@/u, '');
    const match =
      /^(?:-\s)?(?:run:|RUN |CMD |ENTRYPOINT |SHELL |ProxyCommand |ExecStart(?:Pre|Post)?=|script:|command:|entry:|build:|install:|image_build:|- )\s{0,4}(.{3,1900})$/u.exec(
        bare,
      );
    const quoted = /^[\w.-]{1,60}\s{0,4}=\s{0,4}["'](.{3,1900})["']$/u.exec(bare)?.[1];
    if (match?.[1] !== undefined) found.push(match[1].replace(/^\||^>/u, ''));
    else if (quoted !== undefined && suspicious.test(quoted)) found.push(quoted);
    else if (!bare.startsWith('#') && suspicious.test(bare)) found.push(bare);
    if (found.length >= mostCommands) break;
  }
  return found;
}

const suspicious =
  /curl|wget|eval|base64|\/dev\/tcp|\b(nc|ncat|socat|xxd|openssl|mkfifo|sudo|scp|ssh)\b|rm -|\b(ba|z|da)?sh -|python3? -c|perl -e|ruby -e|node -e|php -r|\|\s?(ba|z)?sh\b|chmod|crontab/u;

import type { JsonObject } from '@countersign/protocol/json';
import type { NameReading } from '../action/tool-name.ts';
import { unknownLanguage } from './unknown-language.ts';

const languages: readonly (readonly [word: string, language: string])[] = [
  ['python', 'python3'],
  ['py', 'python3'],
  ['jupyter', 'python3'],
  ['ipython', 'python3'],
  ['notebook', 'python3'],
  ['colab', 'python3'],
  ['databricks', 'python3'],
  ['django', 'python3'],
  ['node', 'node'],
  ['javascript', 'node'],
  ['js', 'node'],
  ['typescript', 'node'],
  ['ts', 'node'],
  ['deno', 'node'],
  ['browser', 'node'],
  ['page', 'node'],
  ['playwright', 'node'],
  ['puppeteer', 'node'],
  ['selenium', 'node'],
  ['webdriver', 'node'],
  ['cypress', 'node'],
  ['chrome', 'node'],
  ['dom', 'node'],
  ['ruby', 'ruby'],
  ['irb', 'ruby'],
  ['pry', 'ruby'],
  ['rails', 'ruby'],
  ['rb', 'ruby'],
  ['perl', 'perl'],
  ['php', 'php'],
  ['tinker', 'php'],
  ['laravel', 'php'],
  ['artisan', 'php'],
  ['powershell', 'pwsh'],
  ['pwsh', 'pwsh'],
  ['bash', 'bash'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['zsh', 'bash'],
];

const shellWords: ReadonlySet<string> = new Set('bash sh shell zsh'.split(' '));

/** The language in which code is read: the stated one, or the one that its parameter or its tool suggests. */
export function languageOf(
  parameters: JsonObject,
  tool: NameReading,
  key: string,
  text: string,
): string {
  const stated =
    parameters['language'] ??
    parameters['lang'] ??
    parameters['runtime'] ??
    parameters['kernel'] ??
    parameters['interpreter'];
  const words =
    typeof stated === 'string'
      ? [stated.toLowerCase().replace(/[0-9.]/gu, '')]
      : [key.split('_')[0] ?? '', ...tool.words];
  const [head = '', ...others] = (words[0] ?? '').split(/[+/,&\s]+/u);
  if (typeof stated === 'string' && others.length > 0 && shellWords.has(head)) return 'bash';
  for (const word of words) {
    for (const [name, language] of languages) if (word === name) return language;
  }
  return typeof stated === 'string' || words.some(word => ownLanguages.has(word))
    ? unknownLanguage
    : isPageCode(text)
      ? 'node'
      : 'python3';
}

/** An arrow function, or a word about the page that it runs in: no Python reads like that. */
function isPageCode(text: string): boolean {
  const head = text.slice(0, 4096);
  return (
    /^\s{0,200}(?:async\s{1,8})?(?:function\b|\([\w\s,{}$]{0,200}\)\s{0,8}=>|[\w$]{1,64}\s{0,8}=>)/u.test(
      head,
    ) ||
    /(?<![\w.])(?:document|window)\.(?:querySelector|getElement|location|cookie|forms|body)/u.test(
      head,
    )
  );
}

/** Languages that no grammar here reads. Their code is judged by the chains of calls in it. */
export const ownLanguages: ReadonlySet<string> = new Set(
  `apex groovy lua abap matlab vba macro gremlin painless freemarker go golang rust java kotlin scala swift csharp dotnet fsharp
  applescript osascript jxa elixir erlang haskell julia dart clojure crystal zig nim`.split(/\s+/),
);

/** `!pip install x` and a cell under `%%bash`: in a notebook these go to a shell. */
export function shellLinesOf(code: string, language: string): readonly string[] {
  if (language !== 'python3' || !/[!%]/u.test(code)) return [];
  const text = code.slice(0, 65_536).trimStart();
  if (/^%%(bash|sh|script|system|sx|!)/u.test(text)) {
    const end = text.indexOf('\n');
    return end < 0 ? [] : [text.slice(end + 1)];
  }
  const written = /^%%(?:writefile|file)\s+(?:(-a|--append)\s+)?(\S{1,512})/u.exec(text);
  const found: string[] =
    written === null ? [] : [`cat ${written[1] === undefined ? '>' : '>>'} '${written[2] ?? ''}'`];
  for (const line of text.split('\n', 2000)) {
    const bare = line.trim();
    const start = bare.startsWith('!') ? 1 : /^%(sx|system|sc) /u.exec(bare)?.[0].length;
    const magic = shellMagic(bare);
    if (magic !== null) found.push(magic);
    else if (start !== undefined && bare.length > start) found.push(bare.slice(start));
    if (found.length >= 100) break;
  }
  return found;
}

/** Magics of a notebook as the commands that they are: `%run`, `%env`, `%cd`, `%cat`. */
const shellMagics: readonly (readonly [RegExp, string])[] = [
  [/^%(?:run|load|loadpy|macro)\s+/u, 'python3 '],
  [/^%(?:env|set_env)\s+(?=\w+[= ])/u, 'export '],
  [/^%(?:pycat|pfile|page)\s+/u, 'cat '],
  [/^%(?=(?:pip|conda|mamba|cd|pushd|cat|cp|ls|ll|mkdir|mv|rm|rmdir|more|less)\s)/u, ''],
];

function shellMagic(line: string): string | null {
  const row = shellMagics.find(([form]) => form.test(line));
  if (row === undefined || line.length > 2100) return null;
  const [form, command] = row;
  const rest = line.replace(form, '');
  return command === 'export ' ? `export ${rest.replace(/^(\w+)\s+/u, '$1=')}` : command + rest;
}

/** The code of a cell that is left for its own language when the lines for a shell are taken out. */
export function withoutShellLines(code: string, language: string): string {
  if (language !== 'python3' || !/[!%]/u.test(code)) return code;
  if (/^\s{0,200}%%(bash|sh|script|system|sx|!)/u.test(code)) return '';
  return code
    .split('\n')
    .filter(line => !/^\s{0,200}(!|%[a-z])/u.test(line))
    .join('\n')
    .trim();
}

import type { OwnGuard, Protection } from './own-guard.ts';
import { fold, unescaped } from './path-forms.ts';

const longest = 65_536;
const mostWords = 4000;
const mostLiterals = 400;
const widest = 8;

/** What a text names of our own, and whether the name stands there for everyone to read. */
interface Mention {
  readonly protection: Protection;
  readonly hidden: boolean;
}

/** Looks for our own places in code: as they stand, put together from pieces, and encoded. */
export function mentionIn(
  text: string,
  guard: OwnGuard,
  folders: readonly string[] = [],
): Mention | null {
  const plain = withHome(text.slice(0, longest));
  const needles = guard.names;
  const open = gravest(wordsOf(unquoted(plain), needles), guard, folders);
  if (open === 'secret' || otherProcess.test(plain)) return { protection: 'secret', hidden: false };
  const literals = literalsOf(plain);
  if (gravest(literals.filter(isPattern), guard, folders) === 'secret')
    return { protection: 'secret', hidden: false };
  const put = gravest(assembled(literals, needles), guard, folders);
  if (put === 'secret') return { protection: put, hidden: false };
  const hidden = hiddenIn(plain, literals, needles, guard, folders);
  if (hidden !== null) return { protection: hidden, hidden: true };
  const protection = open ?? put;
  return protection === null ? null : { protection, hidden: false };
}

/** What the strings of a text name of our own when they are put together. */
export function assembledIn(
  text: string,
  guard: OwnGuard,
  folders: readonly string[],
): Protection | null {
  return gravest(assembled(literalsOf(text.slice(0, longest)), guard.names), guard, folders);
}

/** What `/proc` shows of a process whose number is put in. */
const otherProcess =
  /\/proc\/["'`]?\s{0,4}[+.,$%{(](?!\s{0,4}(?:self|process\.pid|os\.getpid|getpid))[^\n]{0,60}\/(?:environ|mem|root|cwd|fd)\b/u;

/** Words of code that take a whole folder along, or change a file that they are given. */
const treeWords =
  /copytree|make_archive|\bwalk\b|rglob|\bglob|cpsync|\bcp\b|cp_r|rmtree|rename|\bmove|symlink|\blink|tarfile|zipfile|readdir|scandir|listdir|iterdir|rmsync/iu;
/** Calls that take along the folder they run in. */
const takesHere =
  /\b(copytree|make_archive|cp(sync)?|cp_r|copy|copysync|move)\s{0,4}\([^)\n]{0,120}?["']\.{1,2}\/?["']|\bos\.(walk|fwalk)\s{0,4}\(\s{0,4}["']\.{1,2}\/?["']|\b(tarfile|zipfile|archiver|adm-?zip|tar)\b[^\n]{0,400}?\.(add|write|glob|directory|append|addlocalfolder)\s{0,4}\(\s{0,4}["']\.{1,2}\/?["']|\b(copy-item|cpi|compress-archive|robocopy|xcopy)\s[^\n;|]{0,80}(?<=[\s"'])\.[\\/]?(?=[\s"';|,]|$)/iu;
const changeWords =
  /shutil\.(copy|move)|fileutils\s{0,4}\.\s{0,4}(mv|rm|cp|ln|install|move|copy|remove)|copyfile|copy2|os\.(replace|rename|link|remove|unlink|truncate|chmod)|\b(symlink|unlink|rename|truncate|chmod|copy)(sync)?\s{0,4}\(|binwrite|\bfileinput\b[^\n]{0,200}\binplace\b|\bwith_(suffix|name|stem)\b[^\n]{0,80}\bwrite/iu;

/** True if code takes a folder along that holds our secrets, or changes one of our safeguards. */
export function changesOwn(text: string, guard: OwnGuard, folders: readonly string[]): boolean {
  const plain = withHome(text.slice(0, longest));
  const literals = literalsOf(plain);
  if (takesHere.test(plain) && guard.above('./.', folders) === 'secret') return true;
  if (treeWords.test(plain)) {
    const isTree = (literal: string) =>
      /^~|^.{2}/u.test(literal) && guard.above(literal, folders) === 'secret';
    if (literals.some(isTree) || pairs(literals).some(isTree)) return true;
  }
  const opened = literals.flatMap(
    literal => /^\s{0,4}\+?>{1,2}\s{0,4}(.+)$/u.exec(literal)?.[1] ?? [],
  );
  if (opened.some(name => guard.at(name, folders) !== null)) return true;
  if (!changeWords.test(plain)) return false;
  for (const name of assembled(literals, guard.names))
    if (guard.at(name, folders) !== null) return true;
  return false;
}

/** The ways in which code says where the home folder is, written as a shell would. */
const homes =
  /(?:pathlib\s{0,2}\.\s{0,2})?Path\s{0,2}\.\s{0,2}home\s{0,2}\(\s{0,2}\)|(?:os\s{0,2}\.\s{0,2})?homedir\s{0,2}\(\s{0,2}\)|require\(["'](?:node:)?os["']\)\s{0,2}\.\s{0,2}homedir\(\)|Dir\s{0,2}\.\s{0,2}home\b|(?:os\s{0,2}\.\s{0,2})?(?:getenv|environ\.get|Getenv)\s{0,2}\(?\s{0,2}["'](?:HOME|USERPROFILE)["'][^)\n]{0,20}\)?|(?:os\s{0,2}\.\s{0,2}environ|\bENV|\$_ENV|\$_SERVER|process\s{0,2}\.\s{0,2}env)\s{0,2}\[\s{0,2}["'](?:HOME|USERPROFILE)["']\s{0,2}\]|\$ENV\{["']?HOME["']?\}|process\s{0,2}\.\s{0,2}env\s{0,2}\.\s{0,2}(?:HOME|USERPROFILE)\b|ENV\.fetch\(["']HOME["']\)|(?:std::env::)?home_dir\(\)(?:\.unwrap\(\))?|NSHomeDirectory\(\)/gu;

function withHome(text: string): string {
  return text.replaceAll(homes, '"~"');
}

/** Two neighbouring strings as one path. */
function pairs(literals: readonly string[]): readonly string[] {
  return literals
    .slice(1)
    .flatMap((literal, at) => [`${literals[at]}${literal}`, `${literals[at]}/${literal}`]);
}

/** Looks only for hidden names of the product: encoded, reversed or spelled by number. */
export function hiddenMention(text: string, guard: OwnGuard): Protection | null {
  const plain = text.slice(0, longest);
  return hiddenIn(plain, literalsOf(plain), guard.names, guard, []);
}

function gravest(
  words: Iterable<string>,
  guard: OwnGuard,
  folders: readonly string[],
): Protection | null {
  let found: Protection | null = null;
  let looked = 0;
  for (const word of words) {
    if (++looked > mostWords) break;
    const protection = guard.at(word, folders);
    if (protection === 'secret') return protection;
    found ??= protection;
  }
  return found;
}

/** A path with wildcards that still says where it leads. */
const wildPath =
  /^(?=.{0,200}[*?[])(?=[^a-z]{0,80}[a-z][^a-z]{0,80}[a-z])[~./][\w~./*?[\]-]{3,200}$/iu;

/** `glob('*secret')`: a wildcard that spells enough of a name to mean it. */
function isPattern(literal: string): boolean {
  return (
    literal.length < 200 &&
    /[*?]/u.test(literal) &&
    /[a-z]{4}/iu.test(literal.replace(/\.[a-z]{1,5}$/u, ''))
  );
}

/** Words that could be one of our places: with one of our names, or with a wildcard. */
function* wordsOf(text: string, needles: readonly string[]): Iterable<string> {
  for (const [word] of text.matchAll(/[^\s"'`<>|;&(),=#!]{4,1024}/gu)) {
    if (!hasNeedle(word, needles) && !wildPath.test(word)) continue;
    yield word;
    if (/[{}]/u.test(word))
      for (const part of word.split(/[{}]/u, 8)) if (hasNeedle(part, needles)) yield part;
    if (!word.includes(':')) continue;
    for (const part of word.split(':', 8)) if (part.length > 3) yield part;
  }
}

/** Escapes of strings undone: `\x2e`, `\u002e`, `\056`. */
function unquoted(text: string): string {
  if (!text.includes('\\')) return text;
  const character = (code: number): string => (code < 0x11_00_00 ? String.fromCodePoint(code) : '');
  return text
    .replaceAll(/\\x\{?([0-9a-f]{2})\}?/giu, (_, hex: string) =>
      character(Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\u\{?([0-9a-f]{4})\}?/giu, (_, hex: string) =>
      character(Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\0?([0-7]{2,3})/gu, (_, octal: string) => character(Number.parseInt(octal, 8)));
}

function literalsOf(text: string): readonly string[] {
  const found: string[] = [];
  for (const [, double, single, back] of unquoted(text).matchAll(
    /"((?:[^"\\\n]|\\.){0,1024})"|'((?:[^'\\\n]|\\.){0,1024})'|`([^`]{0,1024})`/gu,
  )) {
    found.push(double ?? single ?? back ?? '');
    if (found.length >= mostLiterals) break;
  }
  return [...found, ...listedWords(text)].slice(0, mostLiterals);
}

/** The words of a list without quotes, as Perl and Ruby write it: `qw(a b)`, `%w[a b]`. */
function listedWords(text: string): readonly string[] {
  return [
    ...text.matchAll(/(?:\bqw|%[wWiI])\s{0,4}[([{<|/!]([\w.~ /\n-]{1,1024})[)\]}>|/!]/gu),
  ].flatMap(([, words = '']) => words.split(/\s+/u).filter(word => word !== ''));
}

/** Neighbouring strings put together, as `'.counter' + 'sign'` and `join('.config', 'countersign')` would. */
function* assembled(literals: readonly string[], needles: readonly string[]): Iterable<string> {
  for (const at of literals.keys()) {
    for (let width = 1; width <= widest && at + width <= literals.length; width++) {
      const parts = literals.slice(at, at + width);
      for (const separator of ['', '/', '-', '.']) {
        const whole = parts.join(separator);
        if (whole.length < 1024 && hasNeedle(whole, needles)) yield whole;
      }
    }
  }
}

function hasNeedle(text: string, needles: readonly string[]): boolean {
  const plain = fold(text);
  return needles.some(needle => plain.includes(needle));
}

function hiddenIn(
  text: string,
  literals: readonly string[],
  needles: readonly string[],
  guard: OwnGuard,
  folders: readonly string[],
): Protection | null {
  const looked = new Set<string>();
  const look = (decoded: string, depth: number): Protection | null => {
    if (decoded.length < 6 || looked.has(decoded) || looked.size > 2000) return null;
    looked.add(decoded);
    if (hasNeedle(decoded, needles)) {
      const found = gravest(wordsOf(unquoted(decoded), needles), guard, folders);
      // An agent that hides the name of a place of ours does not mean to look at the policy.
      if (
        found !== null ||
        /\.countersign|countersign[-.]d|sign-ins|\/countersign/u.test(fold(decoded))
      )
        return 'secret';
    }
    if (depth >= 3) return null;
    for (const inner of decodings(decoded)) {
      const found = look(inner, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  for (const word of encodedWords(text, literals)) {
    for (const decoded of decodings(word)) {
      const found = look(decoded, 1);
      if (found !== null) return found;
    }
  }
  for (const turned of [spelled(text), reversed(text), rotated(text), unescaped(text)]) {
    if (turned === text || !hasNeedle(turned, needles)) continue;
    if (
      gravest(wordsOf(turned, needles), guard, folders) !== null ||
      /\.countersign|sign-ins|\/countersign/u.test(fold(turned))
    ) {
      if (gravest(wordsOf(text, needles), guard, folders) === null) return 'secret';
    }
  }
  return null;
}

function* encodedWords(text: string, literals: readonly string[]): Iterable<string> {
  let count = 0;
  for (const [word] of text.matchAll(/[A-Za-z0-9+/_-]{8,8192}={0,2}/gu)) {
    if (++count > 500) break;
    yield word;
  }
  const joined = literals.join('');
  if (literals.length > 1 && joined.length <= 8192 && /^[A-Za-z0-9+/_=-]{8,8192}$/u.test(joined))
    yield joined;
  const pieces = literals.filter(literal => /^[A-Za-z0-9+/_=-]{2,512}$/u.test(literal)).join('');
  if (pieces.length >= 8 && pieces.length <= 8192) yield pieces;
}

function decodings(word: string): readonly string[] {
  const found: string[] = [];
  const hex = word.replaceAll(/[^0-9a-f]/giu, '');
  if (hex.length >= 12 && hex.length === word.length && hex.length % 2 === 0)
    found.push(characters(hex.match(/../gu) ?? [], 16));
  if (/^[A-Za-z0-9+/_\n-]{8,}={0,2}$/u.test(word)) found.push(fromBase64(word));
  if (/^[A-Z2-7a-z]{8,}={0,6}$/u.test(word)) found.push(fromBase32(word.toUpperCase()));
  return found.filter(isText);
}

function characters(codes: readonly string[], base: number): string {
  return codes.map(code => String.fromCharCode(Number.parseInt(code, base))).join('');
}

const letters64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(word: string): string {
  return fromBits(word.replaceAll('-', '+').replaceAll('_', '/'), letters64, 6);
}

function fromBase32(word: string): string {
  return fromBits(word, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 5);
}

function fromBits(word: string, letters: string, width: number): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const letter of word) {
    const value = letters.indexOf(letter);
    if (value < 0) continue;
    held = (held << width) | value;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((held >> bits) & 0xff);
    held &= (1 << bits) - 1;
  }
  return text;
}

/** Decoded by chance, a word is not readable. */
function isText(text: string): boolean {
  return text.length >= 5 && !/[^\t\n\r -~]/u.test(text);
}

/** Numbers that are letters, as in `chr(46)+chr(99)` or `[46, 99, …]`. */
function spelled(text: string): string {
  const codes: string[] = [];
  for (const [, hex, decimal] of text.matchAll(
    /(?<![\w.])(?:0x([0-9a-f]{2})|(\d{2,3}))(?![\w.])/giu,
  )) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code >= 32 && code < 127) codes.push(String.fromCharCode(code));
    if (codes.length > 8192) break;
  }
  return codes.join('');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

function rotated(text: string): string {
  return text.replaceAll(/[a-z]/giu, letter => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

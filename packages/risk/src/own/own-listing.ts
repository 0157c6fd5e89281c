import type { OwnGuard } from './own-guard.ts';

/** The folder that code runs in, as code names it. */
const here = String.raw`["'${'`'}]\.{0,2}\/?(?:\*{1,2}(?:\/\*{1,2})?)?["'${'`'}]|os\.getcwd\(\)|process\.cwd\(\)|getcwd\(\)|Dir\.pwd|__dirname`;
/** Calls that list every file of the folder that code runs in. */
const listing = new RegExp(
  String.raw`\b(?:listdir|scandir|iterdir|readdir|readdirsync|opendir|opendirsync|glob|globsync|iglob|rglob|each_child|children|entries|dirent|read_dir)\s{0,4}\(\s{0,4}(?:\w{1,20}\s{0,4},\s{0,4})?(?:${here})?\s{0,4}[,)]|\bglob\s{0,4}(?:${here})|\bDir\s{0,4}\[\s{0,4}["']\*{1,2}(?:\/\*)?["']|<\*>`,
  'iu',
);
/** `gci -Recurse | gc`: what a folder holds goes on to what shows or copies it. */
const piped =
  /\b(?:get-childitem|gci|dir|ls)\b(?![^\n|;]{0,120}\*?\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|cs|java|md|txt|log|html|css)\b)[^\n|;]{0,120}\|[^\n;]{0,120}\b(?:get-content|gc|cat|type|copy-item|cpi|compress-archive|select-string|sls)\b/iu;

/** `for %f in (*secret) do type %f`. */
const batchLoop =
  /\bfor\s{1,4}(?:\/\w\s{1,4})?%{1,2}\w\s{1,4}in\s{1,4}\(([^)\n]{1,200})\)\s{1,4}do\s{1,4}@?\(?\s{0,4}(?:type|more|copy|xcopy|move|ren|del|find|findstr|certutil|curl)\b/iu;

function meansOwn(name: string, guard: OwnGuard, folders: readonly string[]): boolean {
  return /^\*(\.\*)?$/u.test(name)
    ? guard.above('./.', folders) === 'secret'
    : guard.at(name, folders) === 'secret';
}

/** Words by which code looks into a file, takes it along or changes it. */
const opening =
  /\b(open|fopen|read|readlines|read_text|read_bytes|readfile|readfilesync|readtextfile|readtextfilesync|file_get_contents|slurp|copy\w{0,10}|cp|cat|upload\w{0,10}|write\w{0,20}|b64encode|hexdigest)\b/iu;
/** A test by which only files of a kind are left that we keep no secrets in. */
const narrowing =
  /(?:ends_?with\??|suffix|extname|splitext|fnmatch|\.match)\W[^\n]{0,60}?\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|java|rb|php|c|h|cpp|cs|md|txt|html|css|log|snap|csv|png|svg)\b/iu;
const turned = /\bnot\b|!\s{0,2}\w|!==?|\bunless\b/u;

/** True if code opens every file of the folder it runs in, where secrets of ours lie in that folder. */
export function opensEverythingHere(
  text: string,
  guard: OwnGuard,
  folders: readonly string[],
): boolean {
  const plain = text.slice(0, 65_536);
  const looped = batchLoop.exec(plain)?.[1];
  if (looped !== undefined)
    return looped.split(/[\s,;]+/u, 20).some(name => meansOwn(name, guard, folders));
  if (piped.test(plain)) return guard.above('./.', folders) === 'secret';
  if (!listing.test(plain) || !opening.test(plain.replace(listing, ' '))) return false;
  if (narrowing.test(plain) && !turned.test(plain)) return false;
  return guard.above('./.', folders) === 'secret';
}

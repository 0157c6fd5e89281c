import type { Mark } from './mark.ts';

const lengthMax = 20_000;
const filesMax = 10;

const download =
  /\b(?:curl|wget|aria2c|iwr|Invoke-WebRequest|gh\s+release\s+download)\b(?<rest>[^;|&\n]{0,600})/g;
const named =
  /(?:^|\s)(?:-[a-zA-Z]{0,8}[oO]|--output(?:-document)?|-OutFile)(?:=|\s*)(?<file>[^\s'"-][^\s'"]{0,200}|'[^']{1,200}'|"[^"]{1,200}")|>\s*(?<into>[^\s;|&]{1,200})/;
const address = /https?:\/\/[^\s'"]{1,400}/;

/** Where a file that the same script downloads is run later in it: no one has seen what it holds. */
export function downloadedMarks(text: string, pointer: string): readonly Mark[] {
  if (text.length > lengthMax) return [];
  const marks: Mark[] = [];
  for (const found of [...text.matchAll(download)].slice(0, filesMax)) {
    const file = fileOf(found.groups?.['rest'] ?? '');
    const after = found.index + found[0].length;
    const place = file === null ? null : runOf(text.slice(after), file);
    if (place === null) continue;
    marks.push({
      pointer,
      start: after + place.start,
      end: after + place.end,
      level: 'critical',
      words: 'Runs what was downloaded. No one has seen it.',
    });
  }
  return marks;
}

/** The file that a download writes: the one that it names, or the last part of the address. */
function fileOf(rest: string): string | null {
  const groups = named.exec(rest)?.groups;
  const file = (groups?.['file'] ?? groups?.['into'])?.replaceAll(/^['"]|['"]$/g, '');
  if (file !== undefined && !address.test(file)) return file;
  const last = address
    .exec(rest)?.[0]
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1);
  return last === undefined || last === '' ? null : last;
}

/** Where a program, a shell or the file itself is run. To make it executable is half of the way, and no run. */
function runOf(
  text: string,
  file: string,
): { readonly start: number; readonly end: number } | null {
  const name = file.replace(/^\.\//, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const path = String.raw`['"]?(?<at>(?:\./)?${name})(?![\w./-])`;
  const run = new RegExp(
    String.raw`(?:\b(?:(?:ba|z|da|k)?sh|source|python[\d.]*|node|perl|ruby|php|pwsh|powershell|sudo|exec|nohup|java\s+-jar|msiexec|start|open|installer\s+-pkg|(?:dpkg|rpm)\s+-i|pip3?\s+install|npm\s+(?:i|install)(?:\s+-g)?)(?:\s+-\S{1,40}){0,4}|(?:^|[;&|\n(])\s*\.?)\s*${path}`,
    'd',
  );
  const found = run.exec(text);
  const [start, end] = found?.indices?.groups?.['at'] ?? [-1, -1];
  return start < 0 ? null : { start, end };
}

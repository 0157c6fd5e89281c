import { commandParts } from '../command.ts';

/** Programs that search, print or explain their words, and run none of them. */
const readers =
  /^(?:e|f|z)?grep$|^(?:rg|ag|ack|pgrep|apropos|man|whatis|which|type|whereis|tldr|echo|printf)$/;
/** Programs that run what they read, or write it where it may run later. */
const runners =
  /(?:^|[\s/])(?:(?:ba|z|da|k|fi)?sh|eval|xargs|parallel|tee|at|batch|crontab|ssh|python[\d.]*|node|perl|ruby|php|psql|mysql|sqlite3|pwsh|iex)\b/;
/** Options with which such a program runs another one after all. */
const readsThrough = /\s(?:--(?:pre|pager|open-files-in-pager|hostname-bin)\b|-O|-P\s*['"]?\w)/;
const quoted = String.raw`(?:=|\s+)(?<at>'[^']{0,2000}'|"(?:[^"\\$\`]|\\.){0,2000}")`;
/** A quoted text behind one of these is a message or something to look for, whatever program has it. */
const saying = new RegExp(
  String.raw`(?:^|\s)--(?:message|body|title|grep|description|notes|subject|comment|reason|label|test-name-pattern)${quoted}`,
  'dg',
);
const versionControl = /^\W*(?:git|hg|svn|jj|gh|glab)\s/;
const shortMessage = new RegExp(String.raw`(?:^|\s)-[a-zA-Z]{0,4}m${quoted}`, 'dg');
const lengthMax = 20_000;

/**
 * The same command with blanks in place of texts that it only searches for or prints: `grep -r "rm -rf" .` deletes
 * nothing. Every place stays the same. Text that is not understood stays. At worst there is one mark too many.
 */
export function withoutSaidText(text: string): string {
  if (text.length > lengthMax || text.includes('<<')) return text;
  let start = 0;
  return text
    .split('\n')
    .map(line => {
      const isContinued = start > 0 && text.charAt(start - 2) === '\\';
      start += line.length + 1;
      // A line that continues on the next line, or continues the line before, is not a command by itself.
      return isContinued || line.endsWith('\\') ? line : saidOfLine(line);
    })
    .join('\n');
}

function saidOfLine(line: string): string {
  const parts = commandParts(line);
  return parts
    .map(({ start, end }, index) => {
      const part = line.slice(start, end);
      const others = parts.slice(index + 1).map(each => line.slice(each.start, each.end));
      const until = others.findIndex(each => !/^\s*\|(?!\|)/.test(each));
      const receivers = until < 0 ? others : others.slice(0, until);
      return blanked(
        part,
        receivers.some(each => runners.test(each)),
      );
    })
    .join('');
}

function blanked(part: string, isPipedIntoRunner: boolean): string {
  // Inside a substitution or a group another command begins, which this does not read.
  if (/\$\(|`|[<>]\(|^\W*[({]/.test(part)) return part;
  const comment = /(?:^|\s)#.*$/.exec(part.replaceAll(/'[^']*'|"[^"]*"/g, blank));
  const code = comment === null ? part : part.slice(0, comment.index) + blank(comment[0]);
  const head =
    /^[|&;\s]*(?:!\s+)?(?:(?:sudo|time|command)\s+)?(?:git\s+(?=grep\s))?(?<name>[\w.-]+)\s/d.exec(
      code,
    );
  const [, from = 0] = head?.indices?.groups?.['name'] ?? [];
  const isReader = readers.test(head?.groups?.['name'] ?? '');
  const prints = /^(?:echo|printf)$/.test(head?.groups?.['name'] ?? '');
  // What is printed into a file or a program may run there.
  const isUsed = prints && (isPipedIntoRunner || code.includes('>'));
  if (isReader && !isUsed && !readsThrough.test(code)) {
    const redirect = code.slice(from).search(/\d?>/);
    const until = redirect < 0 ? code.length : from + redirect;
    return code.slice(0, from) + blank(code.slice(from, until)) + code.slice(until);
  }
  if (isPipedIntoRunner || runners.test(code)) return code;
  return withoutMessages(code);
}

function withoutMessages(code: string): string {
  let text = code;
  const short = versionControl.test(code) ? [...code.matchAll(shortMessage)] : [];
  for (const found of [...code.matchAll(saying), ...short]) {
    const [start = 0, end = 0] = found.indices?.groups?.['at'] ?? [];
    text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  }
  return text;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

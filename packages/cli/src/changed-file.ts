import { existsSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { Output } from './command.ts';
import { cyan, red } from './terminal/styled-text.ts';

/** Where the file is kept as it was. */
export function copyOf(file: string): string {
  return `${file}.before-countersign`;
}

/**
 * Whole or not at all, and readable by no one who could not read the file before. Where the file is a link, as in folders of
 * dotfiles, the file that it leads to is written and the link stays.
 */
export function writeWith(model: string, file: string, content: string): void {
  const place = existsSync(file) ? realpathSync(file) : file;
  const next = `${place}.new`;
  writeFileSync(next, content, { mode: statSync(model).mode & 0o777 });
  renameSync(next, place);
}

/** The lines that differ. The equal lines before and after them are cut off. */
export function showDifference(out: Output, before: string, after: string): void {
  if (before === after) return;
  const [old, next] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < old.length && old[first] === next[first]) first += 1;
  let last = 0;
  const shorter = Math.min(old.length, next.length) - first;
  while (last < shorter && old.at(-1 - last) === next.at(-1 - last)) last += 1;
  for (const line of old.slice(first, old.length - last)) out.line(red(`- ${plainLine(line)}`));
  for (const line of next.slice(first, next.length - last)) out.line(cyan(`+ ${plainLine(line)}`));
}

/** Ends of lines and tabs are ordinary in files of other programs. */
function plainLine(line: string): string {
  return line.replace(/\r$/u, '').replaceAll('\t', '  ');
}

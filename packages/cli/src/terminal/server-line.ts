import { bold, cyan, joined, type Text, text, yellow } from './styled-text.ts';

/** A line of a server, with its address, links and warnings highlighted. */
export function serverLine(line: string): Text {
  if (line.startsWith('WARNING:')) return yellow(line);
  const [, before, link, after] = /^(.*?)(https?:\/\/\S+)(.*)$/.exec(line) ?? [];
  if (link === undefined) return line;
  return joined([
    text`${before ?? ''}`,
    line.startsWith('Countersign') ? bold(link) : cyan(link),
    after ?? '',
  ]);
}

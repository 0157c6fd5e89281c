import type { Installation } from './installation.ts';

const lost =
  'Countersign: the guard did not answer, so that nothing ran. Run: countersign guard check';

/**
 * What a shell starts before a tool. Agents run the tool where the program is missing or crashes. The second half turns both
 * into a refusal.
 */
export function startLine(agent: string, { node, program, setup }: Installation): string {
  return `${quoted(node)} ${quoted(program)} ${agent} ${quoted(setup)} || { echo ${quoted(lost)} >&2; exit 2; }`;
}

/** After a tool there is nothing to refuse. */
export function endLine(agent: string, { node, program, setup }: Installation): string {
  return `${quoted(node)} ${quoted(program)} ${agent} ${quoted(setup)} after`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

import type { PolicyFile } from '@countersign/client/people';

/** What an operator says of a tool. */
interface Declared {
  readonly tool: string;
  readonly effect: string;
  readonly reversibility: string;
  readonly reason: string;
}

/** One entry of `tools`. JSON quotes the texts, and YAML reads JSON. */
export function declarationLine({ tool, effect, reversibility, reason }: Declared): string {
  const why = reason.trim() === '' ? '' : `, reason: ${JSON.stringify(reason.trim())}`;
  return `- { tool: ${JSON.stringify(tool)}, effect: ${effect}, reversibility: ${reversibility}${why} }`;
}

export const declarationsFile = 'declared-tools.yaml';

/**
 * The documents in force with one declaration more. It stands in a document of its own, so that no text of the operator
 * is rewritten.
 */
export function filesWith(files: readonly PolicyFile[], declared: Declared): PolicyFile[] {
  const line = `  ${declarationLine(declared)}\n`;
  const own = files.find(({ name }) => name === declarationsFile);
  if (own === undefined) {
    const text = `version: "1"\ntools:\n${line}`;
    return [...files, { name: declarationsFile, text, layer: 'operator' }];
  }
  const text = `${own.text.endsWith('\n') ? own.text : `${own.text}\n`}${line}`;
  return files.map(file => (file === own ? { ...own, text } : file));
}

import type { NameReading } from '../action/tool-name.ts';

const terminalInputs: ReadonlySet<string> = new Set([
  'input',
  'keys',
  'text',
  'stdin',
  'data',
  'line',
  'value',
  'content',
  'chars',
]);

/** What a tool that is called `sh` or `bash` and nothing else takes for its script. */
const shellTexts: ReadonlySet<string> = new Set(['body', 'source', 'src', 'payload']);

/** Whether a terminal gets the text of a parameter of this name typed into it. */
export function isTerminalText(name: string, tool: NameReading): boolean {
  return terminalInputs.has(name) || (tool.words.length === 1 && shellTexts.has(name));
}

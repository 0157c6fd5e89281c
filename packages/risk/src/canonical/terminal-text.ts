import type { NameReading } from '../action/tool-name.ts';
import { isKnownProgram } from '../shell/program-names.ts';

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

const shells = /^(?:ba|z|da|k|a)?sh$/u;

/** Whether a terminal gets the text of a parameter of this name typed into it. */
export function isTerminalText(name: string, tool: NameReading): boolean {
  return (
    terminalInputs.has(name) ||
    (tool.words.length <= 2 && shells.test(tool.words.at(-1) ?? '') && shellTexts.has(name))
  );
}

const screens: ReadonlySet<string> = new Set(
  'computer keyboard desktop screen gui xdotool'.split(' '),
);

/**
 * True for a line with its return typed on a screen, if it begins with a program and has an operand or an option:
 * it may go to a terminal as well as into a form, and the judge of commands finds nothing in most lines of prose.
 */
export function isTypedCommand(name: string, value: string, tool: NameReading): boolean {
  if (!terminalInputs.has(name) || !tool.words.some(word => screens.has(word))) return false;
  if (!/[\r\n]\s{0,4}$/u.test(value.slice(-6))) return false;
  const first = /^\s{0,20}(?:sudo\s{1,4})?([\w./+-]{1,64})\s/u.exec(value)?.[1] ?? '';
  return /\s[-~/.$"']/u.test(value.slice(0, 512)) && isKnownProgram(first);
}

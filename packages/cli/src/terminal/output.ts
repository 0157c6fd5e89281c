import type { CommandIo } from '../command.ts';
import { safeJson } from './safe-text.ts';
import { styled, type Text } from './styled-text.ts';
import { type TableOptions, tableLines } from './table.ts';

/**
 * Where a command says what it has to say. A command says both the words and the JSON; which of them is printed is
 * decided here, so that with `--json` nothing but JSON reaches the standard output.
 */
export interface Output {
  readonly isJson: boolean;
  /** A line for people, on the standard output; nothing with `--json`. */
  line(text?: Text): void;
  /** Rows for people, columns aligned; nothing with `--json`. */
  table(rows: readonly (readonly Text[])[], options?: Pick<TableOptions, 'head' | 'indent'>): void;
  /** The one document of `--json`; nothing without. */
  json(value: unknown): void;
  /** One line of a stream of `--json`; nothing without. */
  jsonLine(value: unknown): void;
  /** Beside the answer, on the error output: progress, hints, warnings. Printed with `--json` too. */
  note(text: Text): void;
}

export function output(io: CommandIo, json: boolean | undefined = false): Output {
  const say = (stream: NodeJS.WritableStream, text: Text): void => {
    const colours = stream === io.stdout ? io.colours.stdout : io.colours.stderr;
    stream.write(`${styled(text).rendered(colours)}\n`);
  };
  return {
    isJson: json,
    line: (text = '') => {
      if (!json) say(io.stdout, text);
    },
    table: (rows, options = {}) => {
      if (json) return;
      for (const line of tableLines(rows, { ...options, columns: io.columns }))
        say(io.stdout, line);
    },
    json: value => {
      if (json) io.stdout.write(`${safeJson(value, 2)}\n`);
    },
    jsonLine: value => {
      if (json) io.stdout.write(`${safeJson(value)}\n`);
    },
    note: text => say(io.stderr, text),
  };
}

import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Question } from '@countersign/embedded';
import { factRows, rowLines } from '../card/fact-lines.ts';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { bold, dim } from '../terminal/styled-text.ts';

interface Here {
  readonly policy: string;
  readonly data: string;
  readonly roles: readonly string[];
  /** The input belongs to the command. */
  readonly readsInput: boolean;
}

/**
 * A gate in this process, with a person at this terminal. It keeps an honest record, but it is not a security boundary:
 * the user of this program could run the command without it.
 */
export async function openHere(
  io: CommandIo,
  out: Output,
  { policy, data, roles, readsInput }: Here,
) {
  const { embed, EmbedRefused } = await import('@countersign/embedded');
  const canAsk = !readsInput && isTerminal(io.stdin) && isTerminal(io.stderr);
  const person = { name: userInfo().username, roles };
  try {
    const gate = await embed({
      data: resolve(io.cwd, data),
      policy: resolve(io.cwd, policy),
      agent: io.env['COUNTERSIGN_AGENT'] ?? 'terminal',
      decider: { person, decide: canAsk ? question => decideHere(io, out, question) : unanswered },
    });
    const unasked = canAsk
      ? null
      : 'The command needs a decision, but there is no terminal to ask at. Standard input and standard error must both be a terminal.';
    return { gate, server: null, unasked, close: () => gate.close() };
  } catch (error) {
    if (error instanceof EmbedRefused) throw new CommandRefused('not_run', error.message);
    throw error;
  }
}

/** Shows everything that is bound, and asks. Anything but an explicit Proceed is a no. */
async function decideHere(
  io: CommandIo,
  out: Output,
  { view, short_code, signal }: Question,
): Promise<{ readonly decision: 'allow' | 'deny'; readonly reason?: string }> {
  const { isCancel, select } = await import('@clack/prompts');
  const parameters = view.action.filter(({ label }) =>
    JSON.stringify(label).includes('/parameters/'),
  );
  out.note('');
  const rows = [
    ...factRows(parameters, 1, false),
    { key: dim('digest'), depth: 0, value: [dim(view.action_digest)] },
  ];
  for (const line of rowLines(rows, { columns: io.columns, indent: 2 })) out.note(line);
  const choice = await select({
    message: `Run this command? ${bold(short_code).rendered(io.colours.stderr)}`,
    options: [
      { value: 'Cancel', label: 'Cancel' },
      { value: 'Proceed', label: 'Proceed' },
    ],
    initialValue: 'Cancel',
    input: io.stdin as Readable,
    output: io.stderr as Writable,
    signal: AbortSignal.any([signal, io.signal]),
  });
  if (!isCancel(choice) && choice === 'Proceed') return { decision: 'allow' };
  return { decision: 'deny', reason: 'cancelled at the terminal' };
}

/** There is no person to ask. The question ends when its caller gives up. */
function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}

function isTerminal(stream: NodeJS.ReadableStream | NodeJS.WritableStream): boolean {
  return Reflect.get(stream, 'isTTY') === true;
}

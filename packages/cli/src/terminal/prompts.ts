import type { Readable, Writable } from 'node:stream';
import { type CommandIo, CommandRefused } from '../command.ts';
import { safeText } from './safe-text.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** A question with the answers yes and no. Ask only where `io.isTty`. */
export async function askConfirm(
  io: CommandIo,
  message: string,
  initialValue = true,
): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return answered(await confirm({ ...streams(io), message: safeText(message), initialValue }));
}

/** A question with a few answers, chosen with the arrow keys. */
export async function askChoice<Value extends string>(
  io: CommandIo,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value> {
  const { select } = await import('@clack/prompts');
  const options = choices.map(({ value, label, hint }) => ({
    value: value as string,
    label: safeText(label),
    ...(hint === undefined ? {} : { hint: safeText(hint) }),
  }));
  const chosen = await select<string>({ ...streams(io), message: safeText(message), options });
  return answered(chosen) as Value;
}

/** A question that is answered in words; `validate` says what is wrong with them, or nothing. */
export async function askText(
  io: CommandIo,
  message: string,
  validate: (answer: string) => string | undefined = () => undefined,
): Promise<string> {
  const { text } = await import('@clack/prompts');
  const given = await text({
    ...streams(io),
    message: safeText(message),
    validate: answer => validate(answer ?? ''),
  });
  return answered(given);
}

function streams({ stdin, stdout, signal }: CommandIo) {
  return { input: stdin as Readable, output: stdout as Writable, signal };
}

/** A user who leaves a question has interrupted the command. */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new CommandRefused('interrupted', 'Interrupted.');
  return answer as Exclude<T, symbol>;
}

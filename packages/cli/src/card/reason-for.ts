import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { askText } from '../terminal/prompts.ts';

/** The reason that was given, or that a person gives when asked. Nothing is refused or withdrawn without one. */
export async function reasonFor(
  io: CommandIo,
  out: Output,
  given: string | undefined,
  question: string,
): Promise<string> {
  const missing = (reason: string) => (reason.trim() === '' ? 'Expected a reason.' : undefined);
  if (given !== undefined) {
    if (missing(given) === undefined) return given.trim();
    throw new CommandRefused('usage', '--reason: expected words, found none.');
  }
  if (!io.isTty || out.isJson) {
    throw new CommandRefused('usage', 'Expected --reason, because there is no terminal to ask at.');
  }
  return (await askText(io, question, missing)).trim();
}

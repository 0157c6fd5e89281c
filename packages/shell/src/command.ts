import { ProtocolError } from '@countersign/protocol/reason';

/**
 * A program with its arguments, started without a shell in between; or one text for a shell, exactly as it stands. An
 * argument vector says what it means: prefer it.
 */
export type Command = readonly string[] | string;

/** A copy without any other reference. */
export type CommandText = { readonly argv: readonly string[] } | { readonly command: string };

/**
 * Reads a command once. A NUL ends a text for the system and not for its reader, so it is refused here and not after
 * the approval has been used up.
 */
export function readCommand(command: unknown): CommandText {
  if (typeof command === 'string') {
    if (command.trim() === '') throw malformed('', 'expected a command, found only spaces');
    return { command: withoutNul('', command) };
  }
  if (!Array.isArray(command)) throw malformed('', 'expected a list of strings, or one string');
  const argv = Array.from(command as readonly unknown[], (word, at) => withoutNul(`/${at}`, word));
  if (argv[0] === undefined || argv[0] === '')
    throw malformed('/0', 'expected the name of a program, found nothing');
  return { argv };
}

export function withoutNul(path: string, text: unknown): string {
  if (typeof text !== 'string') throw malformed(path, 'expected a string');
  if (text.includes('\0')) throw malformed(path, 'expected no NUL character');
  return text;
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}

import { plainAnswer } from './own-answer.ts';

/** A session of MCP ends with its connection. It is recorded under this prefix, and no approval is bound to it. */
const passingPrefix = 'mcp:';
const sessionCharactersMax = 256;

/** How the session of an MCP connection is recorded. */
export function passingSession(id: string): string {
  return `${passingPrefix}${id.slice(0, sessionCharactersMax)}`;
}

export const sessionNameExpected =
  'Expected a name of a session of at most 256 characters that does not begin with mcp:.';

/**
 * Whether a name can be the name of a lasting session. A name that is too long is refused. If it were cut, it could
 * equal another name.
 */
export function isSessionName(name: string): boolean {
  return name !== '' && name.length <= sessionCharactersMax && !name.startsWith(passingPrefix);
}

/** Whether a request was opened for the session of a call. Calls without a named session share theirs. */
export function isOfSession(recorded: string | null, named: string | null): boolean {
  return (recorded?.startsWith(passingPrefix) === true ? null : recorded) === named;
}

/** The same question was opened for another session. This call must not use the approval of that session. */
export class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

export const otherSessionAnswer = plainAnswer(
  'request_already_open',
  'The call has not run: another session of this agent waits for a decision about the same call. Make the same call again once that call is over. Do not work around it.',
);

import { plainAnswer } from './own-answer.ts';

/** Sessions of MCP end with their connection. They are recorded under this prefix, and bind no approval. */
const passingPrefix = 'mcp:';
const sessionCharactersMax = 256;

/** How the session of an MCP connection is recorded. */
export function passingSession(id: string): string {
  return `${passingPrefix}${id.slice(0, sessionCharactersMax)}`;
}

export const sessionNameExpected =
  'Expected a name of a session of at most 256 characters that does not begin with mcp:.';

/** Whether a name can be that of a session that stays. A name that is too long is refused: shortened, it could be another. */
export function isSessionName(name: string): boolean {
  return name !== '' && name.length <= sessionCharactersMax && !name.startsWith(passingPrefix);
}

/** Whether a request was opened for the session of a call. Calls without a named session share theirs. */
export function isOfSession(recorded: string | null, named: string | null): boolean {
  return (recorded?.startsWith(passingPrefix) === true ? null : recorded) === named;
}

/** The same question was opened for another session, whose approval this call must not use. */
export class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

export const otherSessionAnswer = plainAnswer(
  'request_already_open',
  'The call has not run: another session of this agent waits for a decision about the same call. Make the same call again once that call is over. Do not work around it.',
);

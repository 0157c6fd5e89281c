import { accessCalls } from './access-calls.ts';
import { type Change, changeFeed, type FeedOptions } from './change-feed.ts';
import { operatingCalls } from './operating-calls.ts';
import { type PersonApiOptions, PersonCaller } from './person-caller.ts';
import { requestCalls } from './request-calls.ts';
import { signInCalls } from './sign-in-calls.ts';

/** Everything a person does with a server: every call answers, or throws an `ApiProblem`. */
export type PersonApi = ReturnType<typeof createPersonApi>;

export function createPersonApi(options: PersonApiOptions) {
  const caller = new PersonCaller(options);
  return {
    ...signInCalls(caller),
    ...requestCalls(caller),
    ...accessCalls(caller),
    ...operatingCalls(caller),
    /** Further calls over the same connection, for screens that need them. */
    with: <Calls>(calls: (caller: PersonCaller) => Calls): Calls => calls(caller),
    changes: (feed: FeedOptions): AsyncGenerator<Change, void, undefined> =>
      changeFeed(caller, feed),
  };
}

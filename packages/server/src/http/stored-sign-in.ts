import type { Refusal } from '@countersign/protocol/reason';
import type { Caller } from './caller.ts';
import type { Route } from './route.ts';

type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** Rights that only a signed-in person can have, in whatever way they signed in. */
const ofPeople: ReadonlySet<string> = new Set([
  'person',
  'role',
  'operator',
  'recent_operator',
  'recent_person',
]);

/** Refuses a stored sign-in, whatever the change is. */
export function judgeStored({ lives, use }: PersonCaller): Refusal | null {
  return lives === 'browser' || use === 'change'
    ? null
    : {
        code: 'terminal_change_unconfirmed',
        detail: 'any program of the same user can read the sign-in of a terminal',
      };
}

/** Whether a route writes for people, and says nothing of stored sign-ins: it takes none (OF-10). */
export function refusesStored({ method, access, stored }: Route): boolean {
  if (method === 'GET' || stored !== undefined || access.includes('anyone')) return false;
  return access.some(right => ofPeople.has(right));
}

/** Why a route does not take the sign-in of this caller, or null. */
export function judgeStoredCall(route: Route, caller: Caller): Refusal | null {
  return caller.kind === 'person' && refusesStored(route) ? judgeStored(caller) : null;
}

import { failClosed, loadDirectory } from '@countersign/coordinator';
import { activeCredential } from '@countersign/protocol/directory';
import { millisecondsOf } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { findSessionById } from '../identity/session.ts';
import { type RefusedAnswer, refuseCall } from './answer.ts';
import { callerName } from './caller.ts';
import type { Call } from './route.ts';

/** How many connections each caller holds for long. */
const held = new WeakMap<App, Map<string, number>>();

/** A caller alone takes at most this part of the connections. */
const partOfConnections = 1 / 4;

/**
 * Counts a call whose answer takes long until it has ended, or refuses it: a caller with too many open calls would
 * otherwise shut out all others, including those who decide.
 */
export function holdConnection(
  app: App,
  { caller }: Pick<Call, 'caller'>,
  ended: AbortSignal,
): RefusedAnswer | null {
  const name = callerName(caller) ?? '';
  const counts = held.get(app) ?? new Map<string, number>();
  held.set(app, counts);
  const count = counts.get(name) ?? 0;
  const most = Math.max(1, Math.floor(app.settings.connections_max * partOfConnections));
  if (count >= most) {
    const answer = refuseCall('too_many_calls', `${most} calls of yours are being answered`);
    return { ...answer, headers: { 'retry-after': '1' } };
  }
  if (ended.aborted) return null;
  counts.set(name, count + 1);
  ended.addEventListener(
    'abort',
    () => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
    { once: true },
  );
  return null;
}

const recheckMilliseconds = 1000;

/**
 * Whether the caller would still be let in with the same rights, checked again at intervals. The rights with which a long
 * answer began may have ended since, by a deactivation, a revocation, a change of roles, a sign-out or by time.
 */
export function createRecheck(
  app: App,
  { caller, headers }: Pick<Call, 'caller' | 'headers'>,
): (atOnce?: boolean) => Promise<boolean> {
  const { clock } = app.context;
  const authorization =
    typeof headers['authorization'] === 'string' ? headers['authorization'] : null;
  let checkedAt = millisecondsOf(clock.now());
  const check = async (): Promise<boolean> => {
    if (caller.kind === 'host') {
      // The signature of a host is valid for one moment only. Afterwards its key identifies it.
      const { state } = await loadDirectory(app.context);
      return activeCredential(state, caller.credential_id, clock.now()) !== null;
    }
    if (caller.kind === 'person') {
      // A browser proves its key when the answer begins (SS-5). What may end since then is the session, and what may
      // change are the roles, by which the person sees what the answer tells (DR-4).
      const found = await findSessionById(app.context, caller.session_id);
      return found !== null && isSameSet(found.person.roles, caller.roles);
    }
    const found = await failClosed(() => app.authenticate({ authorization, browser: null }));
    return found.ok && callerName(found.value.caller) === callerName(caller);
  };
  return async (atOnce = false) => {
    const now = millisecondsOf(clock.now());
    if (!atOnce && now >= checkedAt && now - checkedAt < recheckMilliseconds) return true;
    checkedAt = now;
    return check();
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(each => other.includes(each));
}

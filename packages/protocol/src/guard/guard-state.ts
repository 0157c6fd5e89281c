import type { Actor } from '../value/actor.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import type { GuardEvent, GuardReport } from './guard-event.ts';

/** A time in which calls of the agent are recorded, and the person who paused the guard is not asked. */
export interface Pause {
  readonly reason: string;
  readonly began_at: Timestamp;
  readonly ends_at: Timestamp;
  readonly by: Actor;
}

/** The guard of one coding agent on one machine. */
export interface GuardState {
  /** Which coding agent it is; null where nothing was heard of it. */
  readonly agent: string | null;
  readonly report: GuardReport | null;
  readonly reported_at: Timestamp | null;
  /** When a hook or a check was last recorded. */
  readonly seen_at: Timestamp | null;
  /** The last pause that no person ended early. Its time may be over. */
  readonly pause: Pause | null;
}

export const absentGuard: GuardState = {
  agent: null,
  report: null,
  reported_at: null,
  seen_at: null,
  pause: null,
};

export function evolveGuard(state: GuardState, event: GuardEvent): GuardState {
  const { at } = event;
  switch (event.type) {
    case 'guard.reported': {
      const { by: _, ...report } = event.data;
      return { ...state, agent: report.agent, report, reported_at: at, seen_at: at };
    }
    case 'guard.seen':
      return { ...state, agent: event.data.agent, seen_at: at };
    case 'guard.paused': {
      const { reason, ends_at, by } = event.data;
      return { ...state, pause: { reason, began_at: at, ends_at, by } };
    }
    case 'guard.resumed':
      return { ...state, pause: null };
    case 'guard.forgotten':
      return absentGuard;
  }
}

/** The pause that holds at this time, or null. It ends by itself. */
export function pauseAt({ pause }: GuardState, now: Timestamp): Pause | null {
  return pause === null || isDue(pause.ends_at, now) ? null : pause;
}

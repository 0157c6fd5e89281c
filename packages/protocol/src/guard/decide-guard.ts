import type { DirectoryState } from '../directory/directory-state.ts';
import { findLock, lockedBy } from '../directory/find-lock.ts';
import { activeCredential, activePerson, ownerOf } from '../directory/read-directory.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Actor } from '../value/actor.ts';
import { operatorRole } from '../value/principal.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import { type GuardEvent, GuardReport, parseGuardEvent } from './guard-event.ts';
import { type GuardState, pauseAt } from './guard-state.ts';

export type GuardCommand =
  | { readonly type: 'report'; readonly report: GuardReport }
  | { readonly type: 'see'; readonly agent_id: string; readonly agent: string }
  | {
      readonly type: 'pause';
      readonly agent_id: string;
      readonly reason: string;
      readonly seconds: number;
      /** What the person signed with just now, for this pause. */
      readonly credential_id: string;
    }
  | { readonly type: 'resume'; readonly agent_id: string }
  | { readonly type: 'forget'; readonly agent_id: string };

/** In seconds. A pause is for one piece of work. */
export const pauseSeconds = { least: 60, most: 3600 } as const;
/** A guard that is used all day is recorded as seen once in this many seconds. */
const seenEverySeconds = 3600;

/** Decides the events of a guard. Only a person pauses a guard, and only with a passkey (PA-1). */
export function decideGuard(
  state: GuardState,
  command: GuardCommand & { readonly by: Actor },
  directory: DirectoryState,
  now: Timestamp,
): Decision<GuardEvent> {
  const { by } = command;
  switch (command.type) {
    case 'report':
      return emit(event('guard.reported', now, { ...GuardReport.parse(command.report), by }));
    case 'see': {
      const { agent_id, agent } = command;
      const isRecent =
        state.agent === agent &&
        state.seen_at !== null &&
        addSeconds(state.seen_at, seenEverySeconds) > now;
      return isRecent ? emit() : emit(event('guard.seen', now, { agent_id, agent, by }));
    }
    case 'pause':
      return pause(state, command, directory, now);
    case 'resume': {
      if (pauseAt(state, now) === null) return emit();
      const refusal = judgePerson(directory, command);
      if (refusal !== null) return decline(refusal);
      return emit(event('guard.resumed', now, { agent_id: command.agent_id, by }));
    }
    case 'forget': {
      if (state.agent === null) return emit();
      const refusal = judgePerson(directory, command);
      if (refusal !== null) return decline(refusal);
      return emit(event('guard.forgotten', now, { agent_id: command.agent_id, by }));
    }
  }
}

function pause(
  state: GuardState,
  command: Extract<GuardCommand, { type: 'pause' }> & { readonly by: Actor },
  directory: DirectoryState,
  now: Timestamp,
): Decision<GuardEvent> {
  const { agent_id, reason, seconds, credential_id, by } = command;
  if (reason.trim() === '') return no('reason_missing', 'expected the reason for the pause');
  if (!Number.isInteger(seconds) || seconds < pauseSeconds.least || seconds > pauseSeconds.most) {
    const { least, most } = pauseSeconds;
    return no('parameter_malformed', `expected a pause of ${least} to ${most} seconds`);
  }
  if (state.agent === null) return no('guard_not_found', 'no guard has reported for this agent');
  const refusal = judgePerson(directory, command);
  if (refusal !== null) return decline(refusal);
  const credential = activeCredential(directory, credential_id, now);
  if (credential?.kind !== 'passkey' || credential.person_id !== by.identity) {
    return no('step_up_missing', 'expected a passkey of the person who pauses the guard');
  }
  const ends_at = addSeconds(now, seconds);
  return emit(event('guard.paused', now, { agent_id, reason, ends_at, credential_id, by }));
}

/** An operator, or the person whose agent it is. A lock on either closes it. */
function judgePerson(
  directory: DirectoryState,
  { agent_id, by }: { readonly agent_id: string; readonly by: Actor },
): Refusal | null {
  const person = by.kind === 'human' ? activePerson(directory, by.identity) : null;
  const isTheirs = person !== null && ownerOf(directory, agent_id) === person.person_id;
  if (person === null || !(isTheirs || person.roles.includes(operatorRole))) {
    const detail = 'expected an operator, or the person whose agent it is';
    return { code: 'actor_not_permitted', detail };
  }
  const lock = findLock(directory, [
    { kind: 'agent', agent_id },
    { kind: 'person', person_id: person.person_id },
  ]);
  return lock === null ? null : lockedBy(lock);
}

function event(type: GuardEvent['type'], at: Timestamp, data: object): GuardEvent {
  return parseGuardEvent({ type, at, data });
}

function no(code: ReasonCode, detail: string): Decision<GuardEvent> {
  return decline({ code, detail });
}

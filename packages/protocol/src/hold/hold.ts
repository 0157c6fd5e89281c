import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { eventForm } from '../stream/event-form.ts';
import { Actor, actorOf, systemActor } from '../value/actor.ts';
import { meetsPersonAssurance } from '../value/assurance.ts';
import { HoldId } from '../value/ids.ts';
import type { Principal } from '../value/principal.ts';
import { RiskLevel } from '../value/risk.ts';
import { isDue, Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** What a message of the agent was understood to announce. It only ever adds friction (GT-7). */
export const DetectedIntent = z.strictObject({
  confirmation_required: z.boolean(),
  risk_level: RiskLevel,
  action_type: Name,
  scope: z.strictObject({
    records: z.int().min(0).nullable().default(null),
    type: Name.nullable().default(null),
    amount: z.number().min(0).nullable().default(null),
    currency: Name.nullable().default(null),
    environment: Name.nullable().default(null),
    path: Name.nullable().default(null),
    branch: Name.nullable().default(null),
  }),
});
export type DetectedIntent = z.infer<typeof DetectedIntent>;

/** How long a halted session waits for a person before the answer is no. */
export const holdSeconds = 900;

/**
 * Whom the policy admits to answer. A hold with this member has form 2: its words are kept under `message_digest`, only
 * these people answer it, and it also halts the calls of its agent that name no session. A hold without it keeps the
 * meaning of form 1.
 */
export const Admitted = z.strictObject({
  identities: z.array(Name).max(1024),
  roles: z.array(Name).max(256),
});
export type Admitted = z.infer<typeof Admitted>;

/** A halted session: an agent announced something, and no bound action exists to ask about. */
export const Hold = z
  .strictObject({
    hold_id: HoldId,
    session_id: Name,
    /** The agent whose session it is (GT-11). Holds from before sessions had owners name none. */
    agent_id: Name.optional(),
    plan_id: Name.nullable().default(null),
    message_digest: Digest,
    intent: DetectedIntent,
    placed_at: Timestamp,
    expires_at: Timestamp,
    admits: Admitted.optional(),
  })
  .refine(hold => hold.placed_at < hold.expires_at, {
    path: ['expires_at'],
    message: 'expected a time after placed_at',
  });
export type Hold = z.infer<typeof Hold>;

export const parseHold = parserOf('Hold', Hold);

/** The only two buttons there are (EV-5). */
export const confirmationChoices = ['Proceed', 'Cancel'] as const;

export const HoldEvent = z.discriminatedUnion('type', [
  eventForm('hold.placed', z.strictObject({ hold: Hold })),
  // The host said that another session continues the halted conversation.
  eventForm('hold.extended', z.strictObject({ hold_id: HoldId, session_id: Name })),
  eventForm('hold.rendered', z.strictObject({ hold_id: HoldId, to: Actor })),
  eventForm(
    'hold.answered',
    z.strictObject({
      hold_id: HoldId,
      answer: z.enum(['proceed', 'cancel', 'expired']),
      by: Actor,
    }),
  ),
  eventForm('hold.resumed', z.strictObject({ hold_id: HoldId, proceed: z.boolean(), by: Actor })),
]);
export type HoldEvent = z.infer<typeof HoldEvent>;

export const parseHoldEvent = parserOf('HoldEvent', HoldEvent);

/**
 * # absent
 * The session is not halted by this hold.
 *
 * # placed
 * Every tool call of the session is refused until a person answers or time runs out.
 *
 * # lifted
 * A person pressed Proceed. The session goes on; nothing was permitted by that, every call still gets its
 * own decision (GT-9). Final.
 *
 * # refused
 * A person answered anything else, or no answer came in time. The plan in that session ends. Final.
 */
export type HoldStatus = 'absent' | 'placed' | 'lifted' | 'refused';

export type HoldState =
  | { readonly status: 'absent' }
  | {
      readonly status: Exclude<HoldStatus, 'absent'>;
      readonly hold: Hold;
      /** The sessions that it halts: its own, and those that continue the same conversation. */
      readonly sessions: readonly string[];
      /** To whom a screen showed it. */
      readonly rendered: readonly string[];
      /** How and when it was answered; null while it stands. */
      readonly answered: HoldAnswered | null;
      /** Whether the agent was given the answer. */
      readonly resumed: boolean;
    };

export interface HoldAnswered {
  readonly answer: 'proceed' | 'cancel' | 'expired';
  readonly by: Actor;
  readonly at: Timestamp;
}

/** As many people as are noted to have seen a hold. */
const renderedMax = 64;

export const absentHold: HoldState = { status: 'absent' };

export type HoldCommand =
  | {
      readonly type: 'place';
      readonly hold: Hold;
      /** The other sessions of the same conversation, which it halts too. */
      readonly others?: readonly string[];
    }
  | { readonly type: 'answer'; readonly choice: unknown; readonly principal: Principal }
  | { readonly type: 'expire' }
  | { readonly type: 'extend'; readonly session_id: string }
  | { readonly type: 'render'; readonly principal: Principal }
  | { readonly type: 'resume'; readonly by: Actor };

export function decideHold(
  state: HoldState,
  command: HoldCommand,
  now: Timestamp,
): Decision<HoldEvent> {
  if (command.type === 'place') return placeHold(state, command.hold, command.others ?? [], now);
  if (state.status === 'absent') return decline({ code: 'hold_not_found', detail: 'no such hold' });
  if (command.type === 'resume') return resumeHold(state, command.by, now);
  if (state.status !== 'placed') {
    return decline({ code: 'hold_already_answered', detail: `the hold is ${state.status}` });
  }
  const { hold_id, expires_at } = state.hold;
  const due = isDue(expires_at, now);
  switch (command.type) {
    case 'expire':
      return due
        ? emit({
            type: 'hold.answered',
            at: now,
            data: { hold_id, answer: 'expired', by: systemActor },
          })
        : decline({ code: 'deadline_not_reached', detail: `the hold ends at ${expires_at}` });
    case 'extend': {
      // Also when its time is over: the hold halts until its end is recorded.
      const { session_id } = command;
      return state.sessions.includes(session_id)
        ? emit()
        : emit({ type: 'hold.extended', at: now, data: { hold_id, session_id } });
    }
    case 'render': {
      const refusal = judgeAnswerer(state.hold, command.principal);
      if (refusal !== null) return decline(refusal);
      const to = actorOf(command.principal);
      const isNoted = state.rendered.includes(to.identity) || state.rendered.length >= renderedMax;
      return isNoted ? emit() : emit({ type: 'hold.rendered', at: now, data: { hold_id, to } });
    }
    case 'answer': {
      const { principal, choice } = command;
      const refusal = judgeAnswerer(state.hold, principal);
      if (refusal !== null) return decline(refusal);
      if (due) return decline({ code: 'hold_expired', detail: `the hold ended at ${expires_at}` });
      const answer = choice === confirmationChoices[0] ? 'proceed' : 'cancel';
      return emit({
        type: 'hold.answered',
        at: now,
        data: { hold_id, answer, by: actorOf(principal) },
      });
    }
  }
}

function placeHold(
  state: HoldState,
  hold: Hold,
  others: readonly string[],
  now: Timestamp,
): Decision<HoldEvent> {
  if (state.status !== 'absent') {
    return decline({ code: 'hold_already_placed', detail: 'this hold was placed before' });
  }
  if (isDue(hold.expires_at, now)) {
    return decline({ code: 'hold_expired', detail: `it would have ended at ${hold.expires_at}` });
  }
  const { hold_id } = hold;
  return emit<HoldEvent>(
    { type: 'hold.placed', at: now, data: { hold } },
    ...others.map(
      (session_id): HoldEvent => ({
        type: 'hold.extended',
        at: now,
        data: { hold_id, session_id },
      }),
    ),
  );
}

function resumeHold(
  state: Exclude<HoldState, { readonly status: 'absent' }>,
  by: Actor,
  now: Timestamp,
): Decision<HoldEvent> {
  const proceed = holdAnswer(state);
  if (proceed === null) {
    return decline({ code: 'session_on_hold', detail: 'a person has not answered yet' });
  }
  const { hold_id } = state.hold;
  return state.resumed
    ? emit()
    : emit({ type: 'hold.resumed', at: now, data: { hold_id, proceed, by } });
}

/** Why this caller does not answer the hold; null where they may. */
function judgeAnswerer(hold: Hold, principal: Principal): Refusal | null {
  if (principal.kind === 'agent') return { code: 'approver_is_agent', detail: 'expected a person' };
  if (principal.kind !== 'human') {
    return {
      code: 'approver_kind_not_permitted',
      detail: 'expected a person, found a service',
    };
  }
  if (!meetsPersonAssurance(principal.assurance, 'conversation')) {
    return {
      code: 'approver_assurance_too_low',
      detail: `expected conversation or better, found ${principal.assurance}`,
    };
  }
  return isAdmitted(hold, principal)
    ? null
    : {
        code: 'approver_not_eligible',
        detail: 'expected a person whom the policy admits for this agent',
      };
}

/** Whether a person is among those whom the policy admits. Before holds said so, any person was. */
export function isAdmitted(
  { admits }: Pick<Hold, 'admits'>,
  principal: Pick<Extract<Principal, { kind: 'human' }>, 'person_id' | 'roles'>,
): boolean {
  return (
    admits === undefined ||
    admits.identities.includes(principal.person_id) ||
    principal.roles.some(role => admits.roles.includes(role))
  );
}

export function evolveHold(state: HoldState, event: HoldEvent): HoldState {
  if (event.type === 'hold.placed' && state.status === 'absent') {
    const { hold } = event.data;
    return {
      status: 'placed',
      hold,
      sessions: [hold.session_id],
      rendered: [],
      answered: null,
      resumed: false,
    };
  }
  if (state.status === 'placed') {
    switch (event.type) {
      case 'hold.extended':
        return { ...state, sessions: [...state.sessions, event.data.session_id] };
      case 'hold.rendered':
        return { ...state, rendered: [...state.rendered, event.data.to.identity] };
      case 'hold.answered': {
        const { answer, by } = event.data;
        const status = answer === 'proceed' ? 'lifted' : 'refused';
        return { ...state, status, answered: { answer, by, at: event.at } };
      }
    }
  } else if (event.type === 'hold.resumed' && state.status !== 'absent' && !state.resumed) {
    return { ...state, resumed: true };
  }
  throw new InvariantViolation(
    'EV-6',
    `${event.type} cannot follow in a hold that is ${state.status}`,
  );
}

/** Whether the halted session may make tool calls. */
export function judgeSession(state: HoldState): Result<null> {
  return state.status === 'placed'
    ? refuse('session_on_hold', 'a person has not answered yet')
    : accept(null);
}

/** The boolean that the agent resumes with, rebuilt from the record; null while the hold is unanswered. */
export function holdAnswer(state: HoldState): boolean | null {
  if (state.status === 'absent' || state.status === 'placed') return null;
  return state.status === 'lifted';
}

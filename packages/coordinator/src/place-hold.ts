import { sha256, sha256OfText } from '@countersign/protocol/crypto';
import {
  absentHold,
  decideHold,
  evolveHold,
  type Hold,
  type HoldCommand,
  type HoldEvent,
  type HoldState,
  parseHold,
} from '@countersign/protocol/hold';
import { decidePlan } from '@countersign/protocol/plan';
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { sealEvents } from '@countersign/protocol/stream';
import {
  type Actor,
  addSeconds,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import { takeBytes } from './byte-quota.ts';
import { changeStream, type StreamChange } from './change-stream.ts';
import type { ActionBytes, ClaimTaken, StreamAppend } from './commit.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { conversationOf } from './join-conversation.ts';
import { holdSlots, latestHoldKey, loadHold, nextHold } from './load-hold.ts';
import { loadPlan } from './load-plan.ts';
import { coveredCaller, passLocks } from './pass-locks.ts';
import { decisionBytes } from './proposal-bytes.ts';
import { released } from './request-claims.ts';
import type { HeldClaim } from './store.ts';
import { holdStream, planStream, sessionKey } from './stream-name.ts';

/** More than any agent needs, and few enough to scan: every hold is scanned until it is answered or over. */
const holdsOfAgentMax = 500;

/**
 * Halts a session of an agent until a person answers: until then every tool call in it is refused (GT-9). An agent can
 * halt only a limited number of sessions at once. Otherwise it could bury the holds of others. An agent whose hold is
 * refused must not continue.
 */
export function placeHold(
  context: Context,
  value: unknown,
  /** What the agent wrote, which is kept like the bytes of an action: under its digest, until its retention ends. */
  words?: string,
): Promise<Result<HoldState>> {
  return failClosed(async () => {
    const hold = parseHold(value);
    const { agent_id: agentId } = hold;
    if (agentId === undefined) {
      return refuse('object_malformed', 'agent_id: expected the agent whose session it is');
    }
    if (words !== undefined && sha256OfText(words) !== hold.message_digest) {
      return refuse('object_malformed', 'message_digest: expected the digest of the words');
    }
    const bytes = decisionBytes + new TextEncoder().encode(words ?? '').length;
    let kept = await takeBytes(context, agentId, bytes);
    for (let tries = 0; tries < context.settings.triesMax; tries++) {
      if (!kept.ok) return kept;
      const parts = kept.value;
      const held = await context.store.listClaims('slot', holdSlots(agentId));
      const slot = freeHoldSlot(held, agentId);
      if (slot === null) {
        return refuse(
          'rate_limited',
          `expected at most ${holdsOfAgentMax} halted sessions at once`,
        );
      }
      const session = { agent_id: agentId, session_id: hold.session_id };
      const conversation = await conversationOf(context, session);
      const placed = await changeHold(
        context,
        hold,
        { type: 'place', hold, others: conversation.others },
        {
          pass: async () => {
            const unlocked = await passLocks(context, [{ kind: 'agent', agent_id: agentId }]);
            if (!unlocked.ok) return unlocked;
            const { streams, absentClaims } = await conversationOf(context, session);
            return sha256({ streams, absentClaims }) === sha256(guardsOf(conversation))
              ? accept([...unlocked.value, ...streams])
              : { ok: false, refusal: conversationGrew };
          },
          absentClaims: () => conversation.absentClaims,
          claims: [
            ...[hold.session_id, ...conversation.others].map(session_id => ({
              scope: 'hold' as const,
              key: sessionKey({ agent_id: agentId, session_id }),
              until: null,
            })),
            { scope: 'slot', key: slot, until: hold.expires_at },
            ...(hold.admits === undefined ? [] : claimsOfLatest(held, agentId)),
            ...parts,
          ],
          window: () => ({ notAfter: hold.expires_at, tooLate: 'hold_expired' }),
          actions: now => (words === undefined ? [] : [keptWords(context, hold, words, now)]),
          onClaimTaken: ({ scope }) =>
            scope === 'slot' ? slotTaken : scope === 'quota' ? partTaken : onHold,
        },
      );
      if (placed.ok) return placed;
      if (placed.refusal === partTaken) kept = await takeBytes(context, agentId, bytes);
      else if (![slotTaken, conversationGrew].includes(placed.refusal)) return placed;
    }
    return { ok: false, refusal: slotTaken };
  });
}

function keptWords(
  { settings }: Context,
  { message_digest, expires_at }: Hold,
  text: string,
  now: Timestamp,
): ActionBytes {
  const asSet = addSeconds(now, settings.retainActionsSeconds);
  return {
    digest: message_digest,
    text,
    retainUntil: asSet > expires_at ? asSet : expires_at,
  };
}

const onHold: Refusal = { code: 'session_on_hold', detail: 'the session is halted already' };
const partTaken: Refusal = { code: 'commit_contended', detail: 'another process took the bytes' };
const conversationGrew: Refusal = {
  code: 'commit_contended',
  detail: 'another session joined the conversation meanwhile',
};
const slotTaken: Refusal = { code: 'commit_contended', detail: 'other calls came first each time' };

/**
 * A hold of form 2 halts every call of its agent that names no session. Such a call cannot know which hold comes next, so
 * the holds of an agent follow one another: each takes a claim that the commits of those calls require to be absent.
 */
function claimsOfLatest(held: readonly HeldClaim[], agentId: string): ClaimTaken[] {
  const key = latestHoldKey(agentId);
  const latest = held.find(claim => claim.key === key);
  const next: ClaimTaken = { ...nextHold(latest, agentId), until: null };
  if (latest === undefined) return [next];
  return [{ scope: 'slot', key, until: null, from: latest.owner }, next];
}

function freeHoldSlot(held: readonly HeldClaim[], agentId: string): string | null {
  const prefix = holdSlots(agentId);
  const taken = new Set(held.map(({ key }) => key));
  for (let slot = 0; slot < holdsOfAgentMax; slot++) {
    if (!taken.has(`${prefix}${slot}`)) return `${prefix}${slot}`;
  }
  return null;
}

/** A person answers; anything but an explicit Proceed is a refusal and ends the plan in that session. */
export function answerHold(
  context: Context,
  input: { readonly holdId: string; readonly choice: unknown; readonly principal: Principal },
): Promise<Result<HoldState>> {
  const { choice, principal } = input;
  return endHold(context, input.holdId, { type: 'answer', choice, principal });
}

/** Records what the clock has already decided about an unanswered hold. */
export function expireHold(context: Context, holdId: string): Promise<Result<HoldState>> {
  return endHold(context, holdId, { type: 'expire' });
}

function endHold(
  context: Context,
  holdId: string,
  command: HoldCommand,
): Promise<Result<HoldState>> {
  return failClosed(async () => {
    const { state } = await loadHold(context, holdId);
    if (state.status === 'absent') return refuse('hold_not_found', 'there is no such hold');
    const { hold } = state;
    return changeHold(context, hold, command, {
      ...(command.type === 'answer'
        ? { pass: () => passLocks(context, coveredCaller(command.principal)) }
        : {}),
      claimEnds: state =>
        sessionsOf(state).map(session_id => ({
          scope: 'hold',
          key: sessionKey({ ...hold, session_id }),
          until: released,
        })),
      window: () =>
        command.type === 'expire'
          ? { notBefore: hold.expires_at }
          : { notAfter: hold.expires_at, tooLate: 'hold_expired' },
      also: (events, now) => abortPlan(context, hold, events, now),
    });
  });
}

/** A screen showed the hold to a person who may answer it: RENDER, which the log keeps once for each person. */
export function renderHold(
  context: Context,
  input: { readonly holdId: string; readonly principal: Principal },
): Promise<Result<HoldState>> {
  const { holdId, principal } = input;
  return noteOnHold(context, holdId, { type: 'render', principal });
}

/** The agent takes the answer: RESUME, which the log keeps once. It fails while no one has answered. */
export function resumeHold(
  context: Context,
  input: { readonly holdId: string; readonly by: Actor },
): Promise<Result<HoldState>> {
  const { holdId, by } = input;
  return noteOnHold(context, holdId, { type: 'resume', by });
}

function noteOnHold(
  context: Context,
  holdId: string,
  command: HoldCommand,
): Promise<Result<HoldState>> {
  return failClosed(async () => {
    const { state } = await loadHold(context, holdId);
    if (state.status === 'absent') return refuse('hold_not_found', 'there is no such hold');
    return changeHold(context, state.hold, command, {});
  });
}

function sessionsOf(state: HoldState): readonly string[] {
  return state.status === 'absent' ? [] : state.sessions;
}

/** The versions and claims that were read. They must be the same as the hold is placed. */
function guardsOf({ streams, absentClaims }: Awaited<ReturnType<typeof conversationOf>>) {
  return { streams, absentClaims };
}

function changeHold(
  context: Context,
  hold: Hold,
  command: HoldCommand,
  more: Partial<StreamChange<HoldState, HoldEvent>>,
): Promise<Result<HoldState>> {
  return changeStream<HoldState, HoldEvent>(context, {
    stream: holdStream(hold.hold_id),
    folding: { initial: absentHold, evolve: evolveHold },
    decide: (state, now) => decideHold(state, command, now),
    ...more,
  });
}

async function abortPlan(
  context: Context,
  hold: Hold,
  events: readonly HoldEvent[],
  now: Timestamp,
): Promise<StreamAppend[]> {
  const refusedByPerson = events.some(
    event => event.type === 'hold.answered' && event.data.answer !== 'proceed',
  );
  if (!refusedByPerson || hold.plan_id === null) return [];
  const { plan_id, agent_id = null } = hold;
  const plan = await loadPlan(context, { plan_id, agent_id });
  const decision = decidePlan(
    plan.state,
    { type: 'abort', reason: `${hold.hold_id} was refused` },
    now,
  );
  if (!decision.ok) return [];
  const stream = planStream(plan.state);
  return [
    {
      stream,
      expectedVersion: plan.version,
      events: sealEvents(stream, plan.head, decision.events),
      row: null,
    },
  ];
}

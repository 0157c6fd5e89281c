import {
  type ConversationEvent,
  type ConversationState,
  decideConversation,
  decideHold,
  emptyConversation,
  evolveConversation,
  type HoldEvent,
} from '@countersign/protocol/hold';
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { sealEvents } from '@countersign/protocol/stream';
import { actorOf, Name, type Principal, type Timestamp } from '@countersign/protocol/value';
import { takeBytes } from './byte-quota.ts';
import { changeStream, type StreamChange } from './change-stream.ts';
import type { ClaimKey, ClaimTaken, StreamAppend } from './commit.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadHoldStream, type StandingHold } from './load-hold.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { coveredCaller, passLocks } from './pass-locks.ts';
import { decisionBytes } from './proposal-bytes.ts';
import { conversationStream, sessionKey } from './stream-name.ts';

/** A session of an agent, and the conversation that its host says it belongs to. */
export interface Joining {
  readonly agent_id: string;
  readonly conversation_id: string;
  readonly session_id: string;
}

/** What halts the sessions of a conversation, as it was read. */
interface Halt {
  readonly stream: string;
  readonly loaded: Loaded<StandingHold>;
}

const folding = { initial: emptyConversation, evolve: evolveConversation };

/**
 * A host says that a session belongs to a conversation. From then on a hold on one session of it halts every session of
 * it, and a hold that stands already halts the session that joins, in the same commit (GT-9).
 */
export function joinConversation(
  context: Context,
  joining: Joining,
  principal: Principal | null,
): Promise<Result<{ readonly halted: boolean }>> {
  return failClosed(async () => {
    const agent_id = Name.parse(joining.agent_id);
    const conversation_id = Name.parse(joining.conversation_id);
    const session_id = Name.parse(joining.session_id);
    const by =
      principal === null ? ({ kind: 'service', identity: 'host' } as const) : actorOf(principal);
    const stream = conversationStream({ agent_id, conversation_id });
    let halt: Halt | null = null;
    let guarded: readonly ClaimKey[] = [];
    let sessions: readonly string[] = [];
    let parts: readonly ClaimTaken[] | null = null;
    const change: StreamChange<ConversationState, ConversationEvent> = {
      stream,
      folding,
      pass: async state => {
        const covered = [{ kind: 'agent' as const, agent_id }];
        const caller = principal === null ? [] : coveredCaller(principal);
        const unlocked = await passLocks(context, [...covered, ...caller]);
        if (!unlocked.ok) return unlocked;
        sessions = [...new Set([...state.sessions, session_id])];
        // What a session keeps counts among the bytes of its agent (HI-5). To join again keeps nothing.
        if (parts === null && !state.sessions.includes(session_id)) {
          const kept = await takeBytes(context, agent_id, decisionBytes);
          if (!kept.ok) return kept;
          parts = kept.value;
        }
        const found = await haltOf(context, agent_id, sessions);
        if (!found.ok) return found;
        ({ halt, guarded } = found.value);
        return unlocked;
      },
      decide: (state, now) =>
        decideConversation(state, { agent_id, conversation_id, session_id, by }, now),
      get claims() {
        const key = sessionKey({ agent_id, session_id });
        return [{ scope: 'conversation' as const, key, until: null }, ...(parts ?? [])];
      },
      absentClaims: () => guarded,
      also: async (_events, now) => (halt === null ? [] : extension(halt, agent_id, sessions, now)),
      onClaimTaken: ({ scope }) =>
        scope === 'conversation' ? elsewhere : scope === 'quota' ? partTaken : haltedMeanwhile,
    };
    for (let tries = 0; tries < context.settings.triesMax; tries++) {
      const joined = await changeStream(context, change);
      if (joined.ok) return accept({ halted: halt !== null });
      if (joined.refusal !== partTaken) return joined;
      parts = null;
    }
    return { ok: false, refusal: partTaken };
  });
}

const elsewhere: Refusal = {
  code: 'session_in_other_conversation',
  detail: 'the session belongs to another conversation',
};
const partTaken: Refusal = { code: 'commit_contended', detail: 'another process took the bytes' };
const haltedMeanwhile: Refusal = {
  code: 'session_on_hold',
  detail: 'another hold halts one of the sessions',
};

/** The one hold on these sessions. Two different holds cannot become one, so that is refused. */
async function haltOf(
  context: Context,
  agent_id: string,
  sessions: readonly string[],
): Promise<Result<{ readonly halt: Halt | null; readonly guarded: readonly ClaimKey[] }>> {
  const keys = sessions.map(
    session_id => ({ scope: 'hold', key: sessionKey({ agent_id, session_id }) }) as const,
  );
  const held = await Promise.all(keys.map(key => context.store.findClaim(key)));
  const owners = new Set(held.flatMap(claim => (claim === null ? [] : [claim.owner])));
  const [owner, another] = owners;
  if (owner === undefined) return accept({ halt: null, guarded: keys });
  if (another !== undefined) return refuse('session_on_hold', 'the sessions have different holds');
  const { state, ...loaded } = await loadHoldStream(context, owner);
  return state.status === 'absent'
    ? refuse('session_on_hold', 'one of the sessions is halted')
    : accept({ halt: { stream: owner, loaded: { ...loaded, state } }, guarded: [] });
}

/** The same hold, on the sessions that it did not halt yet. */
function extension(
  { stream, loaded }: Halt,
  agent_id: string,
  sessions: readonly string[],
  now: Timestamp,
): StreamAppend[] {
  const added = sessions.filter(session_id => !loaded.state.sessions.includes(session_id));
  const events = added.flatMap((session_id): HoldEvent[] => {
    const decision = decideHold(loaded.state, { type: 'extend', session_id }, now);
    return decision.ok ? [...decision.events] : [];
  });
  if (events.length === 0) return [];
  return [
    {
      stream,
      expectedVersion: loaded.version,
      events: sealEvents(stream, loaded.head, events),
      row: null,
      claims: added.map(session_id => ({
        scope: 'hold',
        key: sessionKey({ agent_id, session_id }),
        until: null,
      })),
    },
  ];
}

/** The other sessions of the conversation that a session belongs to, and what must still hold as a hold is placed. */
export async function conversationOf(
  { store }: Pick<Context, 'store'>,
  session: { readonly agent_id: string; readonly session_id: string },
): Promise<{
  readonly others: readonly string[];
  readonly streams: readonly { readonly stream: string; readonly version: number }[];
  readonly absentClaims: readonly ClaimKey[];
}> {
  const key = { scope: 'conversation', key: sessionKey(session) } as const;
  const claim = await store.findClaim(key);
  if (claim === null) return { others: [], streams: [], absentClaims: [key] };
  const { state, version } = await loadStream<ConversationState, ConversationEvent>(
    store,
    claim.owner,
    folding,
  );
  return {
    others: state.sessions.filter(name => name !== session.session_id),
    streams: [{ stream: claim.owner, version }],
    absentClaims: [],
  };
}

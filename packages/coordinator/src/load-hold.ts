import { sha256 } from '@countersign/protocol/crypto';
import { absentHold, evolveHold, type HoldEvent, type HoldState } from '@countersign/protocol/hold';
import type { ClaimKey } from './commit.ts';
import type { Context } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { holdStream, sessionKey } from './stream-name.ts';

export function loadHold(context: Context, holdId: string): Promise<Loaded<HoldState>> {
  return loadHoldStream(context, holdStream(holdId));
}

/** A session of an agent; null for a call that belongs to none. */
type AgentSession = { readonly session_id: string; readonly agent_id: string } | null;

export function sessionOf(call: {
  readonly agent_id: string;
  readonly scope: { readonly session_id: string | null };
}): AgentSession {
  const { agent_id, scope } = call;
  return scope.session_id === null ? null : { session_id: scope.session_id, agent_id };
}

/** What halts a session while it is claimed: a hold of its agent, or one from before sessions had owners. */
export function sessionClaims(session: AgentSession): readonly ClaimKey[] {
  if (session === null) return [];
  const { session_id } = session;
  return [
    { scope: 'hold', key: sessionKey(session) },
    { scope: 'hold', key: sessionKey({ session_id }) },
  ];
}

/** The numbered slots that the holds of one agent take. */
export function holdSlots(agentId: string): string {
  return `hold/${sha256(agentId)}/`;
}

/**
 * The hold that halts a call, or null where none does. A call that names no session could belong to any conversation of
 * its agent, so each hold of form 2 halts it.
 */
export async function loadHoldOn(
  context: Context,
  call: {
    readonly agent_id: string;
    readonly scope: { readonly session_id: string | null };
  },
): Promise<HoldState | null> {
  const session = sessionOf(call);
  if (session !== null) return loadSessionHold(context, session);
  // A store without people has no hold that names whom policy admits.
  if (context.people.locked === undefined) return null;
  for (const { owner } of await context.store.listClaims('slot', holdSlots(call.agent_id))) {
    const { state } = await loadHoldStream(context, owner);
    if (state.status === 'placed' && state.hold.admits !== undefined) return state;
  }
  return null;
}

/** The hold on a session, or null where it is not halted. */
export async function loadSessionHold(
  context: Context,
  session: AgentSession,
): Promise<HoldState | null> {
  const claims = sessionClaims(session).map(key => context.store.findClaim(key));
  const [claim] = (await Promise.all(claims)).filter(found => found !== null);
  return claim === undefined ? null : (await loadHoldStream(context, claim.owner)).state;
}

export function loadHoldStream(context: Context, stream: string): Promise<Loaded<HoldState>> {
  return loadStream<HoldState, HoldEvent>(context.store, stream, {
    initial: absentHold,
    evolve: evolveHold,
  });
}

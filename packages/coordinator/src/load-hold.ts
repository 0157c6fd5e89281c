import { sha256 } from '@countersign/protocol/crypto';
import { absentHold, evolveHold, type HoldEvent, type HoldState } from '@countersign/protocol/hold';
import type { ClaimKey } from './commit.ts';
import type { Context } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import type { HeldClaim } from './store.ts';
import { holdStream, sessionKey } from './stream-name.ts';

/** A hold that exists, in any state. */
export type StandingHold = Exclude<HoldState, { readonly status: 'absent' }>;

export function loadHold(context: Context, holdId: string): Promise<Loaded<HoldState>> {
  return loadHoldStream(context, holdStream(holdId));
}

/** A session of an agent; null for a call that belongs to none. */
type AgentSession = { readonly session_id: string; readonly agent_id: string } | null;

function sessionOf(call: {
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

/** The slots that the holds of one agent take, and the claim of its latest hold. */
export function holdSlots(agentId: string): string {
  return `hold/${sha256(agentId)}/`;
}

/** The latest hold of form 2 of an agent has this claim. The next one takes it over. */
export function latestHoldKey(agentId: string): string {
  return latestOf(holdSlots(agentId));
}

function latestOf(slots: string): string {
  return `${slots}latest`;
}

/** The next hold of form 2 of an agent takes this claim and never releases it. The claim shows that there is one. */
export function nextHold(latest: HeldClaim | undefined, agentId: string): ClaimKey {
  return nextAfter(latest, latestHoldKey(agentId));
}

function nextAfter(latest: HeldClaim | undefined, latestKey: string): ClaimKey {
  return { scope: 'slot', key: latest === undefined ? latestKey : `after/${latest.owner}` };
}

/** What halts a call, as it was read. */
interface HaltRead {
  readonly hold: HoldState | null;
  /** Claims that a commit of the call requires to be absent. A hold that halts the call takes one of them. */
  readonly absentClaims: readonly ClaimKey[];
}

/**
 * The hold that halts a call, or null where none does. A call that names no session could belong to any conversation of
 * its agent, so each hold of form 2 halts it (GT-9).
 */
export async function loadHalt(
  context: Context,
  call: {
    readonly agent_id: string;
    readonly scope: { readonly session_id: string | null };
  },
): Promise<HaltRead> {
  const session = sessionOf(call);
  if (session !== null) {
    const absentClaims = sessionClaims(session);
    return { hold: await loadSessionHold(context, session), absentClaims };
  }
  // A store without people has no hold that names whom policy admits.
  if (context.people.locked === undefined) return { hold: null, absentClaims: [] };
  const { agent_id } = call;
  const slots = holdSlots(agent_id);
  const latestKey = latestOf(slots);
  const claims = await context.store.listClaims('slot', slots);
  const latest = claims.find(({ key }) => key === latestKey);
  const absentClaims = [nextAfter(latest, latestKey)];
  for (const { key, owner } of claims) {
    // The latest hold has a slot as well.
    if (key === latest?.key) continue;
    const { state } = await loadHoldStream(context, owner);
    if (state.status === 'placed' && state.hold.admits !== undefined) {
      return { hold: state, absentClaims };
    }
  }
  return { hold: null, absentClaims };
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

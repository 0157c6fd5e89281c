import {
  type Context,
  inForceFor,
  loadDirectory,
  readProfile,
  type StoreState,
} from '@countersign/coordinator';
import type { Approver, Stage } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { type DirectoryState, passkeysOf } from '@countersign/protocol/directory';
import { judgeDecider, type OpenedRequest } from '@countersign/protocol/request';
import {
  atLeastRisk,
  identityOf,
  meetsPersonAssurance,
  type RiskLevel,
} from '@countersign/protocol/value';
import type { Eligibility } from '@countersign/wire/views';
import { awayUntil } from '../channels/away.ts';
import { preferencesOf } from '../channels/preferences.ts';
import { decidersOf } from '../channels/who-decides.ts';
import type { Caller } from '../http/caller.ts';
import { openStageOf } from './request-representation.ts';

/** As many as a card has room for. */
const peopleMax = 10;

/** The caller and what is in force, read once for everything that one call shows. */
export interface Onlooker {
  readonly caller: Caller;
  readonly approver: Approver | null;
  readonly store: StoreState;
}

export async function onlookerOf(context: Context, caller: Caller): Promise<Onlooker> {
  const [{ state }, store] = await Promise.all([loadDirectory(context), context.store.readState()]);
  return { caller, approver: approverOf(state, caller), store };
}

/** A person with a passkey can sign the decision itself, which is the highest assurance. */
function approverOf(directory: DirectoryState, caller: Caller): Approver | null {
  if (caller.kind !== 'person' || caller.principal.kind !== 'human') return null;
  const { roles, assurance } = caller.principal;
  const identity = identityOf(caller.principal);
  const hasPasskey = passkeysOf(directory, [identity]).length > 0;
  return { kind: 'human', identity, roles, assurance: hasPasskey ? 'webauthn' : assurance };
}

/** Whether the caller could decide the request now, and which stage; the core judges. */
export function judgeOnlooker(
  context: Context,
  { approver, store }: Onlooker,
  state: OpenedRequest,
  decision: 'allow' | 'deny' = 'allow',
): ReturnType<typeof judgeDecider> {
  if (approver === null) {
    return { ok: false, refusal: { code: 'not_permitted', detail: 'only a person may decide' } };
  }
  const { chain_id: id, version } = state.chain;
  const inForce = inForceFor(context, store, { id, version });
  return judgeDecider(state, approver, inForce, context.clock.now(), decision);
}

export async function eligibilityOf(
  context: Context,
  onlooker: Onlooker,
  state: OpenedRequest,
): Promise<Eligibility> {
  const judged = judgeOnlooker(context, onlooker, state);
  const denying = judged.ok ? judged : judgeOnlooker(context, onlooker, state, 'deny');
  const open = denying.ok ? denying.value : openStageOf(state, context.clock.now());
  return {
    may_decide: judged.ok,
    may_deny: denying.ok,
    code: judged.ok ? null : judged.refusal.code,
    stage: open?.stage.name ?? null,
    stage_index: open?.stage_index ?? null,
    needs: open === null ? null : needsOf(open.stage),
    self_confirm: judged.ok && judged.value.separation === 'self_confirm',
    people: open === null ? [] : await peopleFor(context, state, open.stage),
  };
}

/**
 * The sign-in of a terminal is a file that any program of the same user can read, an agent's shell among them. It may
 * approve what is routine, and nothing of high or critical risk (OF-6).
 */
export function isTooWeak(caller: Caller, level: RiskLevel): boolean {
  return caller.kind === 'person' && caller.lives === 'terminal' && atLeastRisk(level, 'high');
}

/** A person in a browser or a terminal has at least the assurance of their session. */
function needsOf({ min_assurance }: Stage): 'session' | 'oidc' | 'webauthn' {
  if (meetsPersonAssurance('session', min_assurance)) return 'session';
  return meetsPersonAssurance('oidc', min_assurance) ? 'oidc' : 'webauthn';
}

async function peopleFor(
  context: Context,
  request: OpenedRequest,
  stage: Stage,
): Promise<Eligibility['people']> {
  const found = (await decidersOf(context, request, stage)).slice(0, peopleMax);
  const { state } = await loadDirectory(context, { fresh: false });
  const preferences = await preferencesOf(context, found);
  const now = context.clock.now();
  return Promise.all(
    found.map(async person_id => {
      const digest = state.people.get(person_id)?.profile_digest ?? null;
      const profile = digest === null ? null : await readProfile(context, digest as Digest);
      const away_until = awayUntil(preferences(person_id), now);
      return { person_id, name: profile?.name ?? null, away_until };
    }),
  );
}

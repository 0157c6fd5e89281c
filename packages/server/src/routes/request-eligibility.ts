import {
  type Context,
  inForceFor,
  loadDirectory,
  readProfile,
  type StoreState,
} from '@countersign/coordinator';
import type { Approver, Stage } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { type DirectoryState, type LentRoles, passkeysOf } from '@countersign/protocol/directory';
import { accept, type Result } from '@countersign/protocol/reason';
import {
  type DecidableStage,
  judgeDecider,
  judgeReleaser,
  type OpenedRequest,
} from '@countersign/protocol/request';
import {
  atLeastRisk,
  identityOf,
  meetsPersonAssurance,
  type RiskLevel,
} from '@countersign/protocol/value';
import type { Eligibility } from '@countersign/wire/views';
import { awayUntil } from '../channels/away.ts';
import { preferencesOf } from '../channels/preferences.ts';
import { asRecorded, decidersOf, listedPeople } from '../channels/who-decides.ts';
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

/** What the caller could decide, and for whom; in their own name where `on_behalf_of` is absent. */
type OnlookerStage = DecidableStage & { readonly on_behalf_of?: LentRoles };

/**
 * Whether the caller could decide the request now, and which stage; the core judges. Where they may not in their own
 * name, it is judged on behalf of each person who lends them a role (DG-2).
 */
export function judgeOnlooker(
  context: Context,
  { approver, store, caller }: Onlooker,
  state: OpenedRequest,
  decision: 'allow' | 'deny' = 'allow',
): Result<OnlookerStage> {
  if (approver === null) {
    return { ok: false, refusal: { code: 'not_permitted', detail: 'only a person may decide' } };
  }
  const { chain_id: id, version } = state.chain;
  const inForce = inForceFor(context, store, { id, version });
  const now = context.clock.now();
  const own = judgeDecider(state, approver, inForce, now, decision);
  const lent = caller.kind === 'person' ? (caller.lent ?? []) : [];
  if (own.ok) return own;
  for (const behalf of lent) {
    const judged = judgeDecider(state, approver, inForce, now, decision, asRecorded(behalf));
    if (judged.ok) return accept({ ...judged.value, on_behalf_of: behalf });
  }
  return own;
}

/** Whether the caller could release the action alone now (BG-1). This also checks that no earlier round was denied. */
function judgeAlone(
  context: Context,
  { approver, store }: Onlooker,
  state: OpenedRequest,
): Result<DecidableStage> {
  if (approver === null) {
    return { ok: false, refusal: { code: 'not_permitted', detail: 'only a person may decide' } };
  }
  const { chain_id: id, version } = state.chain;
  const inForce = inForceFor(context, store, { id, version });
  return judgeReleaser(state, approver, inForce, context.clock.now());
}

export async function eligibilityOf(
  context: Context,
  onlooker: Onlooker,
  state: OpenedRequest,
): Promise<Eligibility> {
  const judged = judgeOnlooker(context, onlooker, state);
  const denying = judged.ok ? judged : judgeOnlooker(context, onlooker, state, 'deny');
  const alone = judgeAlone(context, onlooker, state);
  const behalf = denying.ok ? denying.value.on_behalf_of : undefined;
  const open = denying.ok ? denying.value : openStageOf(state, context.clock.now());
  return {
    may_decide: judged.ok,
    may_deny: denying.ok,
    code: judged.ok ? null : judged.refusal.code,
    stage: open?.stage.name ?? null,
    stage_index: open?.stage_index ?? null,
    needs: open === null ? null : needsOf(open.stage),
    self_confirm: judged.ok && judged.value.separation === 'self_confirm',
    ...(behalf === undefined ? {} : { on_behalf_of: await lenderOf(context, behalf) }),
    ...(alone.ok
      ? {
          release: {
            stage_index: alone.value.stage_index,
            told: await peopleNamed(context, await toldOfRelease(context, state, onlooker.caller)),
          },
        }
      : {}),
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
  return peopleNamed(context, await decidersOf(context, request, stage));
}

async function toldOfRelease(
  context: Context,
  state: OpenedRequest,
  caller: Caller,
): Promise<string[]> {
  const told = await listedPeople(context, state);
  return told.filter(person => caller.kind !== 'person' || person !== caller.person_id);
}

async function lenderOf(
  context: Context,
  { delegation_id, person_id, ends_at }: LentRoles,
): Promise<Eligibility['on_behalf_of']> {
  const [person] = await peopleNamed(context, [person_id]);
  return { delegation_id, person_id, name: person?.name ?? null, ends_at };
}

async function peopleNamed(
  context: Context,
  people: readonly string[],
): Promise<Eligibility['people']> {
  const found = people.slice(0, peopleMax);
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

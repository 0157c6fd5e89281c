import {
  type Context,
  changeStream,
  decideInOrder,
  failClosed,
  loadDirectory,
  profileBytes,
  readProfile,
  storeStream,
} from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import {
  activePerson,
  type Credential,
  type DirectoryCommand,
  type DirectoryState,
  emailDigest,
  emptyDirectory,
  evolveDirectory,
  findByEmail,
  lockedBy,
  lockOn,
  Profile,
  type StoreEvent,
  subjectDigest,
} from '@countersign/protocol/directory';
import type { Decision, ReasonCode, Result } from '@countersign/protocol/reason';
import type { BrowserKey } from '@countersign/protocol/session';
import {
  idFromUuid,
  millisecondsOf,
  PersonId,
  systemActor,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import type { App } from '../app.ts';
import type { OidcSettings } from '../start/server-settings.ts';
import { exchangeCode, type VouchedPerson } from './oidc-provider.ts';
import type { OpenErrand } from './oidc-state.ts';
import { type OpenSession, type StartedSession, startSession } from './session.ts';

/**
 * Signs in a person whom the identity provider vouches for. After any fault of the answer, the provider or its
 * connection, nothing is changed (ID-2), and the caller gets no details. An errand leads to one session. The commit
 * that starts the session claims the errand, and the claim is looked up before, so a repeated answer does nothing.
 * Where the errand steps a session up, the same person must have proved their presence since the errand began. The
 * session still ends when it would have ended before.
 */
export async function signInWithOidc(
  app: App,
  settings: OidcSettings,
  errand: OpenErrand,
  answer: Readonly<Record<string, string>>,
  browser: Returned,
): Promise<Result<StartedSession>> {
  const { context } = app;
  if ((await context.store.findClaim(errand.claim)) !== null) return failed('it was used before');
  let vouched: VouchedPerson;
  try {
    vouched = await exchangeCode(app, settings, errand, answer);
  } catch (error) {
    // The message may quote what was sent, so only the kind of failure is written down.
    const { name = 'unknown', code = 'unknown' } = error as { name?: string; code?: string };
    app.log.warn({ name, code }, 'the identity provider did not confirm the person');
    return failed('the identity provider did not confirm the person');
  }
  const { acting, browserKey } = browser;
  const renewed = errand.purpose === 'step_up' ? acting : null;
  const linksTo = errand.purpose === 'link' ? (acting?.person_id ?? null) : null;
  const proven = provenAt(vouched, context.clock.now());
  if (renewed !== null && millisecondsOf(proven) < errand.begunAt - toleranceMilliseconds) {
    return failed('the identity provider did not sign the person in again');
  }
  const bound = { linksTo, mustBe: renewed?.person_id ?? null };
  const known = await failClosed(() => admit(context, settings, vouched, bound));
  if (!known.ok) return known;
  const { person_id, credential_id } = known.value;
  return startSession(context, {
    personId: person_id,
    credentialId: credential_id,
    assurance: 'oidc',
    seconds: app.settings.session_seconds,
    ...(renewed === null ? {} : { expiresAt: renewed.expires_at }),
    provenAt: proven,
    spends: [errand.claim],
    replaces: acting?.session_id ?? null,
    browserKey,
  });
}

/** What a browser comes back with. */
interface Returned {
  /** The session that started to link or to step up; null for a sign-in. */
  readonly acting: OpenSession['session'] | null;
  readonly browserKey: BrowserKey;
}

interface Admitted {
  readonly person_id: PersonId;
  readonly credential_id: string;
}

/**
 * The person to link an account to, or the person whom the account must already belong to. Both are null for a sign-in.
 */
interface Bound {
  readonly linksTo: PersonId | null;
  readonly mustBe: PersonId | null;
}

/**
 * Finds the person of an account, or adds them, and brings their roles up to date, all in one commit that is decided
 * from the version it is guarded by: of two first sign-ins at once, the second one finds the person of the first.
 */
async function admit(
  context: Context,
  settings: OidcSettings,
  vouched: VouchedPerson,
  bound: Bound,
): Promise<Result<Admitted>> {
  const { linksTo } = bound;
  const mapped = rolesOf(settings, vouched.groups);
  if (mapped === null) return failed('none of the groups of this account has a role here');
  const made: Admitted = {
    person_id: linksTo ?? idFromUuid(PersonId, 'person', context.ids.uuid()),
    credential_id: `oidc_${context.ids.uuid().replaceAll('-', '')}`,
  };
  const profile = profileOf(vouched);
  const digest = subjectDigest(vouched);
  const email = vouched.email === null ? null : emailDigest(vouched.email);
  let adds = false;
  let unlisted = false;
  const admitted = await changeStream<DirectoryState, StoreEvent>(context, {
    stream: storeStream,
    folding: { initial: emptyDirectory, evolve: evolveDirectory },
    load: async () => {
      const loaded = await loadDirectory(context);
      const isNew = linksTo === null && accountOf(loaded.state, digest) === undefined;
      unlisted = isNew && email !== null && (await hasUnlistedEmail(context, loaded.state, email));
      return loaded;
    },
    decide: (state, now) => {
      const account = accountOf(state, digest);
      const refusal = judgeAccount(state, account, bound);
      if (refusal !== null) return { ...refusal, events: [] };
      const person_id = isLinked(account) ? account.person_id : made.person_id;
      const person = activePerson(state, person_id);
      const commands: DirectoryCommand[] = [];
      adds = person === null && linksTo === null;
      if (adds) {
        const stranger = judgeStranger(state, settings, email, unlisted);
        if (stranger !== null) return { ...stranger, events: [] };
        const roles = grantedRoles(state, [], mapped);
        commands.push({ type: 'add_person', person_id, roles, profile, by: systemActor });
      } else {
        const held = person?.roles ?? [];
        const roles = grantedRoles(state, held, withManagedRoles(settings, held, mapped));
        commands.push({ type: 'change_person', person_id, roles, by: systemActor });
      }
      if (!isLinked(account)) {
        commands.push({
          type: 'register_credential',
          credential: {
            kind: 'oidc',
            credential_id: made.credential_id,
            person_id,
            public_key: null,
            subject_digest: digest,
            ...(email === null ? {} : { email_digest: email }),
          },
          by: linksTo === null ? systemActor : { kind: 'human', identity: linksTo },
        });
      }
      return decideInOrder(state, commands, now) satisfies Decision<StoreEvent>;
    },
    actions: now =>
      adds ? profileBytes({ type: 'add_person', ...made, roles: mapped, profile }, now) : [],
  });
  if (!admitted.ok) return admitted;
  const account = accountOf(admitted.value, digest);
  return isLinked(account) ? { ok: true, value: account } : failed('the account is not linked');
}

/**
 * A revoked account stays out until its person links it again: as an unknown person, its holder would otherwise
 * return as a second person (ID-10).
 */
function judgeAccount(
  state: DirectoryState,
  account: Credential | undefined,
  { linksTo, mustBe }: Bound,
): Failed | null {
  if (mustBe !== null && (!isLinked(account) || account.person_id !== mustBe)) {
    return failed('this account is not linked to the person who is signed in');
  }
  if (linksTo !== null) {
    const isOthers = isLinked(account) && account.person_id !== linksTo;
    return isOthers
      ? failed('the account is linked to another person', 'credential_already_registered')
      : null;
  }
  if (account === undefined) return null;
  const lock = lockOn(state, [{ kind: 'key', credential_id: account.credential_id }]);
  if (lock !== null) return failed(lockedBy(lock).detail, 'locked');
  if (!isLinked(account)) return failed('this account was revoked; its owner may link it again');
  return activePerson(state, account.person_id) === null
    ? failed('the person of this account is not active', 'person_inactive')
    : null;
}

/**
 * Whether an account that no person has may become a new person (ID-15). The first person of a store may come this
 * way. After that the operator must have said so, and the provider must have verified an address that no person has.
 */
function judgeStranger(
  state: DirectoryState,
  { creates_people }: OidcSettings,
  email: Digest | null,
  unlisted: boolean,
): Failed | null {
  if (email !== null && (unlisted || findByEmail(state, email) !== null)) {
    return failed('a person has this address; they can link the account', 'person_email_taken');
  }
  if (state.people.size === 0) return null;
  if (!creates_people) {
    return failed('this account is linked to no person', 'person_not_admitted');
  }
  return email === null
    ? failed('the identity provider did not verify an e-mail address', 'person_not_admitted')
    : null;
}

/** Earlier versions recorded no digest of an address, so the profiles of their people are read. */
async function hasUnlistedEmail(
  context: Context,
  { people }: DirectoryState,
  email: Digest,
): Promise<boolean> {
  for (const { email_digest, profile_digest } of people.values()) {
    if (email_digest !== null || profile_digest === null) continue;
    const profile = await readProfile(context, profile_digest as Digest);
    if (profile?.email && emailDigest(profile.email) === email) return true;
  }
  return false;
}

function accountOf(state: DirectoryState, digest: string): Credential | undefined {
  const id = state.index.subjects.get(digest);
  return id === undefined ? undefined : state.credentials.get(id);
}

function isLinked(
  account: Credential | undefined,
): account is Extract<Credential, { kind: 'oidc' }> {
  return account?.kind === 'oidc' && account.revoked_at === null;
}

/** The union of what the groups give, sorted; null where none of them is listed at all. */
export function rolesOf(
  { roles }: Pick<OidcSettings, 'roles'>,
  groups: readonly string[],
): string[] | null {
  const listed = groups.filter(group => Object.hasOwn(roles, group));
  if (listed.length === 0) return null;
  return [...new Set(listed.flatMap(group => roles[group] ?? []))].sort();
}

/**
 * For every role that some group gives, the provider decides at each sign-in: a role that it no longer states is
 * removed, also from a person with a passkey. A role that no group gives is given by operators and stays.
 */
export function withManagedRoles(
  { roles }: Pick<OidcSettings, 'roles'>,
  held: readonly string[],
  mapped: readonly string[],
): string[] {
  const managed = new Set(Object.values(roles).flat());
  return [...new Set([...held.filter(role => !managed.has(role)), ...mapped])].sort();
}

/** Where roles are under a chain, a provider takes them away and gives none: its settings are one operator's (HR-5). */
function grantedRoles(
  { governs, people }: DirectoryState,
  held: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  if (!governs.includes('roles') || people.size === 0) return wanted;
  return wanted.filter(role => held.includes(role));
}

function profileOf({ name, email }: VouchedPerson): Profile | null {
  const profile = Profile.safeParse({ name: name ?? email, email });
  return profile.success ? profile.data : null;
}

/** How far the clock of a provider may be from ours. */
const toleranceMilliseconds = 30_000;

/**
 * A provider that remembers a person states when they proved their presence; that is then how recent the proof is.
 * Where it does not say, or names a future time, nothing is known, and the proof counts as made in 1970: it is never
 * recent.
 */
function provenAt({ authenticatedAt }: VouchedPerson, now: Timestamp): Timestamp {
  const proven = Math.floor((authenticatedAt ?? 0) * 1000);
  const present = millisecondsOf(now);
  const isKnown = proven > 0 && proven <= present + toleranceMilliseconds;
  return timestampFromMilliseconds(isKnown ? Math.min(proven, present) : 0);
}

type Failed = Extract<Result<never>, { ok: false }>;

function failed(detail: string, code: ReasonCode = 'sign_in_failed'): Failed {
  return { ok: false, refusal: { code, detail } };
}

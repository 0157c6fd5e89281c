import { randomBytes } from 'node:crypto';
import {
  type ClaimTaken,
  type CommitWindow,
  type Context,
  changeStream,
  type Folding,
  failClosed,
  loadDirectory,
  loadStream,
  type StreamAppend,
  sessionStream,
} from '@countersign/coordinator';
import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import {
  activeCredential,
  activePerson,
  findSessionLock,
  type LentRoles,
  type Lock,
  lentNow,
  lockedBy,
  lockOn,
  type Person,
} from '@countersign/protocol/directory';
import { type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import type { BrowserKey } from '@countersign/protocol/session';
import { sealEvents } from '@countersign/protocol/stream';
import {
  type Actor,
  addSeconds,
  isDue,
  type PersonId,
  type Timestamp,
} from '@countersign/protocol/value';

/** A person who is signed in, until when, and how that is known. */
interface Session {
  readonly session_id: string;
  readonly person_id: PersonId;
  /** The passkey or account that was used. With it the session ends. */
  readonly credential_id: string;
  readonly assurance: 'session' | 'oidc';
  /** When the person last proved who they are. */
  readonly proven_at: Timestamp;
  readonly expires_at: Timestamp;
  /** When it began: a lock that was placed later ends it. */
  readonly began_at: Timestamp;
  /** Whether its token is the cookie of a browser or the bearer token of a terminal. It is never both. */
  readonly lives: SessionHome;
  /** The key that each call of the browser proves; null for a terminal, and where an earlier version began it. */
  readonly browser_key: BoundKey | null;
  readonly use: SessionUse;
}

/**
 * `change`: a terminal that was signed in for one change. It keeps its token nowhere (OF-7). `chat`: the backend of a chat,
 * which answers holds for its person (OF-8).
 */
export type SessionUse = 'stay' | 'change' | 'chat';

/** The key of a browser, under the name that it was given at the sign-in. */
interface BoundKey {
  readonly browser_key_id: string;
  readonly public_key: BrowserKey;
}

type SessionHome = 'browser' | 'terminal';

type SessionEndReason = 'signed_out' | 'replaced';

interface SessionEnd {
  readonly reason: SessionEndReason;
  readonly by: Actor;
}

/** The form in events. Events of earlier versions name no kind, because there were only browsers, and no key. */
type RecordedSession = Omit<Session, 'lives' | 'browser_key' | 'began_at' | 'use'> & {
  readonly use?: Exclude<SessionUse, 'stay'>;
  readonly lives?: SessionHome;
  readonly browser_key?: BoundKey;
};

type SessionEvent =
  | { readonly type: 'session.started'; readonly at: Timestamp; readonly data: RecordedSession }
  | {
      readonly type: 'session.change_proven';
      readonly at: Timestamp;
      readonly data: { readonly change: string };
    }
  | { readonly type: 'session.ended'; readonly at: Timestamp; readonly data: SessionEnd };

interface SessionState {
  readonly session: Session | null;
  readonly ended: boolean;
}

const sessionFolding: Folding<SessionState, SessionEvent> = {
  initial: { session: null, ended: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'session.started':
        return {
          session: {
            lives: 'browser',
            browser_key: null,
            use: 'stay',
            ...event.data,
            began_at: event.at,
          },
          ended: false,
        };
      case 'session.change_proven':
        return state;
      case 'session.ended':
        return { ...state, ended: true };
    }
  },
};

interface SessionStart {
  readonly personId: PersonId;
  readonly credentialId: string;
  readonly assurance: Session['assurance'];
  /** How long it lasts, where nothing ends it before. */
  readonly seconds: number;
  /** Instead of `seconds`: the end of the session that this one continues. */
  readonly expiresAt?: Timestamp;
  /** When the person proved who they are; now, where it is left out. */
  readonly provenAt?: Timestamp;
  /** What may be used once and is used up by this: the challenge or the state of the sign-in. */
  readonly spends?: readonly ClaimTaken[];
  /** The session of the same browser, which ends in the same commit. */
  readonly replaces?: string | null;
  /** The key of the browser, or that of the session that this one continues there; null for a terminal. */
  readonly browserKey: BrowserKey | BoundKey | null;
  /** What a terminal is signed in for; to stay, where it is left out. */
  readonly use?: SessionUse;
  readonly ground?: SessionGround;
}

/** Another stream that a session depends on. The same commit judges it and appends to it. */
interface SessionGround {
  load(): Promise<void>;
  /** Why the session may not start, or null. */
  judge(at: Timestamp): Refusal | null;
  append(at: Timestamp): StreamAppend;
  readonly window: CommitWindow;
}

export interface StartedSession {
  /** For the cookie or the terminal, and nowhere else. The store knows its digest. */
  readonly token: string;
  readonly session: Session;
}

/** The beginning of a token says where it belongs, so that one is never tried in the place of the other. */
const beginnings = { browser: '', terminal: 'cst_' } as const satisfies Record<SessionHome, string>;
const tokenForms = {
  browser: /^[A-Za-z0-9_-]{43}$/,
  terminal: /^cst_[A-Za-z0-9_-]{43}$/,
} as const satisfies Record<SessionHome, RegExp>;

/** Whether a bearer token claims to be that of a terminal. */
export function isTerminalToken(token: string): boolean {
  return tokenForms.terminal.test(token);
}

/**
 * Signs a person in. The token is always new, so one that was planted in the browser before, or seen, is worth
 * nothing after it.
 */
export function startSession(
  context: Context,
  start: SessionStart,
): Promise<Result<StartedSession>> {
  const { replaces = null, spends = [], browserKey, ground } = start;
  const lives = browserKey === null ? 'terminal' : 'browser';
  const token = `${beginnings[lives]}${randomBytes(32).toString('base64url')}`;
  const now = context.clock.now();
  const begun: RecordedSession = {
    session_id: `session_${context.ids.uuid().replaceAll('-', '')}`,
    person_id: start.personId,
    credential_id: start.credentialId,
    assurance: start.assurance,
    proven_at: start.provenAt ?? now,
    expires_at: start.expiresAt ?? addSeconds(now, start.seconds),
    lives,
    ...(browserKey === null ? {} : { browser_key: boundKey(context, browserKey) }),
    ...(start.use === undefined || start.use === 'stay' ? {} : { use: start.use }),
  };
  const by: Actor = { kind: 'human', identity: start.personId };
  const stream = sessionStream(begun.session_id);
  return failClosed(async () => {
    const started = await changeStream<SessionState, SessionEvent>(context, {
      stream,
      folding: sessionFolding,
      pass: () => passPersonLocks(context, start),
      load: async () => {
        await ground?.load();
        return loadStream(context.store, stream, sessionFolding);
      },
      decide: (_, at) => {
        const refusal = ground?.judge(at) ?? null;
        return refusal === null
          ? { ok: true, events: [{ type: 'session.started', at, data: begun }] }
          : { ok: false, refusal, events: [] };
      },
      claims: [{ scope: 'session', key: sessionKey(token), until: begun.expires_at }, ...spends],
      also: async (_, at) => [
        ...(ground === undefined ? [] : [ground.append(at)]),
        ...(replaces === null
          ? []
          : await endOf(context, replaces, { reason: 'replaced', by }, at)),
      ],
      window: () => ground?.window ?? {},
      onClaimTaken: () => ({ code: 'sign_in_failed', detail: 'this proof was used before' }),
    });
    if (!started.ok || started.value.session === null) {
      return started.ok ? refuse('internal_error', 'no session began') : started;
    }
    return { ok: true, value: { token, session: started.value.session } };
  });
}

/** A session that is not over, and its person. */
export interface OpenSession {
  readonly session: Session;
  readonly person: Person;
  /** What other people lend to this person now. */
  readonly lent: readonly LentRoles[];
  readonly lock?: never;
}

/** A session that a lock has ended. */
interface LockedSession {
  readonly session: Session;
  readonly lock: Lock;
}

export type FoundSession = OpenSession | LockedSession;

/** A locked person cannot sign in by any way, and no one can sign in with a locked credential (LK-3). */
async function passPersonLocks(
  context: Context,
  { personId, credentialId }: SessionStart,
): Promise<Result<[]>> {
  const { state } = await loadDirectory(context);
  const lock = lockOn(state, [
    { kind: 'person', person_id: personId },
    { kind: 'key', credential_id: credentialId },
  ]);
  return lock === null ? { ok: true, value: [] } : { ok: false, refusal: lockedBy(lock) };
}

/**
 * Whose session it is, or null where it is over, by its time, by signing out, or because the person or the
 * credential may no longer be used. All of that is asked of the store at every call, so an operator who deactivates
 * a person has ended their sessions.
 */
export async function findSession(
  context: Context,
  token: string,
  lives: SessionHome = 'browser',
): Promise<FoundSession | null> {
  if (!tokenForms[lives].test(token)) return null;
  const claim = await context.store.findClaim({ scope: 'session', key: sessionKey(token) });
  if (claim === null) return null;
  const found = await openSession(context, claim.owner);
  return found?.session.lives === lives ? found : null;
}

/** The same for a caller who is known already: the holder of a long answer, or a person who comes back from elsewhere. */
export async function findSessionById(
  context: Context,
  sessionId: string,
): Promise<OpenSession | null> {
  const found = await openSession(context, sessionStream(sessionId));
  return found === null || found.lock !== undefined ? null : found;
}

async function openSession(context: Context, stream: string): Promise<FoundSession | null> {
  const { state } = await loadStream(context.store, stream, sessionFolding);
  const { session, ended } = state;
  const now = context.clock.now();
  if (session === null || ended || isDue(session.expires_at, now)) return null;
  const { state: directory } = await loadDirectory(context);
  const lock = findSessionLock(directory, session);
  if (lock !== null) return { session, lock };
  const credential = activeCredential(directory, session.credential_id, now);
  const person = activePerson(directory, session.person_id);
  if (person === null || credential?.person_id !== person.person_id) return null;
  const lent = lentNow(directory, now).filter(each => each.delegate_id === person.person_id);
  return { session, person, lent };
}

/** The session of that id, for display to its owner. */
export async function readSession(context: Context, sessionId: string): Promise<Session | null> {
  const { state } = await loadStream(context.store, sessionStream(sessionId), sessionFolding);
  return state.session;
}

/** Signs out. A second sign-out, or one of an unknown session, changes nothing. */
export function endSession(
  context: Context,
  sessionId: string,
  end: SessionEnd,
): Promise<Result<unknown>> {
  return failClosed(() =>
    changeStream<SessionState, SessionEvent>(context, {
      stream: sessionStream(sessionId),
      folding: sessionFolding,
      decide: ({ session, ended }, at) => ({
        ok: true,
        events: session === null || ended ? [] : [{ type: 'session.ended', at, data: end }],
      }),
    }),
  );
}

/**
 * Claims the nonce of a browser that is about to change something outside the commits of its call, such as a key file
 * (SS-4). The store refuses a claim only to other streams. These claims are in the stream of the session, so a second
 * use would not be refused. The claim is therefore looked up each time the stream is read. Where two uses of one proof
 * meet, the later commit fails with a version conflict, reads again, and finds the claim.
 */
export function claimChange(
  context: Context,
  sessionId: string,
  nonce: ClaimTaken,
  change: string,
): Promise<Result<unknown>> {
  const stream = sessionStream(sessionId);
  let used = false;
  return failClosed(() =>
    changeStream<SessionState, SessionEvent>(context, {
      stream,
      folding: sessionFolding,
      load: async () => {
        const loaded = await loadStream(context.store, stream, sessionFolding);
        used = (await context.store.findClaim(nonce)) !== null;
        return loaded;
      },
      decide: (_, at) =>
        used
          ? { ...proofUsed, events: [] }
          : { ok: true, events: [{ type: 'session.change_proven', at, data: { change } }] },
      claims: [nonce],
      onClaimTaken: () => proofUsed.refusal,
    }),
  );
}

/** A nonce that was claimed before. */
export const proofUsed = refuse('session_proof_used', 'expected a nonce that no call had before');

async function endOf(
  { store }: Context,
  sessionId: string,
  end: SessionEnd,
  at: Timestamp,
): Promise<StreamAppend[]> {
  const stream = sessionStream(sessionId);
  const { state, version, head } = await loadStream(store, stream, sessionFolding);
  if (state.session === null || state.ended) return [];
  const events = sealEvents(stream, head, [{ type: 'session.ended', at, data: end }]);
  return [{ stream, expectedVersion: version, events, row: null }];
}

function boundKey({ ids }: Context, key: BrowserKey | BoundKey): BoundKey {
  if ('browser_key_id' in key) return key;
  return { browser_key_id: `browser_${ids.uuid().replaceAll('-', '')}`, public_key: key };
}

function sessionKey(token: string): Digest {
  return sha256OfText(token);
}

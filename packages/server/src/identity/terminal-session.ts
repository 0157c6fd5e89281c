import {
  type Context,
  failClosed,
  type Loaded,
  loadDirectory,
  loadStream,
} from '@countersign/coordinator';
import { activeCredential, activePerson } from '@countersign/protocol/directory';
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { sealEvents } from '@countersign/protocol/stream';
import { isDue, type Timestamp } from '@countersign/protocol/value';
import { type SessionUse, type StartedSession, startSession } from './session.ts';
import {
  deviceKey,
  type TerminalAnswer,
  type TerminalState,
  terminalFolding,
} from './terminal-sign-in.ts';

const deviceCodeForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session of a terminal whose sign-in was confirmed, or null while it is unanswered. The session and the use of
 * the sign-in are one commit, guarded by the version that was read: of any number of pollers one gets the token.
 */
export function fetchSession(
  context: Context,
  deviceCode: string,
  lasts: Readonly<Record<SessionUse, number>>,
): Promise<Result<StartedSession | null>> {
  return failClosed(async () => {
    if (!deviceCodeForm.test(deviceCode)) return unknownDevice;
    const key = deviceKey(deviceCode);
    const claim = await context.store.findClaim({ scope: 'terminal', key });
    if (claim === null) return unknownDevice;
    const loaded = await loadStream(context.store, claim.owner, terminalFolding);
    const { asked, answered } = loaded.state;
    if (asked === null) return unknownDevice;
    const refusal = judgeUse(loaded.state, context.clock.now());
    if (refusal !== null) return { ok: false, refusal };
    if (answered === null) return accept(null);
    if (!(await mayStillSignIn(context, answered))) {
      return refuse(
        'terminal_sign_in_refused',
        'the person who confirmed it may no longer sign in',
      );
    }
    const { use = 'stay' } = asked;
    return useSignIn(context, { stream: claim.owner, asked, answered, seconds: lasts[use] });
  });
}

function useSignIn(
  context: Context,
  signIn: {
    readonly stream: string;
    readonly asked: NonNullable<TerminalState['asked']>;
    readonly answered: TerminalAnswer;
    readonly seconds: number;
  },
): Promise<Result<StartedSession>> {
  const { stream, asked, answered, seconds } = signIn;
  const { person_id } = answered;
  let loaded: Loaded<TerminalState> = { state: terminalFolding.initial, version: 0, head: null };
  return startSession(context, {
    personId: person_id,
    credentialId: answered.credential_id,
    assurance: 'session',
    seconds,
    provenAt: answered.proven_at,
    browserKey: null,
    use: asked.use ?? 'stay',
    ground: {
      load: async () => {
        loaded = await loadStream(context.store, stream, terminalFolding);
      },
      judge: at => judgeUse(loaded.state, at),
      append: at => ({
        stream,
        expectedVersion: loaded.version,
        events: sealEvents(stream, loaded.head, [
          { type: 'terminal_sign_in.used', at, data: { person_id } },
        ]),
        row: null,
      }),
      window: { notAfter: asked.expires_at, tooLate: 'terminal_sign_in_expired' },
    },
  });
}

/** Why the terminal never gets a session, or null. Judged again in the commit that gives it one. */
function judgeUse({ asked, answered, used }: TerminalState, now: Timestamp): Refusal | null {
  if (used)
    return { code: 'terminal_sign_in_used', detail: 'the terminal already received its session' };
  if (answered?.answer === 'refuse') {
    return { code: 'terminal_sign_in_refused', detail: 'a person refused the sign-in' };
  }
  if (asked !== null && !isDue(asked.expires_at, now)) return null;
  return { code: 'terminal_sign_in_expired', detail: 'the time of the sign-in is over' };
}

/** A session of an inactive person would be refused at its first call. */
async function mayStillSignIn(
  context: Context,
  { person_id, credential_id }: TerminalAnswer,
): Promise<boolean> {
  const { state } = await loadDirectory(context);
  const credential = activeCredential(state, credential_id, context.clock.now());
  return activePerson(state, person_id) !== null && credential !== null;
}

const unknownDevice = refuse('terminal_sign_in_not_found', 'there is no such sign-in');

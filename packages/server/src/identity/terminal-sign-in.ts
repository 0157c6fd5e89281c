import { randomBytes, randomInt } from 'node:crypto';
import {
  type Context,
  changeStream,
  type Folding,
  failClosed,
  loadStream,
  terminalSignInStream,
} from '@countersign/coordinator';
import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize, parseStrict } from '@countersign/protocol/json';
import {
  accept,
  type Decision,
  type ReasonCode,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import { addSeconds, isDue, type PersonId, type Timestamp } from '@countersign/protocol/value';
import type { SessionUse } from './session.ts';

/** What a person, in a browser where they are signed in, said to a terminal that asks to be signed in. */
export interface TerminalAnswer {
  readonly answer: 'confirm' | 'refuse';
  readonly person_id: PersonId;
  /** The credential of the session that answered. With it the terminal's session ends. */
  readonly credential_id: string;
  /** When that person last proved who they are: the terminal proves nothing new. */
  readonly proven_at: Timestamp;
}

interface TerminalAsk {
  readonly sign_in_id: string;
  /** The label of the terminal is stored beside the events, which are permanent, and deleted with the sign-in. */
  readonly label_digest: Digest;
  readonly expires_at: Timestamp;
  /** Signed in for one change, and not to stay. */
  readonly use?: Exclude<SessionUse, 'stay'>;
}

type TerminalEvent =
  | { readonly type: 'terminal_sign_in.asked'; readonly at: Timestamp; readonly data: TerminalAsk }
  | {
      readonly type: 'terminal_sign_in.answered';
      readonly at: Timestamp;
      readonly data: TerminalAnswer;
    }
  | {
      readonly type: 'terminal_sign_in.used';
      readonly at: Timestamp;
      readonly data: { readonly person_id: PersonId };
    };

export interface TerminalState {
  readonly asked: (TerminalAsk & { readonly at: Timestamp }) | null;
  readonly answered: TerminalAnswer | null;
  readonly used: boolean;
}

const nothingAsked: TerminalState = { asked: null, answered: null, used: false };

export const terminalFolding: Folding<TerminalState, TerminalEvent> = {
  initial: nothingAsked,
  evolve: (state, event) => {
    switch (event.type) {
      case 'terminal_sign_in.asked':
        return { ...state, asked: { ...event.data, at: event.at } };
      case 'terminal_sign_in.answered':
        return { ...state, answered: event.data };
      case 'terminal_sign_in.used':
        return { ...state, used: true };
    }
  },
};

/** How long a person has to answer. */
const answerSeconds = 600;
/** Longer, so that a late caller learns that it is over and not that it never existed. */
const rememberedSeconds = 3600;
/** Any caller may ask, so the number of waiting sign-ins is limited. */
const waitingMax = 100;

/** Letters and digits that people do not mistake for each other, and that spell no words. */
const codeAlphabet = 'BCDFGHJKMNPQRSTVWXZ23456789';
const codeForm = new RegExp(`^[${codeAlphabet}]{8}$`);

interface AskedSignIn {
  /** For the terminal alone: with it the session is fetched. */
  readonly device_code: string;
  /** For the person, who compares it. */
  readonly user_code: string;
  readonly expires_at: Timestamp;
}

/** Begins a sign-in. The store knows the digests of both codes and of the label. */
export function askSignIn(
  context: Context,
  label: string,
  use: SessionUse,
): Promise<Result<AskedSignIn>> {
  const sign_in_id = context.ids.uuid().replaceAll('-', '');
  const device_code = randomBytes(32).toString('base64url');
  const code = Array.from({ length: 8 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(
    '',
  );
  const now = context.clock.now();
  const expires_at = addSeconds(now, answerSeconds);
  const remembered = addSeconds(now, rememberedSeconds);
  const text = canonicalize({ label });
  const label_digest = sha256OfText(text);
  const data: TerminalAsk = {
    sign_in_id,
    label_digest,
    expires_at,
    ...(use === 'stay' ? {} : { use }),
  };
  return failClosed(async () => {
    const waiting = await context.store.listClaims('terminal', waitingKey(''));
    if (waiting.length >= waitingMax) {
      return refuse('too_many_calls', `${waitingMax} terminals wait to be signed in`);
    }
    const asked = await changeStream<TerminalState, TerminalEvent>(context, {
      stream: terminalSignInStream(sign_in_id),
      folding: terminalFolding,
      decide: (_, at) => ({
        ok: true,
        events: [{ type: 'terminal_sign_in.asked', at, data }],
      }),
      claims: [
        { scope: 'terminal', key: deviceKey(device_code), until: remembered },
        { scope: 'terminal', key: userKey(code), until: remembered },
        { scope: 'terminal', key: waitingKey(sign_in_id), until: expires_at },
      ],
      actions: () => [{ digest: label_digest, text, retainUntil: remembered }],
      onClaimTaken: () => ({ code: 'commit_contended', detail: 'another terminal has this code' }),
    });
    if (!asked.ok) return asked;
    return accept({ device_code, user_code: `${code.slice(0, 4)}-${code.slice(4)}`, expires_at });
  });
}

/** A sign-in as the person sees it who is to answer. */
export interface ShownSignIn {
  readonly sign_in_id: string;
  readonly label: string;
  readonly requested_at: Timestamp;
  readonly expires_at: Timestamp;
  readonly status: 'waiting' | 'confirmed' | 'refused' | 'signed_in';
  readonly use: SessionUse;
}

export function findSignIn(context: Context, userCode: string): Promise<Result<ShownSignIn>> {
  const code = userCode.toUpperCase().replace(/[\s-]/g, '');
  return failClosed(async () => {
    if (!codeForm.test(code)) return notFound;
    const claim = await context.store.findClaim({ scope: 'terminal', key: userKey(code) });
    return claim === null ? notFound : showSignIn(context, claim.owner);
  });
}

/** The state of the sign-in of this stream. */
export async function showSignIn(context: Context, stream: string): Promise<Result<ShownSignIn>> {
  const { state } = await loadStream(context.store, stream, terminalFolding);
  const { asked, used } = state;
  if (asked === null) return notFound;
  const isOver = !used && isDue(asked.expires_at, context.clock.now());
  const text = await context.store.readAction(asked.label_digest);
  if (isOver || text === null)
    return refuse('terminal_sign_in_expired', 'the time of the sign-in is over');
  const { label } = parseStrict(text) as { readonly label: string };
  const { sign_in_id, expires_at, at, use = 'stay' } = asked;
  return accept({ sign_in_id, label, requested_at: at, expires_at, status: statusOf(state), use });
}

function statusOf({ answered, used }: TerminalState): ShownSignIn['status'] {
  if (answered === null) return 'waiting';
  if (answered.answer === 'refuse') return 'refused';
  return used ? 'signed_in' : 'confirmed';
}

const notFound = refuse('terminal_sign_in_not_found', 'no terminal shows this code');

/** Records what the person said, once. The same answer of the same person again changes nothing. */
export function answerSignIn(
  context: Context,
  signIn: Pick<ShownSignIn, 'sign_in_id' | 'expires_at'>,
  said: TerminalAnswer,
): Promise<Result<unknown>> {
  const { sign_in_id, expires_at } = signIn;
  return failClosed(() =>
    changeStream<TerminalState, TerminalEvent>(context, {
      stream: terminalSignInStream(sign_in_id),
      folding: terminalFolding,
      decide: ({ asked, answered }, at): Decision<TerminalEvent> => {
        if (answered !== null) {
          const isSame = answered.answer === said.answer && answered.person_id === said.person_id;
          return isSame
            ? { ok: true, events: [] }
            : no('terminal_sign_in_used', 'it was already answered');
        }
        if (asked === null || isDue(asked.expires_at, at)) {
          return no('terminal_sign_in_expired', 'the time of the sign-in is over');
        }
        return { ok: true, events: [{ type: 'terminal_sign_in.answered', at, data: said }] };
      },
      claimEnds: () => [
        { scope: 'terminal', key: waitingKey(sign_in_id), until: context.clock.now() },
      ],
      window: () => ({ notAfter: expires_at, tooLate: 'terminal_sign_in_expired' }),
    }),
  );
}

/** The claim of a sign-in by the code that its terminal keeps. */
export function deviceKey(deviceCode: string): string {
  return `device/${sha256OfText(deviceCode)}`;
}

function userKey(code: string): string {
  return `code/${sha256OfText(code)}`;
}

function waitingKey(signInId: string): string {
  return `waiting/${signInId}`;
}

function no(code: ReasonCode, detail: string): Decision<TerminalEvent> {
  return { ok: false, refusal: { code, detail }, events: [] };
}

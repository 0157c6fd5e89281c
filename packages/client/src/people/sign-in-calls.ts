import type { BrowserKey } from '@countersign/protocol/session';
import { LinkStep } from '@countersign/wire/channels';
import {
  CeremonyStart,
  Location,
  SessionFacts,
  SignedOut,
  SignInWays,
} from '@countersign/wire/sessions';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

// Loaded with the first answer that needs them.
const TerminalSignInFacts = async () =>
  (await import('@countersign/wire/terminal-sign-ins')).TerminalSignInFacts;
const TerminalSignInStart = async () =>
  (await import('@countersign/wire/terminal-sign-ins')).TerminalSignInStart;
const TerminalToken = async () =>
  (await import('@countersign/wire/terminal-sign-ins')).TerminalToken;
const RedemptionStart = async () => (await import('@countersign/wire/invitations')).RedemptionStart;
const CredentialFacts = async () => (await import('@countersign/wire/credentials')).CredentialFacts;

/** What an authenticator answered, in its JSON form. */
export interface CeremonyAnswer {
  readonly challenge: string;
  readonly response: object;
}

/** A sign-in hands over the public half of a key that the browser made for it. */
export interface WithKey {
  readonly browser_key: BrowserKey;
}

/** A way to the identity provider and back, with a key that the browser made for it. */
export interface Journey {
  readonly return_to: string;
  readonly key_digest: string;
}

/** How a person signs in, proves their presence again, and signs out. */
export function signInCalls(caller: PersonCaller) {
  return {
    session: (options?: CallOptions) => caller.read(SessionFacts, '/v1/session', options),
    signOut: (options?: WriteOptions) =>
      caller.write(SignedOut, '/v1/session', undefined, options, 'DELETE'),
    signInWays: (options?: CallOptions) => caller.read(SignInWays, '/v1/sign-in-ways', options),
    signInOptions: (key_digest: string, options?: CallOptions) =>
      caller.write(CeremonyStart, '/v1/session/options', { key_digest }, options),
    signIn: (answer: CeremonyAnswer & WithKey, options?: WriteOptions) =>
      caller.write(SessionFacts, '/v1/session', answer, options),
    stepUpOptions: (options?: CallOptions) =>
      caller.write(CeremonyStart, '/v1/session/step-up/options', undefined, options),
    stepUp: (answer: CeremonyAnswer, options?: WriteOptions) =>
      caller.write(SessionFacts, '/v1/session/step-up', answer, options),
    /** Where to go to prove again at the identity provider who is there. */
    stepUpOidc: (journey: Journey, options?: WriteOptions) =>
      caller.write(Location, '/v1/oidc/step-up', journey, options),
    linkOidc: (journey: Journey, options?: WriteOptions) =>
      caller.write(Location, '/v1/oidc/link', journey, options),
    linkAccount: (
      channel: string,
      details: Readonly<Record<string, string>>,
      options?: WriteOptions,
    ) =>
      caller.write(
        LinkStep,
        `/v1/channels/${encodeURIComponent(channel)}/links`,
        { details },
        options,
      ),

    redeemOptions: (token: string, key_digest: string, options?: CallOptions) =>
      caller.write(
        RedemptionStart,
        '/v1/invitations/redeem/options',
        { token, key_digest },
        options,
      ),
    redeem: (
      answer: CeremonyAnswer & WithKey & { readonly token: string; readonly name?: string },
      options?: WriteOptions,
    ) => caller.write(SessionFacts, '/v1/invitations/redeem', answer, options),
    passkeyOptions: (options?: CallOptions) =>
      caller.write(CeremonyStart, '/v1/credentials/passkeys/options', undefined, options),
    addPasskey: (answer: CeremonyAnswer & { readonly label?: string }, options?: WriteOptions) =>
      caller.write(CredentialFacts, '/v1/credentials/passkeys', answer, options),

    /**
     * `change`: for one change that gives a person rights, and not to stay signed in. `chat`: for the backend of a chat, which
     * lets halted agents continue where its person says so.
     */
    startTerminalSignIn: (
      label: string,
      {
        use = 'stay',
        ...options
      }: WriteOptions & { readonly use?: 'stay' | 'change' | 'chat' } = {},
    ) => caller.write(TerminalSignInStart, '/v1/terminal-sign-ins', { label, use }, options),
    terminalToken: (device_code: string, options?: CallOptions) =>
      caller.write(TerminalToken, '/v1/terminal-sign-ins/token', { device_code }, options),
    getTerminalSignIn: (userCode: string, options?: CallOptions) =>
      caller.read(TerminalSignInFacts, terminalPath(userCode), options),
    answerTerminalSignIn: (
      userCode: string,
      answer: 'confirm' | 'refuse',
      options?: WriteOptions,
    ) => caller.write(TerminalSignInFacts, `${terminalPath(userCode)}/answer`, { answer }, options),
  };
}

function terminalPath(userCode: string): string {
  return `/v1/terminal-sign-ins/${encodeURIComponent(userCode)}`;
}

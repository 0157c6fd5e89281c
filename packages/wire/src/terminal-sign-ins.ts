import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { SessionFacts } from './sessions.ts';

export const TerminalParams = z.strictObject({ user_code: z.string().min(1).max(32) });

export const TerminalSignInBody = z.strictObject({
  /** What the person is shown, such as the names of the machine and of its user. */
  label: Name.max(200),
  /**
   * To stay signed in, for one change that gives a person rights, or for the backend of a chat that answers holds. The
   * token of a change is kept nowhere.
   */
  use: z.enum(['stay', 'change', 'chat']).default('stay'),
});

/** A terminal asks to be signed in. A person confirms it in a browser, where the code is shown. */
export const TerminalSignInStart = z.object({
  device_code: z.string(),
  /** Such as `WXYZ-1234`. */
  user_code: z.string(),
  verification_url: z.string(),
  expires_at: z.string(),
  interval_seconds: z.int(),
});
export type TerminalSignInStart = z.infer<typeof TerminalSignInStart>;

export const TerminalTokenBody = z.strictObject({ device_code: z.string().min(1).max(256) });

export const TerminalWaiting = z.object({ status: z.literal('waiting') });

export const TerminalSignedIn = z.object({
  status: z.literal('signed_in'),
  /** Told once. It is sent as a bearer token, and is no cookie. */
  token: z.string(),
  session: SessionFacts,
});

export const TerminalToken = z.union([TerminalWaiting, TerminalSignedIn]);
export type TerminalToken = z.infer<typeof TerminalToken>;

export const TerminalSignInFacts = z.object({
  label: z.string(),
  requested_at: z.string(),
  expires_at: z.string(),
  status: z.enum(['waiting', 'confirmed', 'refused', 'signed_in']),
  use: z.enum(['stay', 'change', 'chat']),
});
export type TerminalSignInFacts = z.infer<typeof TerminalSignInFacts>;

export const TerminalAnswerBody = z.strictObject({ answer: z.enum(['confirm', 'refuse']) });

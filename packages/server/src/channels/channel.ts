import type { Result } from '@countersign/protocol/reason';
import type { EventType } from '@countersign/protocol/stream';
import type { PersonId } from '@countersign/protocol/value';
import type { LinkStep } from '@countersign/wire/channels';
import type { ChannelChoice, NewDevice } from '@countersign/wire/preferences';
import type * as z from 'zod';
import type { App } from '../app.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Route } from '../http/route.ts';
import type { Reader } from '../notice-text/reader.ts';
import type { Delivery } from '../webhooks/deliver-outbox.ts';
import type { Dispatcher } from '../webhooks/dispatch.ts';
import type { PersonalNotice } from './personal-notice.ts';

/**
 * A way to reach people outside the inbox: a chat, e-mail, notifications. Everything about one channel is in one folder
 * beside this file, and `channels.ts` has one row for it. No other code names it.
 *
 * A channel never decides. It tells people of a question, and it may pass on what a person answered; the core judges
 * the answer like any other.
 */
export interface Channel<Name extends string = string, Settings extends z.ZodType = z.ZodType> {
  /**
   * Its section in the settings, the channel of its linked accounts, and what a route of the policy calls it. It is
   * stored, so it never changes. It has the form of a `ChannelName`.
   */
  readonly name: Name;
  /** What people call it. */
  readonly title: string;
  /** Its section in the settings. Secrets come from the environment or from files, like all secrets there. */
  readonly settings: Settings;
  /** What an answer proves about the person. Null where the channel only tells people something. */
  readonly assurance: 'channel' | null;
  /** How a person links their account. Null where there are no accounts. */
  readonly link: AccountLink<z.output<Settings>> | null;
  /** Where the channel is called, for answers and for linking. Each route checks who calls before it reads anything. */
  readonly routes: readonly Route[];
  /** Delivers one notice. The outbox repeats what may still succeed, and keeps what was given up. */
  deliver(
    app: App,
    settings: z.output<Settings>,
    notice: Notice,
    signal: AbortSignal,
  ): Promise<Delivery>;
  /** How the channel tells people one by one. Null where it is one place for all, as a room of a chat is. */
  readonly personal: PersonalChannel<z.output<Settings>> | null;
  /** For `doctor`: tries the settings without telling people anything. */
  examine(settings: z.output<Settings>, dispatcher: Dispatcher): Promise<Finding[]>;
  /** For `doctor --send-test`: sends one message that asks nothing. `to` is null where none was named. */
  sendTest(settings: z.output<Settings>, to: string | null): Promise<Finding[]>;
}

/**
 * A channel that tells people one by one. `plan-telling.ts` decides for all such channels who is told when. The channel
 * knows where it reaches a person, and sends.
 */
export interface PersonalChannel<Settings> {
  /** What holds for a person who has chosen nothing. */
  readonly usual: ChannelChoice;
  /** Whether a notice is withdrawn once its request waits no more. */
  readonly withdraws: boolean;
  /** Where the channel reaches the person, in the words of the person's settings; null where it does not. */
  where(app: App, personId: string): Promise<string | null>;
  tell(app: App, settings: Settings, told: Told, signal: AbortSignal): Promise<Delivery>;
  /** How a person registers a browser. Null where the channel reaches people in another way. */
  readonly devices: Devices | null;
}

interface Devices {
  /** The public key that the browser binds a subscription to. */
  key(app: App): string;
  add(app: App, personId: string, device: NewDevice): Promise<Result<null>>;
  remove(app: App, personId: string, endpoint: string): Promise<Result<null>>;
}

/** One message to one person. */
export interface Told {
  readonly person_id: string;
  readonly notice: PersonalNotice;
  readonly reader: Reader;
  /** The same for every attempt, and for no other message. */
  readonly message_id: string;
  /** Whether the person wants no sound now. */
  readonly isQuiet: boolean;
}

/** `ask`: a request waits for people. `settle`: it waits no more. `alarm`: another action ran than the approved one.
 * `release`: one person released it alone. */
export const noticeKinds = ['ask', 'settle', 'alarm', 'release'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What people are to be told. The request is read when the notice is delivered, so nothing in it is out of date. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly approval_request_id: string;
  /** The event that the notice is about. */
  readonly event: EventType;
}

/**
 * How a person who is signed in here proves that an account in the channel is theirs too. `begin` gives them something
 * that only they have, such as a code. The channel receives it back from the account and calls `linkAccount`.
 */
export interface AccountLink<Settings> {
  /** What the person fills in first, such as an address. */
  readonly details: readonly LinkDetail[];
  begin(
    app: App,
    settings: Settings,
    personId: PersonId,
    details: Readonly<Record<string, string>>,
  ): Promise<Result<LinkStep>> | Result<LinkStep>;
}

interface LinkDetail {
  readonly name: string;
  readonly label: string;
}

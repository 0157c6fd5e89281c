import { millisecondsOf, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { Language } from './language.ts';
import { SavedView } from './search.ts';

/** A time of day, as a clock on the wall shows it. */
export const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 09:00');

/** The name of a time zone of the IANA database, such as Europe/Berlin. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(
    /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/,
    'expected a time zone such as Europe/Berlin',
  );

/** How one channel tells a person. */
export const ChannelChoice = z.strictObject({
  on: z.boolean(),
  /** How long a request waits before the person is told of it. Null: not of each request. */
  after_minutes: z.int().min(0).max(1440).nullable(),
  /** When the person gets one message about everything that waits. */
  digest_at: z.array(TimeOfDay).max(6),
});
export type ChannelChoice = z.infer<typeof ChannelChoice>;

export const QuietHours = z.strictObject({ from: TimeOfDay, to: TimeOfDay });

/** When a person is away. The person can still decide. */
export const Away = z
  .strictObject({ from: Timestamp, to: Timestamp })
  .refine(({ from, to }) => millisecondsOf(from) < millisecondsOf(to), {
    path: ['to'],
    message: 'expected an end after the beginning',
  });
export type Away = z.infer<typeof Away>;

/** What a person sets for themselves. Nothing in it gives or takes a right. */
export const Preferences = z.strictObject({
  time_zone: TimeZone.default('UTC'),
  /** In which language messages are; English where nothing was said. The pages say theirs. */
  language: Language.nullable().default(null),
  /** How long before its deadline a request is told of again; null where it is not. */
  reminder_minutes: z.int().min(1).max(1440).nullable().default(3),
  /** When nothing is sent but what is of critical risk. The next digest has the rest. */
  quiet_hours: QuietHours.nullable().default(null),
  /** Meanwhile others are told first. Others see it where this person could decide. */
  away: Away.nullable().default(null),
  /** By the name of the channel. Where nothing is said, the usual choice of the channel holds. */
  channels: z.record(z.string().max(64), ChannelChoice).default({}),
  /** The searches that this person kept. */
  views: z.array(SavedView).max(30).default([]),
});
export type Preferences = z.infer<typeof Preferences>;

/** What is to be changed; the rest stays. */
export const PreferencesChange = z.strictObject({
  time_zone: TimeZone.optional(),
  language: Language.optional(),
  reminder_minutes: z.int().min(1).max(1440).nullable().optional(),
  quiet_hours: QuietHours.nullable().optional(),
  away: Away.nullable().optional(),
  channels: z.record(z.string().max(64), ChannelChoice).optional(),
  views: z.array(SavedView).max(30, 'expected at most 30 saved views').optional(),
});
export type PreferencesChange = z.infer<typeof PreferencesChange>;

/** A channel that tells people one by one, for the person who asks. */
export const PersonalChannelFacts = z.object({
  name: z.string(),
  title: z.string(),
  /** Where it reaches this person, such as an address; null where it does not. */
  where: z.string().nullable(),
  choice: ChannelChoice,
  /** Where the channel reaches browsers: the key that a browser binds its subscription to. */
  device_key: z.string().nullable(),
  /** Since when this server could not deliver there; null where the last delivery succeeded. */
  failing_since: z.string().nullable(),
});
export type PersonalChannelFacts = z.infer<typeof PersonalChannelFacts>;

export const PreferencesFacts = z.object({
  preferences: Preferences,
  channels: z.array(PersonalChannelFacts),
});
export type PreferencesFacts = z.infer<typeof PreferencesFacts>;

const Endpoint = z.string().min(1).max(2048);

/** A browser that its user wants to be told in, as its subscription says. */
export const NewDevice = z.strictObject({
  endpoint: Endpoint,
  keys: z.strictObject({ p256dh: z.string().max(128), auth: z.string().max(64) }),
  /** What the person calls it. */
  label: z.string().min(1).max(80),
});
export type NewDevice = z.infer<typeof NewDevice>;

export const DeviceRemoval = z.strictObject({ endpoint: Endpoint });

export const TestMessageParams = z.strictObject({ channel: z.string().max(64) });

/** The outcome of a test message. */
export const TestMessageAnswer = z.object({
  delivered: z.boolean(),
  problem: z.string().nullable(),
});
export type TestMessageAnswer = z.infer<typeof TestMessageAnswer>;

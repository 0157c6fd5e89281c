import type { Context } from '@countersign/coordinator';
import { parseStrict } from '@countersign/protocol/json';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ChannelChoice,
  Preferences,
  type PreferencesChange,
} from '@countersign/wire/preferences';
import * as z from 'zod';
import type { Channel } from './channel.ts';
import { isTimeZone } from './clock-times.ts';

const triesMax = 5;

/** What the store keeps of a person: what they set, and what a channel keeps of them, such as their browsers. */
const Kept = Preferences.extend({ kept: z.record(z.string(), z.unknown()).default({}) });
type Kept = z.infer<typeof Kept>;
const nothingKept: Kept = Kept.parse({});

/** What these people have set. Everyone is in it. */
export async function preferencesOf(
  context: Pick<Context, 'store'>,
  personIds: readonly string[],
): Promise<(personId: string) => Preferences> {
  const read = await readAll(context, personIds);
  return personId => {
    const { kept: _, ...preferences } = read.get(personId) ?? nothingKept;
    return preferences;
  };
}

/** What a channel keeps of these people; undefined where it keeps nothing. */
export async function readKept(
  context: Pick<Context, 'store'>,
  personIds: readonly string[],
  channel: string,
): Promise<(personId: string) => unknown> {
  const read = await readAll(context, personIds);
  return personId => read.get(personId)?.kept[channel];
}

/** Changes what a person has set. */
export function changePreferences(
  context: Pick<Context, 'store'>,
  personId: string,
  change: PreferencesChange,
): Promise<Result<Kept>> {
  return changeAll(context, personId, before => ({
    ...before,
    ...change,
    channels: { ...before.channels, ...change.channels },
  }));
}

/** Changes what a channel keeps of a person. */
export function changeKept(
  context: Pick<Context, 'store'>,
  personId: string,
  channel: string,
  change: (kept: unknown) => unknown,
): Promise<Result<Kept>> {
  return changeAll(context, personId, before => ({
    ...before,
    kept: { ...before.kept, [channel]: change(before.kept[channel]) },
  }));
}

async function readAll(
  { store }: Pick<Context, 'store'>,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Kept>> {
  const rows = await store.readPreferences(personIds);
  return new Map(rows.map(({ person_id, text }) => [person_id, readText(text)]));
}

/** Of two changes at once, the later one starts from what the earlier one left. */
async function changeAll(
  { store }: Pick<Context, 'store'>,
  personId: string,
  change: (before: Kept) => unknown,
): Promise<Result<Kept>> {
  for (let tries = 0; tries < triesMax; tries++) {
    const [row] = await store.readPreferences([personId]);
    const next = Kept.parse(change(row === undefined ? nothingKept : readText(row.text)));
    const version = (row?.version ?? 0) + 1;
    const text = JSON.stringify(next);
    if (await store.writePreferences({ person_id: personId, version, text })) return accept(next);
  }
  return refuse('commit_contended', 'other changes of the same settings came first each time');
}

export function choiceOf({ channels }: Preferences, { name, personal }: Channel): ChannelChoice {
  return channels[name] ?? personal?.usual ?? { on: false, after_minutes: null, digest_at: [] };
}

/** A text of another version that cannot be read counts as nothing set: the person is told as usual. */
function readText(text: string): Kept {
  try {
    const read = Kept.parse(parseStrict(text));
    return isTimeZone(read.time_zone) ? read : { ...read, time_zone: nothingKept.time_zone };
  } catch {
    return nothingKept;
  }
}

import { type LaterMessage, readRequest, requestStream } from '@countersign/coordinator';
import { joiningOf, releaseOf, stageAt } from '@countersign/protocol/chain';
import { millisecondsOf, operatorRole, type Timestamp } from '@countersign/protocol/value';
import type { ChannelChoice, Preferences } from '@countersign/wire/preferences';
import * as z from 'zod';
import type { App } from '../app.ts';
import type { Delivery } from '../webhooks/deliver-outbox.ts';
import { peopleToTell } from './away.ts';
import type { Channel, Notice } from './channel.ts';
import { isQuiet, secondsUntil } from './clock-times.ts';
import { choiceOf, preferencesOf } from './preferences.ts';
import { decidersOf, listedPeople, readWaiting, type Waiting } from './who-decides.ts';

/** One message to one person, as the outbox keeps it. Everything else is read when it is sent. */
export const TellPayload = z.strictObject({
  kind: z.enum(['ask', 'reminder', 'digest', 'settled', 'alarm', 'release']),
  person_id: z.string(),
  /** Null for a digest. */
  approval_request_id: z.string().nullable(),
});
export type TellPayload = z.infer<typeof TellPayload>;

/**
 * Turns one notice about a request into messages to the people it concerns, each with its time. Planning again after a
 * crash adds nothing that still waits: each message has a key.
 */
export async function planTelling(app: App, channel: Channel, notice: Notice): Promise<Delivery> {
  const plan = { ask: planAsk, settle: planSettled, alarm: planAlarm, release: planRelease }[
    notice.kind
  ];
  await app.context.store.enqueue(await plan(app, channel, notice.approval_request_id));
  return { outcome: 'delivered' };
}

async function planAsk(app: App, channel: Channel, id: string): Promise<LaterMessage[]> {
  const waiting = await readWaiting(app.context, id);
  if (waiting === null) return [];
  const told = await peopleToTell(app.context, waiting.deciders);
  const preferences = await preferencesOf(app.context, told);
  const now = app.context.clock.now();
  const messages = told.flatMap(person_id =>
    messagesFor({ channel, waiting, person_id, preferences: preferences(person_id), now }),
  );
  return [...messages, ...(await planJoining(app, channel, waiting, now))];
}

/**
 * The people who join the stage later are told when they join (ES-1). The server then checks again which of them can
 * decide.
 */
async function planJoining(
  app: App,
  channel: Channel,
  waiting: Waiting,
  now: Timestamp,
): Promise<LaterMessage[]> {
  const { state, stage, deciders } = waiting;
  const listed = state.chain.stages[stage.index];
  if (listed === undefined) return [];
  const known = new Set(deciders);
  const messages: LaterMessage[] = [];
  for (const { at } of joiningOf(listed, state.request)) {
    if (at <= now || at >= state.request.expires_at) continue;
    const could = await decidersOf(app.context, state, stageAt(listed, state.request, at));
    const joining = could.filter(person_id => !known.has(person_id));
    const preferences = await preferencesOf(app.context, joining);
    const wait = Math.ceil(secondsBetween(now, at));
    for (const person_id of joining) {
      known.add(person_id);
      const planned = { channel, waiting, person_id, preferences: preferences(person_id), now: at };
      messages.push(
        ...messagesFor(planned).map(each => ({ ...each, inSeconds: each.inSeconds + wait })),
      );
    }
  }
  return messages;
}

interface Planned {
  readonly channel: Channel;
  readonly waiting: Waiting;
  readonly person_id: string;
  readonly preferences: Preferences;
  readonly now: Timestamp;
}

function messagesFor(planned: Planned): LaterMessage[] {
  const { channel, waiting, person_id, preferences, now } = planned;
  const choice = choiceOf(preferences, channel);
  if (!choice.on) return [];
  const { request } = waiting.state;
  const left = secondsBetween(now, request.expires_at);
  const told = secondsToFirst(choice, left);
  const reminder = secondsToReminder(preferences, left);
  const about = { person_id, approval_request_id: request.approval_request_id };
  const stage = String(waiting.stage.index);
  return [
    ...(told === null ? [] : [tellMessage(channel, { kind: 'ask', ...about }, told, stage)]),
    // The first message comes so late that the reminder would follow immediately. One message is enough.
    ...(told === null || reminder === null || reminder < told + 60
      ? []
      : [tellMessage(channel, { kind: 'reminder', ...about }, reminder, stage)]),
    ...digestAt(choice, preferences, now).map(seconds =>
      digestMessage(channel, person_id, seconds),
    ),
  ];
}

/** A wait that takes more than a third of the time that is left is shortened to that. */
function secondsToFirst({ after_minutes }: ChannelChoice, left: number): number | null {
  return after_minutes === null ? null : Math.min(after_minutes * 60, Math.floor(left / 3));
}

function secondsToReminder({ reminder_minutes }: Preferences, left: number): number | null {
  if (reminder_minutes === null) return null;
  const seconds = Math.floor(left - reminder_minutes * 60);
  return seconds > 0 ? seconds : null;
}

/** The next digest; none where the person wants none. */
function digestAt(
  { digest_at }: ChannelChoice,
  { time_zone }: Preferences,
  now: Timestamp,
): number[] {
  const next = digest_at.map(time => secondsUntil(now, time, time_zone));
  return next.length === 0 ? [] : [Math.min(...next)];
}

/**
 * What a person is told in place of a message that comes too often or in quiet hours: one message about everything that
 * waits, later. There is one of them at a time.
 */
export function digestMessage(channel: Channel, personId: string, inSeconds: number): LaterMessage {
  const payload = { kind: 'digest', person_id: personId, approval_request_id: null } as const;
  return tellMessage(channel, payload, inSeconds, '');
}

/** The end of quiet hours, where it is quiet now. */
export function secondsToWaking(
  { quiet_hours, time_zone }: Preferences,
  now: Timestamp,
): number | null {
  if (quiet_hours === null || !isQuiet(now, quiet_hours, time_zone)) return null;
  return secondsUntil(now, quiet_hours.to, time_zone);
}

/** For everyone who could have been told of it. A person whom the channel does not reach is passed over. */
async function planSettled(app: App, channel: Channel, id: string): Promise<LaterMessage[]> {
  const { personal } = channel;
  if (personal?.withdraws !== true) return [];
  const read = await readRequest(app.context, id);
  if (!read.ok) throw new Error(read.refusal.detail);
  const { chain, parties, request } = read.value.state;
  const people = new Set<string>();
  const now = app.context.clock.now();
  for (const listed of chain.stages) {
    const stage = stageAt(listed, request, now);
    const could = await decidersOf(app.context, { entries: [], parties }, stage);
    for (const personId of could) people.add(personId);
  }
  const reached = await Promise.all(
    [...people].map(async id => ((await personal.where(app, id)) === null ? [] : [id])),
  );
  return reached
    .flat()
    .map(person_id =>
      tellMessage(channel, { kind: 'settled', person_id, approval_request_id: id }, 0, ''),
    );
}

/** An alarm is for the operators and for those who approved. */
async function planAlarm(app: App, channel: Channel, id: string): Promise<LaterMessage[]> {
  const read = await readRequest(app.context, id);
  if (!read.ok) throw new Error(read.refusal.detail);
  const approved = new Set(read.value.state.entries.map(entry => entry.approver_identity));
  const people = (await app.context.people.directory()).filter(
    ({ kind, identity, roles }) =>
      kind === 'human' && (approved.has(identity) || roles.includes(operatorRole)),
  );
  return people.map(({ identity }) =>
    tellMessage(channel, { kind: 'alarm', person_id: identity, approval_request_id: id }, 0, ''),
  );
}

/**
 * Immediately tells everyone whom the chain lists, and no one else, that one person released the action alone (BG-3).
 */
async function planRelease(app: App, channel: Channel, id: string): Promise<LaterMessage[]> {
  const read = await readRequest(app.context, id);
  if (!read.ok) throw new Error(read.refusal.detail);
  const { state } = read.value;
  const by = releaseOf(state.entries)?.approver_identity;
  const people = (await listedPeople(app.context, state)).filter(person => person !== by);
  return people.map(person_id =>
    tellMessage(channel, { kind: 'release', person_id, approval_request_id: id }, 0, ''),
  );
}

function tellMessage(
  { name }: Channel,
  payload: TellPayload,
  inSeconds: number,
  occasion: string,
): LaterMessage {
  const { kind, person_id, approval_request_id: id } = payload;
  return {
    topic: `${name}.tell`,
    stream: id === null ? `person/${person_id}` : requestStream(id),
    payload: JSON.stringify(payload),
    key: [name, kind, person_id, id ?? '', occasion].join('/'),
    inSeconds,
  };
}

function secondsBetween(from: Timestamp, to: Timestamp): number {
  return Math.max(0, (millisecondsOf(to) - millisecondsOf(from)) / 1000);
}

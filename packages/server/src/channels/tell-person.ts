import { loadDirectory, readRequest } from '@countersign/coordinator';
import { stageAt } from '@countersign/protocol/chain';
import { activePerson } from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import { addSeconds, millisecondsOf } from '@countersign/protocol/value';
import type { Preferences } from '@countersign/wire/preferences';
import type { App } from '../app.ts';
import { shownLevelOf } from '../routes/request-title.ts';
import type { Delivery } from '../webhooks/deliver-outbox.ts';
import { peopleToTell } from './away.ts';
import type { Channel, PersonalChannel, Told } from './channel.ts';
import { askedNotice, type PersonalNotice } from './personal-notice.ts';
import { digestMessage, secondsToWaking, TellPayload } from './plan-telling.ts';
import { choiceOf, preferencesOf } from './preferences.ts';
import { decidersOf, readWaiting, type Waiting, waitingFor } from './who-decides.ts';

/** How many requests a person is told of one by one in a span of time. One message at its end names the others. */
const eachMax = 5;
const spanSeconds = 600;
const listedMax = 20;

const delivered: Delivery = { outcome: 'delivered' };

/**
 * Delivers one message to one person. What it says is read now: a request that was decided in the meantime, or that this
 * person can no longer decide, is not told of.
 */
export async function tellPerson(
  app: App,
  channel: Channel,
  settings: unknown,
  message: { readonly id: number; readonly payload: string },
  signal: AbortSignal,
): Promise<Delivery> {
  const { personal } = channel;
  const payload = TellPayload.safeParse(parseStrict(message.payload));
  if (personal === null || !payload.success) {
    return { outcome: 'dead', problem: `${channel.title} cannot deliver such a message` };
  }
  const { person_id } = payload.data;
  const { state } = await loadDirectory(app.context);
  if (activePerson(state, person_id) === null) return delivered;
  const preferences = (await preferencesOf(app.context, [person_id]))(person_id);
  if (!choiceOf(preferences, channel).on && payload.data.kind !== 'settled') return delivered;
  if ((await personal.where(app, person_id)) === null) return delivered;
  const notice = await noticeFor(app, payload.data);
  if (notice === null) return delivered;
  const wait = secondsToDigest(app, channel, personal, person_id, preferences, notice);
  if (wait !== null) {
    await app.context.store.enqueue([digestMessage(channel, person_id, wait)]);
    return delivered;
  }
  return personal.tell(
    app,
    settings,
    toldOf(app, message.id, person_id, preferences, notice),
    signal,
  );
}

function toldOf(
  app: App,
  id: number,
  person_id: string,
  preferences: Preferences,
  notice: PersonalNotice,
): Told {
  return {
    person_id,
    notice,
    reader: { language: preferences.language ?? 'en', timeZone: preferences.time_zone },
    message_id: `${notice.kind}.${id}`,
    isQuiet: secondsToWaking(preferences, app.context.clock.now()) !== null,
  };
}

/** Null where there is nothing to tell any more. */
async function noticeFor(app: App, payload: TellPayload): Promise<PersonalNotice | null> {
  const { kind, person_id, approval_request_id: id } = payload;
  if (id === null) return kind === 'digest' ? digestFor(app, person_id) : null;
  switch (kind) {
    case 'ask':
    case 'reminder': {
      const waiting = await readWaiting(app.context, id);
      if (waiting === null) return null;
      if (!(await isTold(app, waiting, person_id))) {
        if (await joinsSoon(app, waiting, person_id))
          throw new Error('the person joins in a moment');
        return null;
      }
      const { state, stage, deciders } = waiting;
      return askedNotice(kind, state, stage, deciders.length === 1, await shownLevelOf(app, state));
    }
    case 'settled':
      return { kind, approval_request_id: id };
    case 'alarm': {
      const read = await readRequest(app.context, id);
      if (!read.ok) throw new Error(read.refusal.detail);
      return { kind, approval_request_id: id, agent_id: read.value.state.request.agent_id };
    }
    case 'release': {
      const read = await readRequest(app.context, id);
      if (!read.ok) throw new Error(read.refusal.detail);
      const { request, tool_name } = read.value.state;
      return { kind, approval_request_id: id, agent_id: request.agent_id, tool_name };
    }
    case 'digest':
      return null;
  }
}

/** The clock that sent the message may be ahead of this one; then the message is tried again (ES-1). */
async function joinsSoon(app: App, waiting: Waiting, personId: string): Promise<boolean> {
  const { state, stage, deciders } = waiting;
  const listed = state.chain.stages[stage.index];
  if (listed?.escalation === undefined || deciders.includes(personId)) return false;
  const soon = stageAt(listed, state.request, addSeconds(app.context.clock.now(), 60));
  return (await decidersOf(app.context, state, soon)).includes(personId);
}

async function isTold(app: App, { deciders }: Waiting, personId: string): Promise<boolean> {
  return (
    deciders.includes(personId) && (await peopleToTell(app.context, deciders)).includes(personId)
  );
}

async function digestFor(app: App, personId: string): Promise<PersonalNotice | null> {
  const { waiting: all, isMore } = await waitingFor(app.context, personId);
  const told = await Promise.all(all.map(each => isTold(app, each, personId)));
  const waiting = all.filter((_, at) => told[at]);
  if (waiting.length === 0) return null;
  return {
    kind: 'digest',
    waiting: await Promise.all(
      waiting.slice(0, listedMax).map(async ({ state, stage, deciders }) => {
        const level = await shownLevelOf(app, state);
        return askedNotice('ask', state, stage, deciders.length === 1, level);
      }),
    ),
    count: waiting.length,
    isMore,
  };
}

/** When the person gets a digest in place of this notice; null where the notice is sent now. */
function secondsToDigest(
  app: App,
  channel: Channel,
  { withdraws }: PersonalChannel<unknown>,
  personId: string,
  preferences: Preferences,
  notice: PersonalNotice,
): number | null {
  if (notice.kind !== 'ask' && notice.kind !== 'reminder') return null;
  if (notice.risk === 'critical') return null;
  const waking = secondsToWaking(preferences, app.context.clock.now());
  // A channel that withdraws its notices shows them without a sound.
  if (waking !== null && !withdraws) return waking;
  return notice.kind === 'ask' && comesTooOften(app, `${channel.name} ${personId}`)
    ? spanSeconds
    : null;
}

const recent = new WeakMap<App, Map<string, number[]>>();

/** This process counts alone. Three replicas together may send three times as many. */
function comesTooOften(app: App, key: string): boolean {
  const known = recent.get(app) ?? new Map<string, number[]>();
  recent.set(app, known);
  const now = millisecondsOf(app.context.clock.now());
  const since = (known.get(key) ?? []).filter(at => at > now - spanSeconds * 1000);
  const isTooOften = since.length >= eachMax;
  known.set(key, isTooOften ? since : [...since, now]);
  return isTooOften;
}

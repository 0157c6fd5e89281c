import { loadAction, makeSmallView, readRequest } from '@countersign/coordinator';
import type { ActionBinding } from '@countersign/protocol/action';
import type { OpenedRequest, RequestStatus } from '@countersign/protocol/request';
import type { EventType } from '@countersign/protocol/stream';
import { millisecondsOf } from '@countersign/protocol/value';
import type { App } from '../../app.ts';
import { shownLevelOf, titleOf } from '../../routes/request-title.ts';
import type { Delivery } from '../../webhooks/deliver-outbox.ts';
import type { Notice } from '../channel.ts';
import { createSlackBudget, type PostedCard, type SlackBudget } from './budget.ts';
import {
  alarmCard,
  digestCard,
  questionCard,
  releaseCard,
  type SlackMessage,
  settledCard,
} from './card.ts';
import { slackClient, slackProblem } from './client.ts';
import type { SlackSettings } from './settings.ts';

/** Marks our messages in Slack, so that one can be found again by the request it is about. */
const metadataType = 'countersign_request';
/** How many messages after a question are looked through for its card. */
const historyMax = 200;

const budgets = new WeakMap<App, SlackBudget>();

/** Puts a question into the channel. One that is over by now is not asked any more. */
export async function askInSlack(
  app: App,
  slack: SlackSettings,
  { approval_request_id: id }: Notice,
): Promise<Delivery> {
  const budget = budgetOf(app, slack);
  const read = await readRequest(app.context, id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state, status } = read.value;
  if (status !== 'pending') {
    budget.forget(id);
    return { outcome: 'delivered' };
  }
  const action = await loadAction(app.context, state.request.action_digest);
  if (action === null) return { outcome: 'dead', problem: 'what was asked for has been erased' };
  return budget.put({
    approval_request_id: id,
    agentId: state.request.agent_id,
    sentence: await titleOf(app, state),
    risk: await shownLevelOf(app, state),
    postCard: () => postCard(app, slack, state, action),
  });
}

/**
 * Takes the question off its card. This process remembers where the card is, or asks Slack, which finds the message by
 * its metadata. So nothing durable is needed, and another replica finds the card too. A question that was only in a
 * list has no card. Where no card is found, none is posted: the buttons of an old card decide nothing any more.
 */
export async function settleInSlack(
  app: App,
  slack: SlackSettings,
  { approval_request_id: id, event }: Notice,
): Promise<Delivery> {
  const budget = budgetOf(app, slack);
  budget.forget(id);
  const read = await readRequest(app.context, id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state } = read.value;
  const known = budget.find(id);
  try {
    const card = known === undefined ? await findCard(slack, state) : known;
    if (card !== null)
      await updateCard(
        slack,
        card,
        settledCard(app.origin, state, event, await titleOf(app, state)),
      );
    return { outcome: 'delivered' };
  } catch (error) {
    return { outcome: 'retry', problem: slackProblem(error) };
  }
}

/** Warns the channel that an executor reports another action than the approved one. No budget holds a warning back. */
export async function alarmInSlack(
  app: App,
  slack: SlackSettings,
  { approval_request_id }: Notice,
): Promise<Delivery> {
  const read = await readRequest(app.context, approval_request_id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state } = read.value;
  const message = alarmCard(app.origin, state, await titleOf(app, state));
  try {
    await post(slack, message, { alarm_of: approval_request_id });
    return { outcome: 'delivered' };
  } catch (error) {
    return { outcome: 'retry', problem: slackProblem(error) };
  }
}

/** Tells the channel that one person released an action alone. No budget holds it back (BG-3). */
export async function releaseInSlack(
  app: App,
  slack: SlackSettings,
  { approval_request_id }: Notice,
): Promise<Delivery> {
  const read = await readRequest(app.context, approval_request_id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state } = read.value;
  const message = releaseCard(app.origin, state, await titleOf(app, state));
  try {
    await post(slack, message, { release_of: approval_request_id });
    return { outcome: 'delivered' };
  } catch (error) {
    return { outcome: 'retry', problem: slackProblem(error) };
  }
}

/** Shows the question as it stands now: its next stage, or that it is over. */
export async function refreshCard(
  app: App,
  slack: SlackSettings,
  approvalRequestId: string,
  card: PostedCard,
): Promise<void> {
  const read = await readRequest(app.context, approvalRequestId);
  if (!read.ok || read.value.status !== 'pending') return;
  const { state } = read.value;
  const action = await loadAction(app.context, state.request.action_digest);
  if (action === null) return;
  const shown = await makeSmallView(app.context, state.request, action);
  const said = { sentence: await titleOf(app, state), level: await shownLevelOf(app, state) };
  await updateCard(slack, card, questionCard(app.origin, slack, state, action, said, shown));
}

function budgetOf(app: App, slack: SlackSettings): SlackBudget {
  const known = budgets.get(app);
  if (known !== undefined) return known;
  const made = createSlackBudget(app.context.clock, async (agentId, waiting) => {
    await post(slack, digestCard(app.origin, agentId, waiting), {});
  });
  budgets.set(app, made);
  return made;
}

async function postCard(
  app: App,
  slack: SlackSettings,
  state: OpenedRequest,
  action: ActionBinding,
): Promise<PostedCard> {
  const { approval_request_id } = state.request;
  const said = { sentence: await titleOf(app, state), level: await shownLevelOf(app, state) };
  const shown = await makeSmallView(app.context, state.request, action);
  const message = questionCard(app.origin, slack, state, action, said, shown);
  const card = await post(slack, message, { approval_request_id });
  // A request that was decided while its card was posted had no card to update.
  const read = await readRequest(app.context, approval_request_id);
  if (read.ok && read.value.status !== 'pending') {
    const event = settledBy(read.value.status);
    await updateCard(slack, card, settledCard(app.origin, read.value.state, event, said.sentence));
  }
  return card;
}

function settledBy(status: RequestStatus): EventType {
  switch (status) {
    case 'denied':
    case 'expired':
    case 'cancelled':
    case 'amended':
      return `request.${status}`;
    default:
      return 'request.allowed';
  }
}

async function post(
  slack: SlackSettings,
  { text, blocks }: SlackMessage,
  about: Record<string, string>,
): Promise<PostedCard> {
  try {
    const { channel, ts } = await (await slackClient(slack)).chat.postMessage({
      channel: slack.channel,
      text,
      blocks,
      metadata: { event_type: metadataType, event_payload: about },
      unfurl_links: false,
      unfurl_media: false,
    });
    if (channel === undefined || ts === undefined) throw new Error('Slack named no message');
    return { channel, ts };
  } catch (error) {
    throw new Error(slackProblem(error));
  }
}

async function updateCard(
  slack: SlackSettings,
  { channel, ts }: PostedCard,
  { text, blocks }: SlackMessage,
): Promise<void> {
  await (await slackClient(slack)).chat.update({ channel, ts, text, blocks });
}

async function findCard(
  slack: SlackSettings,
  { request }: OpenedRequest,
): Promise<PostedCard | null> {
  const history = await (await slackClient(slack)).conversations.history({
    channel: slack.channel,
    oldest: String(Math.floor(millisecondsOf(request.requested_at) / 1000)),
    limit: historyMax,
    include_all_metadata: true,
  });
  for (const { ts, metadata } of history.messages ?? []) {
    const about = metadata?.event_payload as Record<string, unknown> | undefined;
    const isOurs = metadata?.event_type === metadataType;
    if (
      isOurs &&
      ts !== undefined &&
      about?.['approval_request_id'] === request.approval_request_id
    ) {
      return { channel: slack.channel, ts };
    }
  }
  return null;
}

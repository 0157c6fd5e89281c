import { reasonCodes } from '@countersign/protocol/reason';
import { millisecondsOf } from '@countersign/protocol/value';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { type Answer, json, refuseCall } from '../../http/answer.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { linkAccount } from '../link-account.ts';
import { accountOf, actInSlack, type InteractionAnswer, SlackInteraction } from './interaction.ts';
import { channelName, command } from './link.ts';
import type { SlackSettings } from './settings.ts';
import { isSignedBySlack } from './signature.ts';

/** Slack shows a failure to the person who clicked where it has no answer after three seconds. */
const answerWithinMilliseconds = 2500;

const SlackCommand = z.object({
  team_id: z.string().min(1).max(255),
  user_id: z.string().min(1).max(255),
  text: z.string().max(4000).default(''),
});

/** What Slack calls. */
export const slackRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/slack/interactions',
    id: 'interactInSlack',
    tag: 'channels',
    summary: 'What people do with the cards in Slack; signed by Slack',
    access: ['anyone'],
    purpose: 'answer',
    problems: [
      'route_not_found',
      'answer_signature_mismatch',
      'answer_malformed',
      'person_assertion_not_valid',
    ],
    bodyForm: 'raw',
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: (app, call) => signedBySlack(app, call, interact),
  }),
  route({
    method: 'POST',
    path: '/v1/slack/commands',
    id: 'commandInSlack',
    tag: 'channels',
    summary: 'What people type in Slack to link their account; signed by Slack',
    access: ['anyone'],
    purpose: 'answer',
    problems: [
      'route_not_found',
      'answer_signature_mismatch',
      'answer_malformed',
      'person_assertion_not_valid',
    ],
    bodyForm: 'raw',
    answers: { 200: z.record(z.string(), z.unknown()) },
    handle: (app, call) => signedBySlack(app, call, runCommand),
  }),
];

/** Nothing of a body is read before it is known to be Slack's. */
async function signedBySlack(
  app: App,
  { raw, headers }: Call<undefined, undefined, undefined>,
  handle: (app: App, slack: SlackSettings, form: URLSearchParams) => Promise<Answer>,
): Promise<Answer> {
  const { slack } = app.settings;
  if (slack === null) return notConfigured();
  const signed = {
    timestamp: headers['x-slack-request-timestamp'],
    signature: headers['x-slack-signature'],
    raw,
  };
  if (!isSignedBySlack(slack.signing_secret, signed, millisecondsOf(app.context.clock.now()))) {
    return refuseCall('answer_signature_mismatch', 'expected a fresh signature of Slack');
  }
  const form = new URLSearchParams(Buffer.from(raw).toString());
  // Two readers could choose different values of a field that comes twice.
  if (new Set(form.keys()).size < form.size) {
    return refuseCall('answer_malformed', 'expected each field once');
  }
  return handle(app, slack, form);
}

async function interact(app: App, slack: SlackSettings, form: URLSearchParams): Promise<Answer> {
  const interaction = SlackInteraction.safeParse(readJson(form.get('payload') ?? ''));
  if (!interaction.success) {
    return refuseCall('answer_malformed', 'expected a click on a card, or a dialogue');
  }
  const account = accountOf(slack, interaction.data);
  if (account === null) return otherWorkspace();
  const work = actInSlack(app, slack, account, interaction.data).catch(
    (error: unknown): InteractionAnswer => {
      app.log.error({ err: error }, 'an interaction failed');
      return { reason: 'The click failed, and nothing was decided. Try again, or open the inbox.' };
    },
  );
  const answered = new AbortController();
  const answer = await Promise.race([work, timeIsUp(app, answered.signal)]);
  answered.abort();
  return answer === null
    ? json({})
    : json({ response_action: 'errors', errors: { reason: answer.reason } });
}

async function runCommand(app: App, slack: SlackSettings, form: URLSearchParams): Promise<Answer> {
  const typed = SlackCommand.safeParse(Object.fromEntries(form));
  if (!typed.success) return refuseCall('answer_malformed', 'expected a command');
  const { team_id, user_id, text } = typed.data;
  if (team_id !== slack.team_id) return otherWorkspace();
  const [, code] = /^\s*link\s+(\S+)\s*$/.exec(text) ?? [];
  if (code === undefined) {
    return tell(`Get a code in the inbox, at ${app.origin}/, then type: ${command} link CODE`);
  }
  const linked = await linkAccount(app, channelName, { team_id, user_id }, code);
  if (linked.ok) return tell('Your account is linked. What you click here counts as done by you.');
  const { title, remedy } = reasonCodes[linked.refusal.code];
  return tell(`Nothing was linked. ${title} ${remedy}`);
}

/** Only the person who typed it sees it. */
function tell(text: string): Answer {
  return json({ response_type: 'ephemeral', text });
}

/** Work that takes longer continues after the answer. */
async function timeIsUp({ context }: App, signal: AbortSignal): Promise<null> {
  await context.clock.pause(answerWithinMilliseconds, signal);
  return null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function otherWorkspace(): Answer {
  return refuseCall('person_assertion_not_valid', 'expected a member of the configured workspace');
}

function notConfigured(): Answer {
  return refuseCall('route_not_found', 'Slack is not configured here');
}

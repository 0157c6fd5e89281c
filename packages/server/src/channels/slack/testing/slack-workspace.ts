import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, readRequest } from '@countersign/coordinator';
import type { ChainEntry } from '@countersign/protocol/chain';
import type { RequestRepresentation } from '@countersign/wire/requests';
import { propose, sampleAction } from '../../../testing/sample-call.ts';
import { type SignedIn, startedServer } from '../../../testing/started-server.ts';
import {
  type SlackButton,
  type SlackMembers,
  slackHeaders,
  startLoopbackSlack,
} from './loopback-slack.ts';

const policy = `version: "1"
default: require_approval
default_chain: chat
chain_by_risk: { low: chat, medium: chat, high: chat, critical: chat }
chains:
  - id: chat
    stages:
      - name: chat
        approvers: { roles: [reviewer] }
        min_assurance: channel
  - id: desk
    stages:
      - name: desk
        approvers: { roles: [reviewer] }
        min_assurance: session
  - id: pair
    stages:
      - name: first
        approvers: { roles: [reviewer] }
        min_assurance: channel
      - name: second
        approvers: { roles: [reviewer] }
        min_assurance: channel
rules:
  - id: desk
    match: { tool: "desk.*" }
    outcome: require_approval
    chain: desk
  - id: pair
    match: { tool: "pair.*" }
    outcome: require_approval
    chain: pair
`;

export const secret = 'a signing secret';
export const team = 'T0TEAM';
export const linksPath = '/v1/channels/slack/links';

/** An action of little risk. */
export const mild = {
  target: { tool_name: 'crm.note', tool_schema_version: '1', resource: 'customer-7' },
  parameters: { note: 'called back' },
};

export type SlackWorkspace = Awaited<ReturnType<typeof startSlackWorkspace>>;

/** A server, a workspace that it talks to, and the people in both. */
export async function startSlackWorkspace(clock?: Clock) {
  const slack = await startLoopbackSlack();
  const server = await startedServer({
    policy,
    ...(clock === undefined ? {} : { clock }),
    settings: {
      slack: {
        bot_token: 'xoxb-bot',
        signing_secret: secret,
        channel: 'C0CHANNEL',
        team_id: team,
        approve_up_to: 'medium',
        api_url: slack.apiUrl,
      },
    },
  });
  let agents = 0;

  const send = async (
    path: string,
    fields: Record<string, string>,
    headersOf = (body: string) => slackHeaders(secret, body),
  ): Promise<{ status: number; body: Record<string, string> }> => {
    const body = new URLSearchParams(fields).toString();
    const headers = headersOf(body);
    const response = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  const interact = (payload: unknown, headersOf?: (body: string) => Record<string, string>) =>
    send('/v1/slack/interactions', { payload: JSON.stringify(payload) }, headersOf);

  /** Proposes as an agent of its own, since each has a budget of messages. */
  const ask = async (
    action: Record<string, unknown> = {},
  ): Promise<{ asked: RequestRepresentation; agent: string }> => {
    const agent = `agent-${agents++}`;
    const headers = await server.apiKey({ verbs: ['propose'], agent_ids: [agent] });
    const proposed = { ...sampleAction(agent), ...mild, ...action };
    return { asked: await propose(server, headers, proposed), agent };
  };

  const cardOf = async (id: string): Promise<SlackMembers> =>
    eventually(() =>
      slack
        .callsOf('chat.postMessage')
        .find(({ metadata }) => JSON.stringify(metadata).includes(id)),
    );

  const link = async (person: SignedIn, user: string) => {
    const { headers } = person;
    const made = await server.call('POST', linksPath, { headers, body: { details: {} } });
    assert.equal(made.status, 200);
    const { copy } = made.body as { copy: string };
    const [name = '', ...words] = copy.split(' ');
    const fields = { team_id: team, user_id: user, command: name, text: words.join(' ') };
    return { fields, answer: await send('/v1/slack/commands', fields) };
  };

  const linked = async (roles: readonly string[] = ['reviewer']) => {
    const person = await server.person(roles);
    const user = `U${randomUUID()}`;
    await link(person, user);
    return { user, ...person };
  };

  const statusOf = async (id: string): Promise<string> => {
    const read = await readRequest(server.app.context, id);
    assert.ok(read.ok);
    return read.value.status;
  };

  const entriesOf = async (id: string): Promise<readonly ChainEntry[]> => {
    const read = await readRequest(server.app.context, id);
    assert.ok(read.ok);
    return read.value.state.entries;
  };

  const close = async (): Promise<void> => {
    await server.remove();
    await slack.close();
  };
  return { slack, server, send, interact, ask, cardOf, link, linked, statusOf, entriesOf, close };
}

/** A click as Slack tells of it. What it calls the person is whatever they call themselves. */
export const click = (user: string, button: SlackButton, more: Record<string, unknown> = {}) => ({
  type: 'block_actions',
  team: { id: team, domain: 'company' },
  user: { id: user, username: 'the-boss', name: 'the-boss', team_id: team },
  trigger_id: 'trigger',
  channel: { id: 'C0CHANNEL' },
  message: { ts: '1.1' },
  actions: [{ action_id: button.action_id, value: button.value, action_ts: randomUUID() }],
  ...more,
});

/** A reason that was written, as Slack tells of it. */
export const submit = (
  user: string,
  metadata: string,
  reason: string | null,
  id: string = randomUUID(),
  choice: 'fix' | 'never' | null = null,
) => ({
  type: 'view_submission',
  team: { id: team },
  user: { id: user },
  view: {
    id,
    callback_id: 'reject',
    private_metadata: metadata,
    state: {
      values: {
        reason: { text: { type: 'plain_text_input', value: reason } },
        next: {
          choice: {
            type: 'radio_buttons',
            selected_option: choice === null ? null : { value: choice },
          },
        },
      },
    },
  },
});

export function buttonsOf({ blocks }: SlackMembers): readonly SlackButton[] {
  return blocks.find(({ type }) => type === 'actions')?.elements ?? [];
}

export function buttonOf(card: SlackMembers, id: string): SlackButton {
  const found = buttonsOf(card).find(({ action_id }) => action_id === id);
  assert.ok(found, `expected a button ${id}`);
  return found;
}

/** Looks again until it is there. Gives up after a minute, which only bounds a hang. */
export async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 2_400; tries++) {
    const found = look();
    if (found !== undefined) return found;
    await sleep(25);
  }
  throw new Error('it did not happen');
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import type { Route } from '@countersign/protocol/request';
import { deliveriesTo } from '../../webhooks/deliveries.ts';
import { openedFor } from '../testing/opened-request.ts';
import { SlackSettings } from './settings.ts';

const slack = SlackSettings.parse({
  bot_token: 'b',
  signing_secret: 's',
  channel: 'C1',
  team_id: 'T1',
});

const opened = openedFor(
  parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'bot',
    target: { tool_name: 'pay', tool_schema_version: '1', resource: null },
    parameters: {},
  }),
  null,
);

function topics(route: Route, configured: SlackSettings | null, type: string): string[] {
  const state = { ...opened, request: { ...opened.request, route } };
  const change = { state, events: [{ type }], from: 1 } as never;
  return deliveriesTo({ endpoints: [], slack: configured })(change).map(({ topic }) => topic);
}

test('Slack is told of requests whose route names it, or names no channel', () => {
  for (const name of [null, 'slack', 'the finance team']) {
    const route = { kind: 'admin_channel', name } as const;
    assert.deepEqual(topics(route, slack, 'request.opened'), ['slack.ask']);
    assert.deepEqual(topics(route, slack, 'request.denied'), ['slack.settle']);
    assert.deepEqual(topics(route, slack, 'grant.consumed'), []);
    assert.deepEqual(topics(route, null, 'request.opened'), []);
  }
});

test('Slack is told of nothing that goes another way', () => {
  for (const kind of ['webhook', 'same_conversation'] as const) {
    assert.deepEqual(topics({ kind, name: null }, slack, 'request.opened'), []);
  }
});

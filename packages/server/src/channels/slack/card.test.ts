import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import type { OpenedRequest } from '@countersign/protocol/request';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { openedFor } from '../testing/opened-request.ts';
import {
  digestCard,
  escapeMarkup,
  questionCard,
  type ShownInChat,
  type SlackMessage,
} from './card.ts';

const origin = 'https://approve.example';
const settings = { approve_up_to: 'critical' } as const;
const wired = { sentence: 'Wire 4,200 USD', level: 'medium' } as const;

interface Element {
  readonly type: string;
  readonly text?: unknown;
  readonly action_id?: string;
  readonly elements?: readonly Element[];
}

function cardFor(parameters: Record<string, unknown>, more: Partial<Asked> = {}): SlackMessage {
  const { state, action } = asked(parameters, more);
  return questionCard(origin, settings, state, action, wired, shownFor(state, action));
}

function shownFor({ request }: OpenedRequest, action: ActionBinding): ShownInChat {
  const view = presentedView(request, action);
  return { view, view_digest: viewDigest(view) };
}

interface Asked {
  readonly resource: string | null;
  readonly says: string | null;
}

function asked(
  parameters: Record<string, unknown>,
  { resource = 'acct-42', says = null }: Partial<Asked> = {},
): { state: OpenedRequest; action: ActionBinding } {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource },
    parameters,
  });
  return { state: openedFor(action, says), action };
}

function textsOf(elements: readonly Element[]): string[] {
  return elements.flatMap(each => [
    ...(typeof each.text === 'string' ? [each.text] : []),
    ...textsOf(each.elements ?? []),
  ]);
}

function shownOn({ blocks }: SlackMessage): string {
  return textsOf(blocks as readonly Element[]).join('\n');
}

function actionsOn({ blocks }: SlackMessage): (string | undefined)[] {
  const actions = (blocks as readonly Element[]).find(({ type }) => type === 'actions');
  return (actions?.elements ?? []).map(({ action_id }) => action_id);
}

test('a card shows the tool, its target, every parameter, the risk, the code and the end', () => {
  const card = cardFor({ amount: 4200, to: { iban: 'DE02', tags: ['a', 'b'], none: [] } });
  const text = shownOn(card);
  for (const part of [
    'Tool: wire_transfer',
    'Target: acct-42',
    'Agent: billing-bot',
    '/parameters/amount: 4200',
    '/parameters/to/iban: DE02',
    '/parameters/to/tags/1: b',
    '/parameters/to/none: (empty array)',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /Risk: .*(low|medium|high|critical) risk/i);
  assert.match(text, /Code: [0-9A-Z]{4}-[0-9A-Z]{4}/);
  assert.match(text, /Expires: \d{4}-/);
  assert.deepEqual(actionsOn(card), ['approve', 'reject', 'open']);
});

test('characters that could hide or mislead are spelled out, and nothing is markup', () => {
  const nasty = {
    note: 'pay \u202Eevil\u200B <!channel> <https://evil.example|bank> *bold* `code` &amp; @here\nnext',
    '<@U123>': 'x',
  };
  const card = cardFor(nasty, { resource: 'r\u0430ypal', says: 'trust me <!everyone>' });
  const text = shownOn(card);
  assert.match(text, /<U\+202E>evil<U\+200B>/);
  assert.match(text, /<U\+000A>next/);
  assert.match(text, /а<U\+0430>/);
  assert.doesNotMatch(text, /[\u202E\u200B]/);
  assert.match(text, /The agent says \(unverified\): trust me/);
  // Literal text elements carry it; there is no element in which Slack would interpret it.
  assert.doesNotMatch(
    JSON.stringify(card.blocks),
    /mrkdwn|"type":"(user|usergroup|broadcast|link)"/,
  );
  assert.doesNotMatch(card.text, /<!|<@|<http/);
  assert.equal(escapeMarkup('<!channel> & co'), '&lt;!channel&gt; &amp; co');
});

test('a value that does not fit is counted, never cut, and chat cannot approve it', () => {
  const long = 'x'.repeat(5000);
  const long2 = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`field-${n}`, 'y'.repeat(50)]),
  );
  const cases: [SlackMessage, RegExp][] = [
    [cardFor({ note: long }), /note: \(5000 bytes: open it in the inbox\)/],
    [cardFor(long2), /and \d+ more values: open it in the inbox/],
    [cardFor({ note: 'z' }, { says: long }), /\(5000 bytes: open it in the inbox\)/],
    [cardFor({ ['k'.repeat(400)]: 1 }), /open it in the inbox/],
  ];
  for (const [card, said] of cases) {
    assert.match(shownOn(card), said);
    assert.deepEqual(actionsOn(card), ['open_to_approve', 'reject']);
    assert.ok(JSON.stringify(card.blocks).length < 12_000);
  }
});

test('[HI-2] a card leaves a large action to the inbox, and chat cannot approve it', () => {
  const { state, action } = asked({ amount: 1 });
  const { view_digest } = shownFor(state, action);
  const card = questionCard(origin, settings, state, action, wired, { view: null, view_digest });
  assert.match(shownOn(card), /too large for a card: open it in the inbox/);
  assert.match(shownOn(card), /Code: [0-9A-Z]{4}-[0-9A-Z]{4}/);
  assert.ok(!actionsOn(card).includes('approve'));
});

test('chat approves only what the operator permits there', () => {
  const { state, action } = asked({ amount: 1 });
  const at = (approve_up_to: 'low' | 'medium' | 'high' | 'critical' | null) =>
    actionsOn(
      questionCard(origin, { approve_up_to }, state, action, wired, shownFor(state, action)),
    ).includes('approve');
  assert.deepEqual(
    [null, 'low', 'medium', 'high', 'critical'].map(each => at(each as never)),
    [false, false, true, true, true],
  );
});

test('a list names some requests, counts the others, and links to each', () => {
  const waiting = Array.from({ length: 40 }, (_, n) => ({
    approval_request_id: `ar_${n}`,
    sentence: n === 0 ? 'wire<U+202E>' : 'wire',
    risk: 'high' as const,
  }));
  const card = digestCard(origin, 'bot <!channel>', waiting);
  const text = shownOn(card);
  assert.match(text, /^40 approvals needed for bot/m);
  assert.match(text, /wire<U\+202E>, HIGH RISK/);
  assert.match(text, /and 25 more, all in the inbox/);
  assert.match(JSON.stringify(card.blocks), /"https:\/\/approve\.example\/requests\/ar_14"/);
  assert.doesNotMatch(card.text, /<!/);
});

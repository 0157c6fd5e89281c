// Disproves: "A person learns the values of a request that they may not see from whatever compares, counts or previews it
// beside a request that they may see."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import type { AllowanceFacts, AllowancePreview } from '@countersign/wire/allowances';
import type { BatchAnswer } from '@countersign/wire/batches';
import type { FoundPage } from '@countersign/wire/search';
import { addPasskey, passkeyEntry } from '../testing/passkey-decision.ts';

type Headers = Readonly<Record<string, string>>;

/** For one tool, the desk decides the small payments and the board the large ones. */
const policy = `version: "1"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    stages: [{ name: desk, approvers: { roles: [clerk] } }]
  - id: board
    stages: [{ name: board, approvers: { roles: [board] } }]
rules:
  - id: large
    match: { tool: pay }
    when: parameters.amount > 100
    outcome: require_approval
    risk: medium
    chain: board
    display: "Pay {/amount} to {/payee} at {/iban}"
    allowances: { lifetime: 1d, any: [/payee, /iban, /invoice] }
  - id: small
    match: { tool: pay }
    when: parameters.amount <= 100
    outcome: require_approval
    risk: medium
    chain: desk
    display: "Pay {/amount} to {/payee} at {/iban}"
    allowances: { lifetime: 1d, any: [/payee, /iban, /invoice] }
`;

const secret = 'Kestrel-Takeover';
const secretIban = 'GB82WEST12345698765432';

describe('requests of one tool under two chains', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let agent: Headers;
  let clerk: SignedIn;
  let board: SignedIn;
  const passkey = softwareAuthenticator();
  let count = 0;
  const ask = async (payee: string, iban: string, amount: number): Promise<string> => {
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'billing-bot',
      subject_id: null,
      target: { tool_name: 'pay', tool_schema_version: '1', resource: null },
      parameters: { payee, iban, amount, invoice: `inv-${count++}` },
    };
    const body = { action, audience: 'billing-executor' };
    const asked = await server.call('POST', '/v1/requests', { headers: agent, body });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    return (asked.body as { approval_request_id: string }).approval_request_id;
  };
  let large: string;
  let small: string;
  before(async () => {
    server = await startedServer({ policy });
    clerk = await server.person(['clerk']);
    board = await server.person(['board']);
    await addPasskey(server, board.headers, passkey);
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    large = await ask(secret, secretIban, 440);
    await decide(server, board.headers, await ask('Nordvik', secretIban, 300), 'allow');
    small = await ask('Nordvik', 'DE89370400440532013000', 10);
  });
  after(() => server?.remove());

  const everything = {
    template: [
      { path: '/payee', any: true },
      { path: '/iban', any: true },
      { path: '/invoice', any: true },
      { path: '/amount', at_most: 1_000_000, at_least: 0 },
    ],
    uses: 3,
    lifetime_seconds: 3600,
    budget: null,
    rate: null,
    repeat: false,
  };
  const preview = async ({ headers }: SignedIn, id: string, template = everything.template) => {
    const path = `/v1/requests/${id}/allowances/preview`;
    const body = { ...everything, template };
    const shown = await server.call('POST', path, { headers, body });
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    return shown.body as AllowancePreview;
  };

  test('[DR-4] the preview of an allowance names and counts only requests whose values the caller may see', async () => {
    const shown = await preview(clerk, small);
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(`${secret}|${secretIban}|Pay 440`));
    assert.deepEqual(
      shown.covered.map(({ approval_request_id }) => approval_request_id),
      [small],
    );
    assert.deepEqual([shown.of, shown.covered_count], [1, 1]);
    // The counts do not help to guess a value: each narrower template counts the same requests.
    const guesses = [400, 439, 440].map(async at_least => {
      const [, , , amount] = everything.template;
      const lines = [...everything.template.slice(0, 3), { ...amount, at_least }];
      const {
        of,
        covered_count,
        lines: adds,
      } = await preview(clerk, small, lines as typeof everything.template);
      return JSON.stringify([of, covered_count, adds.map(line => line.adds)]);
    });
    assert.equal(new Set(await Promise.all(guesses)).size, 1);
    const all = await preview(board, large);
    assert.equal(all.of, 2, 'the board counts its own');
  });

  test('[DR-4] the words about a batch compare with no approval that the caller may not see', async () => {
    await ask('Nordvik', 'DE89370400440532013000', 11);
    const query = new URLSearchParams({ agent_id: 'billing-bot', tool_name: 'pay' });
    const { headers } = clerk;
    const { body } = await server.call('GET', `/v1/batches?${query}`, { headers });
    const { rows } = body as BatchAnswer;
    assert.equal(rows.length, 2);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(secretIban));
    for (const { alone } of rows) {
      assert.ok(alone.length > 0, 'what differs from an approval is still decided alone');
    }
    const entries = [];
    for (const { representation } of rows) {
      const id = representation.approval_request_id;
      const view = await server.call('GET', `/v1/requests/${id}/view`, { headers });
      const { input_digest, view_digest } = view.body as Record<string, string>;
      const entry = {
        chain_entry_id: `ace_${id.slice('ar_'.length)}`,
        stage_index: 0,
        decision: 'allow',
        reason_code: 'reviewed',
        reason: '',
        summary: null,
        input_digest,
        view_digest,
        assertion: null,
      };
      entries.push({ approval_request_id: id, entry });
    }
    const sent = await server.call('POST', '/v1/batches', { headers, body: { rows: entries } });
    assert.equal((sent.body as { code: string }).code, 'batch_row_alone');
    assert.doesNotMatch(JSON.stringify(sent.body), new RegExp(secretIban));
  });

  test('[DR-4] an allowance shows its limits and the words of its people to its readers alone', async () => {
    const path = `/v1/requests/${large}/allowances`;
    const [payee, iban, invoice, amount] = everything.template;
    const body = {
      ...everything,
      template: [payee, iban, invoice, { ...amount, at_most: 440, at_least: 101 }],
      uses: 7,
      budget: null,
    };
    const asked = await server.call('POST', path, { headers: board.headers, body });
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    const { house_request } = asked.body as { house_request: { approval_request_id: string } };
    const id = house_request.approval_request_id;
    const entry = await passkeyEntry(server, board.headers, passkey, id, 'allow');
    const decided = await server.call('POST', `/v1/requests/${id}/entries`, {
      headers: board.headers,
      body: entry,
    });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    const read = async ({ headers }: SignedIn): Promise<AllowanceFacts[]> => {
      const { body: listed } = await server.call('GET', '/v1/allowances', { headers });
      return (listed as { allowances: AllowanceFacts[] }).allowances;
    };
    const [made] = await read(board);
    assert.ok(made !== undefined);
    const ended = await server.call('POST', `/v1/allowances/${made.allowance_id}/suspend`, {
      headers: board.headers,
      body: { reason: `${secret} is over` },
    });
    assert.equal(ended.status, 200, JSON.stringify(ended.body));
    const [seen] = await read(board);
    assert.deepEqual([seen?.uses, seen?.ended?.reason], [7, `${secret} is over`]);
    const [hidden] = await read(clerk);
    assert.doesNotMatch(JSON.stringify(hidden), new RegExp(secret));
    assert.deepEqual(
      [hidden?.terms, hidden?.uses, hidden?.budget, hidden?.spent, hidden?.ended?.reason],
      [null, null, null, null, ''],
    );
    assert.deepEqual([hidden?.status, hidden?.tool_name], ['suspended', 'pay']);
  });

  test('[DR-4] a search neither finds nor counts a request that the caller may not see', async () => {
    const search = async ({ headers }: SignedIn, query: Record<string, string>) => {
      for (;;) {
        const path = `/v1/search?${new URLSearchParams(query)}`;
        const { body } = await server.call('GET', path, { headers });
        const page = body as FoundPage;
        if (page.is_complete) return page;
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    assert.equal((await search(board, { text: 'kestrel' })).count > 0, true);
    for (const query of [
      { text: 'kestrel' },
      { text: 'kest' },
      { text: '440' },
      { text: secretIban },
      { text: '', rule_id: 'large' },
      { text: '', person_id: board.person_id },
    ]) {
      const { rows, count, next } = await search(clerk, query);
      assert.deepEqual([rows.length, count, next], [0, 0, null], JSON.stringify(query));
      for (const format of ['csv', 'json']) {
        const path = `/v1/search/${format}?${new URLSearchParams(query)}`;
        const { body } = await server.call('GET', path, { headers: clerk.headers });
        assert.doesNotMatch(JSON.stringify(body ?? ''), new RegExp(`${secret}|${secretIban}`));
      }
    }
  });
});

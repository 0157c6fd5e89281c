// Goal: people ask an agent, end a delegation, close the review of a release and end an allowance in a terminal, and what they
// ended does not start. Method: a real server and the program as a process of its own; passkeys sign over the API as browsers do.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { exitCodes } from '@countersign/cli';
import { type DelegationTerms, delegationChallenge } from '@countersign/protocol/directory';
import { DelegationId, idFromUuid, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  carryOutHouse,
  grantOf,
  propose,
  type SignedIn,
  type SoftwareAuthenticator,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { addPasskey, passkeyEntry, signedBy } from './testing/passkey-decision.ts';
import { answerTerminal } from './testing/served-place.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';
import { TerminalScreen } from './testing/terminal-screen.ts';

const policy = `version: "1"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    break_glass: { roles: [on_call] }
    stages:
      - name: desk
        approvers: { roles: [reviewer] }
rules:
  - id: invoices
    match: { tool: "invoices.file" }
    outcome: require_approval
    allowances: { lifetime: 1d, any: [/number] }
`;

describe('what people do besides deciding, at a terminal', () => {
  let server: StartedServer;
  let mara: SignedIn;
  let dana: SignedIn;
  let olga: SignedIn;
  let agent: Readonly<Record<string, string>>;
  let terminal: SignedInTerminal;
  const keyOfMara = softwareAuthenticator();
  const keyOfDana = softwareAuthenticator();

  before(async () => {
    server = await startedServer({ policy });
    mara = await server.person(['reviewer', 'on_call']);
    dana = await server.person([]);
    olga = await server.person(['reviewer', 'operator']);
    await addPasskey(server, mara.headers, keyOfMara);
    await addPasskey(server, dana.headers, keyOfDana);
    agent = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['billing-bot'],
      executor: 'billing-executor',
    });
    terminal = await SignedInTerminal.at(server, olga);
  });
  after(async () => {
    TerminalScreen.endAll();
    await server?.remove();
    terminal?.remove();
  });

  const actionOf = (number: string) => ({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: 'invoices.file', tool_schema_version: '1', resource: 'books' },
    parameters: { number, amount: 40 },
  });
  const ask = async (number: string) => {
    const asked = await propose(server, agent, actionOf(number));
    return asked.approval_request_id;
  };
  const post = (path: string, { headers }: SignedIn, body: object) =>
    server.call('POST', path, { headers, body });
  const statusOf = async (id: string) =>
    (
      (await server.call('GET', `/v1/requests/${id}`, { headers: agent })).body as {
        status: string;
      }
    ).status;
  const codeOf = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code;

  async function decide(
    who: SignedIn,
    key: SoftwareAuthenticator,
    id: string,
    said: Parameters<typeof passkeyEntry>[5] = {},
  ): Promise<void> {
    const entry = await passkeyEntry(server, who.headers, key, id, 'allow', said);
    const decided = await post(`/v1/requests/${id}/entries`, who, entry);
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
  }

  /** What the executor is answered when it is about to start. */
  async function start(id: string, number: string, grant: string) {
    const body = { action: actionOf(number), grant, attempt: randomUUID() };
    return server.call('POST', `/v1/requests/${id}/consume`, { headers: agent, body });
  }

  /** Mara lends her role to Dana, with her passkey over exactly these terms. */
  async function lend(): Promise<DelegationTerms> {
    const { store_id, epoch, origin, rp_id } = (
      await server.call('GET', '/v1/delegations', { headers: mara.headers })
    ).body as { store_id: string; epoch: number; origin: string; rp_id: string };
    const terms: DelegationTerms = {
      delegation_id: idFromUuid(DelegationId, 'dlg', randomUUID()),
      person_id: mara.person_id,
      delegate_id: dana.person_id,
      roles: ['reviewer'],
      starts_at: timestampFromMilliseconds(Date.now() - 60_000),
      ends_at: timestampFromMilliseconds(Date.now() + 3_600_000),
    };
    const challenge = delegationChallenge({ ...terms, store_id: store_id as never, epoch });
    const assertion = signedBy(keyOfMara, challenge, { origin, rp_id });
    const made = await post('/v1/delegations', mara, { terms, assertion });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return terms;
  }

  test('[DG-2] [DG-5] a delegation is listed, and ended before what was decided under it starts', async () => {
    const { delegation_id, person_id } = await lend();
    const listed = await terminal.run(['delegation']);
    assert.equal(listed.code, 0, listed.errors);
    assert.match(listed.output, new RegExp(`reviewer.*${delegation_id}`, 's'));
    const id = await ask('D-1');
    await decide(dana, keyOfDana, id, { on_behalf_of: { delegation_id, person_id } });
    assert.equal(await statusOf(id), 'allowed');
    const grant = await grantOf(server, agent, id);
    const silent = await terminal.run(['delegation', 'end', delegation_id]);
    assert.equal(silent.code, exitCodes.usage.status, 'it has no end without a reason');
    const ended = await terminal.run(['delegation', 'end', delegation_id, '--reason', 'back']);
    assert.equal(ended.code, 0, ended.errors);
    assert.equal(codeOf(await start(id, 'D-1', grant)), 'approver_left');
    const none = await terminal.run(['delegation', '--json']);
    assert.deepEqual(JSON.parse(none.output), { delegations: [] });
    const unknown = idFromUuid(DelegationId, 'dlg', randomUUID());
    const again = await terminal.run(['delegation', 'end', unknown, '--reason', 'x', '--json']);
    assert.notEqual(again.code, 0);
    assert.match(again.output + again.errors, /delegation_not_found/);
  });

  test('[BG-1] [BG-3] a release is listed until another person closes its review, confirmed in the browser', async () => {
    const id = await ask('R-1');
    await decide(mara, keyOfMara, id, { break_glass: 'outage', reason: 'all pods hang' });
    assert.equal(await statusOf(id), 'allowed');
    const listed = await terminal.run(['review']);
    assert.match(listed.output, new RegExp(`outage.*yours to review.*${id}`, 's'));
    const own = await SignedInTerminal.at(server, mara);
    try {
      const { reviews } = JSON.parse((await own.run(['review', '--json'])).output) as {
        reviews: { may_review: boolean }[];
      };
      assert.deepEqual(
        reviews.map(({ may_review }) => may_review),
        [false],
      );
    } finally {
      own.remove();
    }
    const close = ['review', 'justified', id, '--reason', 'the outage was real'];
    const stored = await terminal.run(close);
    assert.equal(stored.code, exitCodes.not_permitted.status, 'the stored sign-in closes nothing');
    const screen = terminal.screen(close);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    await answerTerminal(server.origin, olga.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    assert.match(screen.text(), /✓ Closed\. It changes nothing that ran\./);
    assert.match((await terminal.run(['review'])).output, /No release waits for its review/);
  });

  test('[QA-1] [QA-2] a question is confirmed in the browser, reaches the agent, and leaves the request open', async () => {
    const id = await ask('Q-1');
    const question = ['ask', id, 'Which invoice is it?'];
    const stored = await terminal.run(question);
    assert.equal(stored.code, exitCodes.not_permitted.status, 'the stored sign-in says nothing');
    const screen = terminal.screen(question);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    await answerTerminal(server.origin, olga.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: agent });
    const { status, questions } = body as { status: string; questions: { text: string }[] };
    assert.equal(status, 'pending');
    assert.deepEqual(
      questions.map(({ text }) => text),
      ['Which invoice is it?'],
    );
  });

  test('[AL-4] an allowance is suspended and revoked, and what it covered does not start', async () => {
    const from = await ask('A-1');
    const asked = await post(`/v1/requests/${from}/allowances`, mara, {
      template: [
        { path: '/number', any: true },
        { path: '/amount', equals: 40 },
      ],
      uses: 10,
      lifetime_seconds: 3600,
      budget: null,
      rate: null,
      repeat: false,
    });
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    const { house_request } = asked.body as { house_request: { approval_request_id: string } };
    await decide(mara, keyOfMara, house_request.approval_request_id);
    await carryOutHouse(server.app).run(new AbortController().signal);
    const listed = await terminal.run(['allowance', '--json']);
    const { allowances } = JSON.parse(listed.output) as { allowances: { allowance_id: string }[] };
    const id = allowances[0]?.allowance_id ?? assert.fail(listed.errors);
    const covered = await ask('A-2');
    assert.equal(await statusOf(covered), 'allowed');
    const grant = await grantOf(server, agent, covered);
    const ends = async (type: string) =>
      (await terminal.run(['allowance', type, id, '--reason', 'the contract ended'])).code;
    assert.equal(await ends('suspend'), 0);
    assert.equal(codeOf(await start(covered, 'A-2', grant)), 'allowance_suspended');
    assert.equal(await statusOf(await ask('A-3')), 'pending');
    assert.equal(await ends('revoke'), 0);
    assert.notEqual(await ends('suspend'), 0, 'what was revoked stays so');
    const shown = await terminal.run(['allowance', 'show', id]);
    assert.match(shown.output, /the contract ended/);
    assert.match(shown.output, new RegExp(`allowed.*${covered}`, 's'));
  });
});

// Goal: the outcome of a request can be exported, and checked on a machine that has nothing but the file and a few
// keys. Method: a real server; the program as a process of its own; a proxy in between that withholds or changes answers.

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  grantOf,
  propose,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { betweenLooks } from '@countersign/testing';
import { type LyingServer, startLyingServer } from './testing/lying-server.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

interface Verified {
  readonly verdict: string;
  readonly code: string | null;
  readonly keys: string;
  readonly claims: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly basis: string;
  }[];
}

/** Where nothing answers. */
const nowhere = { env: { COUNTERSIGN_URL: 'http://localhost:1' } };

describe('evidence at a terminal', () => {
  let server: StartedServer;
  let person: SignedIn;
  let agent: Readonly<Record<string, string>>;
  let terminal: SignedInTerminal;
  let liar: LyingServer;
  let id: string;

  before(async () => {
    server = await startedServer();
    person = await server.person(['reviewer', 'operator']);
    agent = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['billing-bot'],
      executor: 'billing-executor',
    });
    terminal = await SignedInTerminal.at(server, person);
    liar = await startLyingServer(server.origin);
    terminal.alsoAt(liar.origin);
    id = await run();
    const listed = await server.call('GET', '/v1/keys');
    terminal.write('keys.json', JSON.stringify(listed.body));
    const jwks = await server.call('GET', '/.well-known/jwks.json');
    terminal.write('jwks.json', JSON.stringify(jwks.body));
    const exported = await terminal.run(['bundle', id, '-o', 'bundle.json']);
    assert.equal(exported.code, 0, exported.errors);
  });
  after(async () => {
    await liar.close();
    await server.remove();
    terminal.remove();
  });

  /** One request from the question to the receipt. */
  async function run(): Promise<string> {
    const action = sampleAction();
    const { approval_request_id } = await propose(server, agent, action);
    await decide(server, person.headers, approval_request_id, 'allow');
    const grant = await grantOf(server, agent, approval_request_id);
    const path = `/v1/requests/${approval_request_id}`;
    const consumption = { action, grant, attempt: 'one' };
    const used = await server.call('POST', `${path}/consume`, {
      headers: agent,
      body: consumption,
    });
    assert.equal(used.status, 200, JSON.stringify(used.body));
    const report = { attempt: 'one', outcome: 'succeeded' };
    await server.call('POST', `${path}/report`, { headers: agent, body: report });
    return approval_request_id;
  }

  async function verify(
    file: string,
    ...more: string[]
  ): Promise<Verified & { exit: number | null }> {
    const { output, code } = await terminal.run(['verify', file, '--json', ...more], nowhere);
    return { ...(JSON.parse(output) as Verified), exit: code };
  }

  const outcomeOf = ({ claims }: Verified, claim: string) =>
    claims.find(each => each.id === claim)?.outcome;

  test('a bundle is verified offline with keys from another source', async () => {
    const report = await verify('bundle.json', '--keys', 'keys.json');
    assert.equal(report.exit, 0);
    assert.equal(report.verdict, 'verified');
    for (const claim of ['keys', 'log', 'grant', 'consumption', 'execution', 'shown', 'policy']) {
      assert.equal(outcomeOf(report, claim), 'verified', claim);
    }
    assert.equal(outcomeOf(report, 'outside_checkpoint'), 'cannot_be_checked_here');
    const { output } = await terminal.run(
      ['verify', 'bundle.json', '--keys', 'keys.json'],
      nowhere,
    );
    assert.match(output, /^✓ bundle\.json verifies\.$/m);
    assert.match(output, /action +wire_transfer on acct-42/);
    assert.match(output, /outcome +consumed, succeeded/);
    assert.match(output, /^Cannot be checked here, \d$/m);
    assert.equal((await verify('bundle.json', '--jwks', 'jwks.json')).exit, 0);
  });

  test('[EV-11] without trusted keys a bundle is consistent, and never verified', async () => {
    const report = await verify('bundle.json');
    assert.equal(report.exit, 9);
    assert.equal(report.verdict, 'consistent_not_trusted');
    assert.equal(report.keys, 'bundle');
    assert.equal(outcomeOf(report, 'keys'), 'cannot_be_checked_here');
    assert.equal(outcomeOf(report, 'log'), 'consistent_not_trusted');
    assert.ok(report.claims.every(({ outcome }) => outcome !== 'verified'));
    const { output } = await terminal.run(['verify', 'bundle.json'], nowhere);
    assert.match(output, /is consistent, but not trusted\. No trusted keys were named/);
    assert.match(output, /Anyone can make such a bundle with their own keys/);
    assert.doesNotMatch(output, /verifies|^Verified/m);
    const { output: summary } = await terminal.run(
      ['verify', 'bundle.json', '--markdown'],
      nowhere,
    );
    assert.match(summary, /\*\*Consistent, but not trusted\.\*\*/);
    assert.doesNotMatch(summary, /Accepted|What was proven/);
  });

  test('a bundle does not verify with other keys or after a change', async () => {
    const other = await startedServer();
    try {
      const listed = await other.call('GET', '/v1/keys');
      terminal.write('other.json', JSON.stringify(listed.body));
    } finally {
      await other.remove();
    }
    const strange = await verify('bundle.json', '--keys', 'other.json');
    assert.equal(strange.exit, 1);
    assert.equal(outcomeOf(strange, 'keys'), 'does_not_verify');
    const text = readFileSync(terminal.path('bundle.json'), 'utf8');
    terminal.write('changed.json', text.replaceAll('4200', '4201'));
    for (const more of [[], ['--keys', 'keys.json']]) {
      const changed = await verify('changed.json', ...more);
      assert.equal(changed.exit, 1);
      assert.equal(changed.verdict, 'does_not_verify');
      assert.ok(changed.claims.some(({ outcome }) => outcome === 'does_not_verify'));
    }
    const { output } = await terminal.run(['verify', 'changed.json'], nowhere);
    assert.match(output, /does not verify \(\w+\)\. Do not rely on anything in it/);
    assert.ok(!output.includes('billing-bot'), 'a refused bundle is not retold');
  });

  test('a bundle passes through pipes byte by byte', async () => {
    const piped = await terminal.run(['bundle', id]);
    const kept = readFileSync(terminal.path('bundle.json'), 'utf8');
    // A later export has a later checkpoint; what is in the pipe is verified as it is.
    const checked = await terminal.run(['verify', '-', '--keys', 'keys.json'], {
      ...nowhere,
      input: piped.output,
    });
    assert.equal(checked.code, 0, checked.output);
    assert.match(checked.output, /^✓ The input verifies\.$/m);
    assert.equal((await terminal.run(['verify', '-'], { input: kept })).code, 9);
    assert.equal((await terminal.run(['verify', '-'], { input: `${kept} ` })).code, 1);
    assert.equal((await terminal.run(['verify', 'keys.json'])).code, 1);
    assert.equal((await terminal.run(['verify', 'missing.json'])).code, 2);
    assert.equal(statSync(terminal.path('bundle.json')).mode & 0o077, 0, 'only its owner reads it');
  });

  test('the log is compared with what this machine saw before', async () => {
    const first = await terminal.run(['log', '--url', liar.origin]);
    assert.equal(first.code, 0, first.errors);
    assert.match(first.output, /This machine sees it for the first time/);
    const early = (await server.call('GET', '/v1/log/checkpoint')).body as { size: number };
    await run();
    await grown(early.size);
    const second = await terminal.run(['log', 'verify', '--url', liar.origin]);
    assert.equal(second.code, 0, second.errors);
    assert.match(second.output, /The log continues what this machine last saw/);
    // An earlier head, with its signature, is what a restored store would show.
    liar.lie = (path, body) =>
      path.startsWith('/v1/log/checkpoint') ? JSON.stringify(early) : body;
    const back = await terminal.run(['log', '--json', '--url', liar.origin]);
    assert.equal(back.code, 1);
    assert.equal(
      (JSON.parse(back.output) as { refused: { code: string } }).refused.code,
      'log_rolled_back',
    );
    const late = (await server.call('GET', '/v1/log/checkpoint')).body as { size: number };
    await run();
    await grown(late.size);
    liar.lie = (path, body) =>
      path.startsWith('/v1/log/consistency')
        ? body.replace(/"proof":\["(.)/, (_, digit) => `"proof":["${digit === '0' ? 1 : 0}`)
        : body;
    const forged = await terminal.run(['log', '--url', liar.origin]);
    assert.equal(forged.code, 1);
    assert.match(forged.errors, /The log does not continue what this machine has seen/);
    liar.lie = (path, body) =>
      path === '/v1/keys'
        ? body.replace(/(?<="store_id":"store_)./, digit => (digit === '0' ? '1' : '0'))
        : body;
    const strange = await terminal.run(['log', '--url', liar.origin]);
    assert.equal(strange.code, 1);
    liar.lie = (_, body) => body;
    assert.equal(
      (await terminal.run(['log', '--url', liar.origin])).code,
      0,
      'what was seen is kept',
    );
  });

  /** The sequencer signs a head by itself, soon. */
  async function grown(size: number): Promise<void> {
    for (;;) {
      const head = (await server.call('GET', '/v1/log/checkpoint')).body as { size: number };
      if (head.size > size) return;
      await betweenLooks();
    }
  }

  test('a signed head is printed exactly as signed', async () => {
    const { output, code } = await terminal.run(['log', 'checkpoint']);
    assert.equal(code, 0);
    assert.match(output, /^store_[0-9a-f]{32}\/1\n\d+\n[A-Za-z0-9+/]{43}=\n\n— countersign \S+\n$/);
  });

  test('an operator exports the whole log, which is verified during the export', async () => {
    const { code, output, errors } = await terminal.run(['log', 'export', '-o', 'log.jsonl']);
    assert.equal(code, 0, errors);
    assert.match(output, /\d+ events, \d+ of them under the signed root/);
    const lines = readFileSync(terminal.path('log.jsonl'), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length > 10);
    assert.ok(
      lines.every(line => typeof (JSON.parse(line) as { text: unknown }).text === 'string'),
    );
    liar.lie = (path, body) =>
      path.startsWith('/v1/log/rows') ? body.replace('request.opened', 'request.denied') : body;
    const altered = await terminal.run(['log', 'export', '--url', liar.origin]);
    assert.equal(altered.code, 1);
    assert.match(altered.errors, /The log does not verify/);
    liar.lie = (path, body) =>
      path.startsWith('/v1/log/rows') ? `${body.split('\n').slice(0, 5).join('\n')}\n` : body;
    const cut = await terminal.run(['log', 'export', '--url', liar.origin]);
    assert.equal(cut.code, 1);
    assert.match(cut.errors, /found 5/);
    liar.lie = (_, body) => body;
    const reviewer = await SignedInTerminal.at(server, await server.person(['reviewer']));
    try {
      assert.equal((await reviewer.run(['log', 'export'])).code, 5);
    } finally {
      reviewer.remove();
    }
  });

  test('an unreadable memory of a log is refused', async () => {
    const file = terminal.path('.config', 'countersign', 'logs-seen.json');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, '{"version":1,"servers":{"x":1}}');
    const { code, errors } = await terminal.run(['log']);
    assert.equal(code, 1);
    assert.match(errors, /logs-seen\.json/);
    writeFileSync(file, kept);
  });

  test('an undecided request has a bundle, too', async () => {
    const { approval_request_id } = (await propose(
      server,
      agent,
      sampleAction(),
    )) as RequestRepresentation;
    const exported = await terminal.run([
      'bundle',
      approval_request_id,
      '-o',
      'open.json',
      '--json',
    ]);
    assert.equal(exported.code, 0, exported.errors);
    const report = await verify('open.json', '--keys', 'keys.json');
    assert.equal(report.exit, 0, JSON.stringify(report));
  });
});

// Goal: the author of a policy sees what it does before a server does. Method: the program as a process of its own,
// without any server, and once with a real one that has a history.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  decide,
  propose,
  sampleAction,
  samplePolicy,
  sequenceAnswers,
  startedServer,
} from '@countersign/server/testing';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

const starter = (name: string) =>
  readFileSync(
    fileURLToPath(import.meta.resolve(`@countersign/policy/starters/${name}.yaml`)),
    'utf8',
  );

const nowhere = { env: { COUNTERSIGN_URL: 'http://localhost:1' } };

describe('policy at a terminal', () => {
  let terminal: SignedInTerminal;
  before(() => {
    terminal = new SignedInTerminal();
    for (const name of ['finance', 'finance.test', 'coding-agent']) {
      terminal.write(`${name}.yaml`, starter(name));
    }
  });
  after(() => terminal.remove());

  const run = (...args: string[]) => terminal.run(['policy', ...args], nowhere);

  test('problems are named by file, line and column, all at once', async () => {
    terminal.write(
      'bad.yaml',
      'version: "1"\ndefault: alow\nrules:\n  - id: a\n    outcome: maybe\n',
    );
    const { code, output } = await run('check', 'bad.yaml');
    assert.equal(code, 1);
    assert.match(output, /^bad\.yaml:2:10: problem .*did you mean "allow"/m);
    assert.match(output, /^bad\.yaml:5:14: problem /m);
    assert.match(output, /^Not valid\. \d+ problems/m);
    const answered = await run('check', 'bad.yaml', '--json');
    assert.equal(answered.code, 1);
    const { problems } = JSON.parse(answered.output) as { problems: { line: number }[] };
    assert.ok(problems.some(({ line }) => line === 5));
  });

  test('a bundled program loads the grammars without a word', async () => {
    const { code, output, errors } = await terminal.runProcess(['policy', 'check', 'finance.yaml']);
    assert.deepEqual([code, errors], [0, ''], output);
  });

  test('unknown tools are listed with the declaration that would make them known', async () => {
    const tools = ['crm.frobnicate', 'mcp__github__merge_pull_request'];
    const { code, output } = await run('tools', ...tools, '--policy', 'finance.yaml');
    assert.equal(code, 0);
    assert.match(output, /^crm\.frobnicate +unknown +irreversible +nothing$/m);
    assert.match(
      output,
      /^mcp__github__merge_pull_request +deploy +externally_reversible +catalogue$/m,
    );
    assert.match(
      output,
      /^ {2}- \{ tool: "crm\.frobnicate", effect: update, reversibility: reversible \}$/m,
    );
  });

  test('a sound policy has a version, and a missing file is reported', async () => {
    const { code, output } = await run('check', 'finance.yaml');
    assert.equal(code, 0);
    assert.match(output, /^Valid\. 1 document, no warnings, version 1\+[0-9a-f.]+\.$/m);
    const missing = await run('check', 'nowhere.yaml');
    assert.equal(missing.code, 2);
    assert.match(missing.errors, /nowhere\.yaml: expected a file, but there is no such file/);
  });

  test('hostile text in a document does not reach the terminal raw', async () => {
    terminal.write('odd.yaml', 'version: "1"\ndefault: "\\e]0;owned\\a\\u202e"\n');
    const { code, output, errors } = await run('check', 'odd.yaml');
    assert.equal(code, 1);
    assert.ok(!/[\p{Cf}]|\p{Cc}(?<!\n)/u.test(output + errors));
  });

  test('cases are run against the documents beside them', async () => {
    for (const named of ['finance.test.yaml', 'finance.yaml']) {
      const { code, output } = await run('test', named);
      assert.equal(code, 0);
      assert.match(output, /^All cases hold\. 8 passed, 0 failed\.$/m);
    }
    terminal.write(
      'wrong.test.yaml',
      'cases:\n  - name: refunds are asked about\n    action: { tool: payments.refund }\n    assessed: { level: low }\n    expect: { outcome: deny }\n',
    );
    const failed = await run('test', 'wrong.test.yaml', '--policy', 'finance.yaml');
    assert.equal(failed.code, 1);
    assert.match(failed.output, /✗ refunds are asked about wrong\.test\.yaml:2/);
    assert.match(failed.output, /expected outcome deny, found allow/);
    assert.equal((await run('test', 'coding-agent.yaml')).code, 2, 'it has no cases');
  });

  test('an action is explained without a server', async () => {
    const shell = ['--policy', 'coding-agent.yaml', '--tool', 'shell.run'];
    const { code, output } = await run('explain', ...shell, '--param', 'command=rm -rf /srv');
    assert.equal(code, 0);
    assert.match(output, /^require_approval under policy 1\+/m);
    assert.match(output, /destructive_command/);
    terminal.write('action.json', JSON.stringify(sampleAction()));
    const from = await run(
      'explain',
      '--policy',
      'finance.yaml',
      '--action',
      'action.json',
      '--json',
    );
    assert.equal(from.code, 0, from.errors);
    assert.equal((JSON.parse(from.output) as { verdict: string }).verdict, 'require_approval');
    assert.equal((await run('explain', '--policy', 'finance.yaml')).code, 2);
    assert.equal((await run('explain', ...shell, '--param', 'nothing')).code, 2);
    const odd = await run('explain', '--policy', 'bad.yaml', '--tool', 'x');
    assert.equal(odd.code, 1);
    assert.match(odd.errors, /bad\.yaml:\d+:\d+/);
  });

  test('a changed policy is replayed on the history of a server, and on exported bundles', async () => {
    const server = await startedServer();
    const person = await server.person(['reviewer', 'operator']);
    const headers = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const signedIn = await SignedInTerminal.at(server, person);
    try {
      const denied = await propose(server, headers, sampleAction());
      await decide(server, person.headers, denied.approval_request_id, 'deny');
      await propose(server, headers, { ...sampleAction(), parameters: { note: 'harmless' } });
      const wires = '  - id: wires\n    match: { tool: "wire_transfer" }\n    outcome: deny\n';
      signedIn.write('strict.yaml', samplePolicy.replace('rules:\n', `rules:\n${wires}`));
      const there = await signedIn.run(['policy', 'replay', '--policy', 'strict.yaml']);
      assert.equal(there.code, 0, there.errors);
      assert.match(there.output, /^2 actions of the past, under 1\+/m);
      assert.match(there.output, /^ +2 {2}newly denied/m);
      assert.match(there.output, /require_approval, then denied → deny/);
      await signedIn.run(['bundle', denied.approval_request_id, '-o', 'one.json']);
      const args = ['policy', 'replay', '--policy', 'strict.yaml', '--bundles', 'one.json'];
      const here = await signedIn.run([...args, '--json'], nowhere);
      assert.equal(here.code, 0, here.errors);
      const { total, newly_denied } = JSON.parse(here.output) as {
        total: number;
        newly_denied: { resolution: string }[];
      };
      assert.deepEqual([total, newly_denied[0]?.resolution], [1, 'denied']);
      const not = await signedIn.run([...args.slice(0, -1), 'strict.yaml'], nowhere);
      assert.equal(not.code, 1);
      assert.match(not.errors, /expected an evidence bundle/);
      const explained = await signedIn.run(['policy', 'explain', '--tool', 'forbidden.thing']);
      assert.match(explained.output, /^deny under policy/m);
    } finally {
      await server.remove();
      signedIn.remove();
    }
  });

  test('what ran unasked, the tools seen and the proposals are listed from the server', async () => {
    const server = await startedServer({
      policy: `${samplePolicy}retention: { unasked: resource, for: 1h }\n`,
    });
    const person = await server.person(['reviewer', 'operator']);
    const headers = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const signedIn = await SignedInTerminal.at(server, person);
    try {
      const target = { tool_name: 'read.ledger', tool_schema_version: '1', resource: 'acct-42' };
      const body = { action: { ...sampleAction(), target }, audience: 'billing-executor' };
      const allowed = await server.call('POST', '/v1/requests', { headers, body });
      assert.equal((allowed.body as { verdict: string }).verdict, 'allow');
      await sequenceAnswers(server);
      const listed = await signedIn.run(['policy', 'unasked', '--agent', 'billing-bot']);
      assert.equal(listed.code, 0, listed.errors);
      assert.match(listed.output, /allowed +billing-bot +read\.ledger +acct-42 +reading/);
      const none = await signedIn.run(['policy', 'unasked', '--tool', 'other']);
      assert.match(none.output, /Nothing was allowed or denied/);
      signedIn.write('policy.yaml', samplePolicy);
      const tools = await signedIn.run(['policy', 'tools', '--policy', 'policy.yaml']);
      assert.match(tools.output, /^read\.ledger +read +read_only +name$/m);
      const proposals = await signedIn.run(['policy', 'proposals']);
      assert.equal(proposals.code, 0, proposals.errors);
      assert.match(proposals.output, /^No action was approved 5 times without a rejection/m);
    } finally {
      await server.remove();
      signedIn.remove();
    }
  });
});

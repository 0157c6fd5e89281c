// Disproves: "An agent can read, copy or change the files by which it is judged, or call the API in a person's place."

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect, type Gate } from '@countersign/client';
import { parseActionBinding } from '@countersign/protocol/action';
import { defaultRiskSettings, loadGrammars, type OwnPlaces, riskAssessor } from '@countersign/risk';
import {
  entryFor,
  propose,
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { shellExecute } from '@countersign/shell';
import { addPasskey, passkeyEntry } from '../testing/passkey-decision.ts';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';
import { doorAttempts, everyday } from './own-doors.table.ts';
import { eighthLookalikes } from './own-eighth-lookalikes.table.ts';
import { eighthOverlays, eighthStranger } from './own-eighth-stranger.table.ts';
import { fifthLookalikes } from './own-fifth-lookalikes.table.ts';
import { fifthOverlays, fifthStranger, fifthUnguarded } from './own-fifth-stranger.table.ts';
import { fifthTools } from './own-fifth-tools.table.ts';
import { type Attempt, fileAttempts } from './own-files.table.ts';
import { fourthDoors } from './own-fourth-doors.table.ts';
import { fourthLookalikes } from './own-fourth-lookalikes.table.ts';
import { fourthOverlays, fourthTools } from './own-fourth-overlays.table.ts';
import { fourthStranger } from './own-fourth-stranger.table.ts';
import { lookalikes } from './own-lookalikes.table.ts';
import { ninthLookalikes, ninthOverlays, ninthStranger } from './own-ninth-stranger.table.ts';
import {
  secondLookalikes,
  secondStranger,
  secondStrangerOverlays,
} from './own-second-stranger.table.ts';
import {
  seventhLookalikes,
  seventhOverlays,
  seventhStranger,
} from './own-seventh-stranger.table.ts';
import { sixthLookalikes, sixthOverlays, sixthStranger } from './own-sixth-stranger.table.ts';
import { strangerDoors } from './own-stranger-doors.table.ts';
import { strangerAgain, strangerReads } from './own-stranger-reads.table.ts';
import { strangerTools } from './own-stranger-tools.table.ts';
import { strangerOverlays, strangerWrites } from './own-stranger-writes.table.ts';
import { thirdStranger, thirdStrangerOverlays } from './own-third-stranger.table.ts';
import { moreAttempts } from './own-variants.table.ts';

const own: OwnPlaces = {
  secrets: [
    '/Users/mara/shop/countersign-data',
    '/Users/mara/shop/countersign-data-keys',
    '/Users/mara/shop/countersign-data-keys-server-secret',
    '/Users/mara/shop/countersign-data-keys-webhook-key',
    '/Users/mara/.config/countersign',
    '/srv/gate/store',
  ],
  safeguards: [
    '/Users/mara/shop/policy.yaml',
    '/Users/mara/shop/rules',
    '/Users/mara/shop/countersign.yaml',
    '/Users/mara/.countersign/users-mara-shop.anchor',
    '/var/checkpoints/log.txt',
  ],
  origins: ['http://localhost:7319', 'https://approve.example.com'],
  sockets: ['/run/gate/api.sock'],
  environment: ['COUNTERSIGN_*'],
  home: '/Users/mara',
  folder: '/Users/mara/shop',
};

const assess = riskAssessor({
  settings: defaultRiskSettings,
  grammar: await loadGrammars(),
  own,
});

function findingsOf({ tool, parameters }: Attempt) {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'coder',
    subject_id: null,
    target: { tool_name: tool, tool_schema_version: '1', resource: null },
    parameters,
  });
  return assess(action, {}).findings;
}

function isTampering(attempt: Attempt, from: 'high' | 'critical' = 'critical'): boolean {
  return findingsOf(attempt).some(
    ({ signal, level }) =>
      signal === 'policy_tampering' && (level === 'critical' || level === from),
  );
}

const attempts = [
  ...fileAttempts,
  ...doorAttempts,
  ...moreAttempts,
  ...strangerReads,
  ...strangerWrites,
  ...strangerDoors,
  ...strangerTools,
  ...strangerAgain,
  ...secondStranger,
  ...thirdStranger,
  ...fourthStranger,
  ...fourthDoors,
  ...fourthTools,
  ...fifthStranger,
  ...sixthStranger,
  ...seventhStranger,
  ...eighthStranger,
  ...ninthStranger,
  ...fifthTools,
];
const shown = ({ tool, parameters }: Attempt) => `${tool} ${JSON.stringify(parameters)}`;

/** Calls that an agent may make, calls that decide nothing, and paths so common that any program may have them. */
const harmlessPaths = new Set([
  '/v1/requests',
  '/v1/conversations',
  '/v1/messages',
  '/v1/evidence',
  '/v1/events',
  '/v1/policy',
  '/v1/policy/check',
  '/v1/policy/explain',
  '/v1/policy/preview',
  '/v1/policy/replay',
  '/v1/sample-actions',
  '/v1/tools',
  '/v1/unasked',
]);

describe('own files', () => {
  test('[OF-1] [OF-2] [OF-3] [OF-4] every way to a file, switch or address of the product is tampering', () => {
    assert.ok(attempts.length >= 150, `${attempts.length} attempts`);
    assert.deepEqual(attempts.filter(attempt => !isTampering(attempt)).map(shown), []);
  });

  test('everyday work beside these files is not tampering', () => {
    const harmless = [
      ...everyday,
      ...lookalikes,
      ...secondLookalikes,
      ...fourthLookalikes,
      ...fifthLookalikes,
      ...sixthLookalikes,
      ...seventhLookalikes,
      ...eighthLookalikes,
      ...ninthLookalikes,
    ];
    assert.deepEqual(harmless.filter(attempt => isTampering(attempt, 'high')).map(shown), []);
  });

  test('an agent that is started without its approvals raises its own rights', () => {
    const passed = fifthUnguarded.filter(
      attempt =>
        !findingsOf(attempt).some(
          ({ signal, level }) => signal === 'own_rights' && level === 'critical',
        ),
    );
    assert.deepEqual(passed.map(shown), []);
  });

  test('[OF-1] [OF-2] a person is asked where unread files are laid over the policy, or a build takes our files along', () => {
    const unclear = [
      ...strangerOverlays,
      ...secondStrangerOverlays,
      ...thirdStrangerOverlays,
      ...fourthOverlays,
      ...fifthOverlays,
      ...sixthOverlays,
      ...seventhOverlays,
      ...eighthOverlays,
      ...ninthOverlays,
    ];
    const passed = unclear.filter(attempt => !isTampering(attempt, 'high'));
    assert.deepEqual(passed.map(shown), []);
  });
});

describe('an agent with a gated shell, beside the signed-in terminal of its person', {
  timeout: 120_000,
}, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'own-files-')));
  const policyFile = join(folder, 'rules.yaml');
  const starter = fileURLToPath(
    import.meta.resolve('@countersign/policy/starters/coding-agent.yaml'),
  );
  const policy = readFileSync(starter, 'utf8');
  let server: StartedServer;
  let terminal: SignedInTerminal;
  let gate: Gate;
  let person: SignedIn;
  const passkey = softwareAuthenticator();
  let agent: Readonly<Record<string, string>>;
  let home: string;

  before(async () => {
    writeFileSync(policyFile, policy);
    server = await startedServer({
      folder,
      policy,
      own: origin => ({
        secrets: [join(folder, 'data'), join(folder, 'keys'), join(folder, 'keys-server-secret')],
        safeguards: [policyFile],
        origins: [origin],
        sockets: [],
        environment: ['COUNTERSIGN_*'],
        home: null,
        folder,
      }),
    });
    person = await server.person(['developer', 'operator', 'reviewer']);
    await addPasskey(server, person.headers, passkey);
    terminal = await SignedInTerminal.at(server, person);
    home = terminal.path('.');
    agent = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['coder'],
      executor: 'coder',
    });
    const key = (agent['authorization'] ?? '').slice('Bearer '.length);
    gate = await connect({ url: server.origin, key, agent: 'coder' });
  });
  after(async () => {
    await server.remove();
    terminal.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[OF-1] [OF-2] [OF-3] the shell reads no sign-in and no key, changes no policy and calls no API', async () => {
    for (const command of [
      `cat ${join(home, '.config', 'countersign', 'sign-ins.json')}`,
      'cat keys/*',
      'cat keys-server-secret',
      'cp data/countersign.db /tmp/copy-of-approvals.db',
      'sed -i s/require_approval/allow/ rules.yaml',
      `curl -s -X POST ${server.origin}/v1/requests/ar_1/entries -d '{}'`,
    ]) {
      const result = await shellExecute(command, { gate, cwd: folder });
      assert.equal(result.status, 'refused', command);
    }
    assert.equal(readFileSync(policyFile, 'utf8'), policy);
  });

  test('[OF-3] every call by which a person decides or changes something is known by its path', async () => {
    const { body } = await server.call('GET', '/v1/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };
    const written = Object.entries(paths).filter(
      ([path, methods]) =>
        path.startsWith('/v1/') && Object.keys(methods).some(method => method !== 'get'),
    );
    assert.ok(written.length > 40, `${written.length} paths`);
    const passed = written
      .map(([path]) => path)
      .filter(path => !harmlessPaths.has(path))
      .filter(path => {
        const command = `curl -X POST http://$ADDRESS${path.replaceAll(/\{\w+\}/gu, 'x_1')}`;
        return !isTampering({ tool: 'shell.exec', parameters: { command, cwd: '/srv' } });
      });
    assert.deepEqual(passed, []);
  });

  test('[OF-6] with a stolen sign-in the agent still cannot approve its own command', async () => {
    const file = join(home, '.config', 'countersign', 'sign-ins.json');
    const { servers } = JSON.parse(readFileSync(file, 'utf8')) as {
      servers: Record<string, { token: string }>;
    };
    const headers = { authorization: `Bearer ${servers[server.origin]?.token}` };
    const asked = await propose(server, agent, {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'coder',
      subject_id: null,
      target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: folder },
      parameters: { command: 'rm -rf /home', cwd: '/srv/other' },
    });
    const id = asked.approval_request_id;
    const body = await entryFor(server, headers, id, 'allow');
    const thief = await server.call('POST', `/v1/requests/${id}/entries`, { headers, body });
    assert.equal(thief.status, 403);
    assert.equal((thief.body as { code: string }).code, 'terminal_too_weak');
    const read = await server.call('GET', `/v1/requests/${id}`, { headers });
    assert.equal((read.body as { status: string }).status, 'pending');
    const signed = await passkeyEntry(server, person.headers, passkey, id, 'allow');
    const path = `/v1/requests/${id}/entries`;
    const decided = await server.call('POST', path, { headers: person.headers, body: signed });
    assert.equal((decided.body as { status: string }).status, 'allowed', 'the person can');
  });

  test('[OF-5] the decision records under which places the risk was assessed', async () => {
    const asked = await propose(server, agent, {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'coder',
      subject_id: null,
      target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: folder },
      parameters: { command: 'rm -rf src', cwd: '/srv/other' },
    });
    const notes = JSON.stringify(asked);
    assert.match(notes, /risk\.own_places/);
    assert.match(notes, /places of this process \(sha256:[0-9a-f]{64}\)/);
  });
});

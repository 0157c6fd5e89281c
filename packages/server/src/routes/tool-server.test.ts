import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type StartedServer, startedServer } from '../testing/started-server.ts';

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages: [{ name: reviewer, approvers: { roles: [reviewer] } }]
rules:
  - { id: routine, match: { risk: medium }, outcome: allow }
`;

let server: StartedServer;
before(async () => {
  server = await startedServer({ policy });
  await server.person(['reviewer']);
});
after(() => server.remove());

const agent = { verbs: ['propose'], agent_ids: ['bot'] } as const;

interface Answered {
  readonly verdict?: string;
  readonly code?: string;
  readonly decision?: { readonly context: Readonly<Record<string, unknown>> };
}

async function verdictOf(
  headers: Readonly<Record<string, string>>,
  tool: string,
  parameters: object,
  context?: object,
): Promise<{ readonly status: number; readonly body: Answered }> {
  const action = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'bot',
    subject_id: null,
    target: { tool_name: tool, tool_schema_version: '1', resource: null },
    parameters,
  };
  const body = { action, audience: 'runner', ...(context === undefined ? {} : { context }) };
  return server.call('POST', '/v1/requests', { headers, body });
}

test('only a key that attests the server of a tool lowers what the name of the tool suggests', async () => {
  const plain = await server.apiKey(agent);
  const docker = await server.apiKey({ ...agent, tool_server: 'docker' });
  const github = await server.apiKey({ ...agent, tool_server: 'github' });
  const remove = 'mcp__docker__remove_container';
  const one = (id: string) => ({ container_id: id });
  assert.equal((await verdictOf(plain, remove, one('c1'))).body.verdict, 'require_approval');
  assert.equal((await verdictOf(github, remove, one('c2'))).body.verdict, 'require_approval');
  const attested = await verdictOf(docker, remove, one('c3'));
  assert.equal(attested.body.verdict, 'allow');
  assert.equal(attested.body.decision?.context['attested_tool_server'], 'docker');
  const command = { command: 'rm -rf /var/lib/postgresql', service: 'db' };
  const ran = await verdictOf(docker, 'mcp__docker__run_command', command);
  assert.equal(ran.body.verdict, 'require_approval');
});

test('a proposal cannot attest its own server', async () => {
  for (const key of [agent, { ...agent, tool_server: 'github' }]) {
    const context = { attested_tool_server: 'docker' };
    const refused = await verdictOf(await server.apiKey(key), 'crm.get', {}, context);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.code, 'object_malformed');
  }
});

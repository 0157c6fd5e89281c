// Claude Code behind a gate, as its HTTP hook asks. Tests run at once; a push asks Ada; her no reaches the model with her reason;
// and whatever cannot be judged is refused with a whole answer, because Claude Code runs a tool where the answer is empty. Exits
// non-zero if any part of the story does not hold. With a server, `countersign guard claude-code` does all of this.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embed } from '@countersign/embedded';
import { HookEndpoint } from '@countersign/guard';

const policy = `version: "1"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - { id: owner, stages: [{ name: owner, approvers: { roles: [owner] }, min_assurance: conversation }] }
rules:
  - { id: routine, match: { risk: [low, medium] }, outcome: allow }
  - id: leaves-the-machine
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("git push")
    outcome: require_approval
`;

const root = mkdtempSync(join(tmpdir(), 'countersign-example-'));
let ada: 'allow' | 'deny' = 'allow';
let questions = 0;
const gate = await embed({
  data: join(root, 'data'),
  policy: [{ name: 'policy.yaml', text: policy, layer: 'operator' }],
  agent: 'claude-code',
  decider: {
    person: { name: 'Ada', roles: ['owner'] },
    decide: ({ short_code }) => {
      questions++;
      console.log(`    Ada is asked, with the short code ${short_code}, and says ${ada}.`);
      return { decision: ada, reason: 'Open a pull request instead.' };
    },
  },
});

const key = 'the-key-of-this-machine';
const hosts = new Set<string>();
const endpoint = new HookEndpoint({
  gateFor: async given => {
    if (given !== key) throw new Error('unknown key');
    return gate;
  },
  hosts,
  log: () => undefined,
});
const server = createServer((call, answer) => void endpoint.handle(call, answer));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
hosts.add(host);

/** What Claude Code sends before a tool, and what it is told. */
async function hook(tool_name: string, tool_input: object, sent = key): Promise<string> {
  const response = await fetch(`http://${host}/hooks/claude-code/1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sent}`,
      'countersign-agent': 'claude-code',
      'countersign-hold': '30',
    },
    body: JSON.stringify({
      session_id: 'example',
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name,
      tool_input,
      tool_use_id: `toolu_${Math.trunc(performance.now() * 1000)}`,
    }),
  });
  const { hookSpecificOutput: said } = (await response.json()) as {
    hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string };
  };
  console.log(`  ${tool_name} ${JSON.stringify(tool_input)}`);
  console.log(`    ${said.permissionDecision}: ${said.permissionDecisionReason}`);
  assert.equal(response.status, 200);
  return `${said.permissionDecision}: ${said.permissionDecisionReason}`;
}

try {
  console.log('Claude Code asks its hook:');
  assert.match(await hook('Bash', { command: 'npm test' }), /^allow/);
  assert.match(
    await hook('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }),
    /^allow/,
  );
  assert.equal(questions, 0);
  assert.match(await hook('Bash', { command: 'git push origin fix-total' }), /^allow/);
  assert.equal(questions, 1);
  ada = 'deny';
  const rejected = await hook('Bash', { command: 'git push origin main' });
  assert.match(rejected, /^deny: [\s\S]*Open a pull request instead\./);
  assert.match(await hook('Teleport', {}), /^deny: [\s\S]*does not know this tool/);
  assert.match(await hook('Bash', { command: ['rm', 7] }), /^deny/);
  assert.match(await hook('Bash', { command: 'npm test' }, 'another-key'), /^deny/);
  console.log('Nothing ran without permission.');
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
}

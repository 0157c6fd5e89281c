// Codex behind a gate, through the program that it starts before each tool. Codex runs a tool where a hook crashes, is slow or says
// nothing. So the program turns everything that goes wrong into exit code 2 with a text, which Codex obeys. Exits non-zero if any part
// of the story does not hold. With a server, `countersign guard codex` does all of this, and records the trust that Codex needs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
`;

const root = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const gate = await embed({
  data: join(root, 'data'),
  policy: [{ name: 'policy.yaml', text: policy, layer: 'operator' }],
  agent: 'codex',
  decider: {
    person: { name: 'Ada', roles: ['owner'] },
    decide: () => ({ decision: 'deny', reason: 'Keep the history.' }),
  },
});
const hosts = new Set<string>();
const endpoint = new HookEndpoint({ gateFor: async () => gate, hosts, log: () => undefined });
const server = createServer((call, answer) => void endpoint.handle(call, answer));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
hosts.add(host);

const setup = join(root, 'codex.json');
const facts = { url: `http://${host}`, key: 'k', agent: 'codex', contract: '1' };
writeFileSync(setup, JSON.stringify({ ...facts, hold: 30, deadline: 60 }));
const program = fileURLToPath(import.meta.resolve('@countersign/guard/hook-program'));

/** Starts the program as Codex does. What ends with 0 and an allow runs. Exit code 2 blocks. */
async function hook(command: string, file = setup): Promise<{ runs: boolean; told: string }> {
  const child = spawn(process.execPath, [program, 'codex', file]);
  let told = '';
  child.stdout.on('data', (part: Buffer) => (told += part.toString()));
  child.stderr.on('data', (part: Buffer) => (told += part.toString()));
  const input = {
    session_id: 'example',
    cwd: root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'call_1',
  };
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  const [code] = (await once(child, 'close')) as [number];
  const runs = code === 0 && told.includes('"permissionDecision":"allow"');
  console.log(`  ${command}: ${runs ? 'runs' : `blocked (exit code ${code})`}`);
  console.log(`    ${told.trim()}`);
  return { runs, told };
}

try {
  console.log('Codex starts its hook:');
  assert.equal((await hook('npm test')).runs, true);
  const rejected = await hook('git push --force origin main');
  assert.equal(rejected.runs, false);
  assert.match(rejected.told, /Keep the history\./);
  const open = await hook('bash -i');
  assert.equal(open.runs, false);
  assert.match(open.told, /typed into it/);
  const lost = await hook('npm test', join(root, 'gone.json'));
  assert.equal(lost.runs, false);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  const away = await hook('npm test');
  assert.equal(away.runs, false);
  assert.match(away.told, /Nothing runs until it answers/);
  console.log('Nothing ran without permission.');
} finally {
  rmSync(root, { recursive: true, force: true });
}

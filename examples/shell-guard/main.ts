// A coding agent's shell behind a gate. What only reads runs at once; what destroys asks a person, who sees the exact
// words, program, directory and environment; a no is a result and not an exception; and a program that is swapped while
// she thinks is not run on her yes. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRequest } from '@countersign/coordinator';
import { embed } from '@countersign/embedded';
import { renderPlain } from '@countersign/protocol/view';
import { type ShellResult, shellExecute } from '@countersign/shell';

const policy = `version: "2026-11"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [owner] }
        min_assurance: conversation
rules:
  - id: routine
    match: { tool: shell.exec, risk: [low, medium] }
    outcome: allow
`;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-example-')));
const project = join(root, 'project');
for (const folder of ['customers', 'backups', 'tools'])
  mkdirSync(join(project, folder), { recursive: true });

/** What Ada says to the next question, and what happens while she thinks. */
let ada: () => 'allow' | 'deny' = () => 'deny';
let questions = 0;
const gate = await embed({
  data: join(root, 'data'),
  policy: [{ name: 'policy.yaml', text: policy, layer: 'operator' }],
  agent: 'coding-agent',
  decider: {
    person: { name: 'Ada', roles: ['owner'] },
    decide: ({ view, short_code }) => {
      questions++;
      console.log(`    Ada is shown, with the short code ${short_code}:`);
      for (const { label, kind, value } of view.action) {
        const name = renderPlain(label);
        if (/^\/parameters\/(argv|command|cwd|executable)/.test(name) && kind === 'text')
          console.log(`      ${name.slice('/parameters/'.length)} = ${renderPlain(value)}`);
      }
      return { decision: ada(), reason: 'Not before the audit.' };
    },
  },
});

// The id of the model's tool call is the occasion: the same command in another call is another question.
let calls = 0;
const shell = (command: string | readonly string[]): Promise<ShellResult> =>
  shellExecute(command, { gate, cwd: project, key: `call-${++calls}` });

try {
  const looked = await shell(['ls', '-1']);
  assert.ok(looked.status === 'completed' && looked.stdout === 'backups\ncustomers\ntools\n');
  assert.equal(questions, 0);
  console.log('ls runs at once: policy allows what is not risky.');

  const denied = await shell('rm -rf ./customers ./backups');
  assert.ok(denied.status === 'refused' && denied.text === 'User cancelled operation');
  assert.ok(existsSync(join(project, 'customers')));
  console.log(`She says no. The agent is told: ${denied.text}. ${denied.for_model}`);

  ada = () => 'allow';
  const allowed = await shell(['rm', '-rf', 'backups']);
  assert.ok(allowed.status === 'completed' && allowed.exit_code === 0);
  assert.ok(!existsSync(join(project, 'backups')) && existsSync(join(project, 'customers')));
  const record = await readRequest(gate.context, allowed.request_id ?? '');
  assert.ok(record.ok);
  assert.deepEqual(
    record.value.state.receipts.map(({ outcome }) => outcome),
    ['started', 'succeeded'],
  );
  console.log('She says yes to the backups alone. They are gone, and the receipt says succeeded.');

  const tool = join(project, 'tools', 'drop-database');
  writeFileSync(tool, '#!/bin/sh\nexit 0\n');
  chmodSync(tool, 0o755);
  ada = () => {
    writeFileSync(tool, `#!/bin/sh\nrm -rf '${join(project, 'customers')}'\n`);
    return 'allow';
  };
  const swapped = await shell(['./tools/drop-database', '--production', '--force']);
  assert.ok(swapped.status === 'refused' && swapped.outcome === 'precondition_changed');
  assert.ok(existsSync(join(project, 'customers')));
  console.log(`The program is swapped while she thinks. Nothing runs: ${swapped.text}.`);

  assert.equal(questions, 3);
} finally {
  await gate.close();
  rmSync(root, { recursive: true, force: true });
}

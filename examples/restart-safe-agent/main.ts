// An agent that is killed while it waits for an approval, and killed again right after its tool had its effect. Each
// time it starts over from the top, finds the same ticket, and the tool has run once. Exits non-zero if any part of
// the story does not hold.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotAllowed } from '@countersign/client';
import { embed } from '@countersign/embedded';

const policyText = `version: "2026-11"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [owner] }
        min_assurance: conversation
`;

/** The agent: it asks, waits, pays and says what came of it. It keeps nothing but what the gate keeps. */
async function runAgent(folder: string, killedWhile: string): Promise<void> {
  const dieHere = (moment: string) => {
    if (moment === killedWhile) process.kill(process.pid, 'SIGKILL');
  };
  const gate = await embed({
    data: join(folder, 'data'),
    policy: [{ name: 'policy.yaml', text: policyText, layer: 'operator' }],
    agent: 'billing-bot',
    decider: {
      person: { name: 'Ada', roles: ['owner'] },
      decide: () => {
        dieHere('waiting');
        return { decision: 'allow' };
      },
    },
  });
  const action = { target: { tool_name: 'pay' }, parameters: { invoice: 7, amount: 4200 } };
  const ticket = await gate.request(action);
  process.send?.({ ticket: ticket.id });
  try {
    await ticket.wait({ timeout: 10_000 });
    await gate.execute(ticket, action, () => {
      appendFileSync(join(folder, 'payments'), 'paid invoice 7\n');
      dieHere('paying');
    });
    process.send?.({ outcome: 'paid' });
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    process.send?.({ outcome: error.outcome });
  }
  await gate.close();
}

interface Life {
  readonly ticket: string | null;
  readonly outcome: string | null;
  readonly killed: boolean;
}

async function live(folder: string, killedWhile: string): Promise<Life> {
  const program = fileURLToPath(import.meta.url);
  const child = fork(program, [folder, killedWhile], { execArgv: process.execArgv });
  const said: { ticket: string | null; outcome: string | null } = { ticket: null, outcome: null };
  child.on('message', message => Object.assign(said, message));
  child.on('message', () => said.outcome !== null && child.disconnect());
  const [, signal] = await once(child, 'exit');
  return { ...said, killed: signal === 'SIGKILL' };
}

async function tellStory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
  const paid = () => {
    const file = join(folder, 'payments');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  try {
    const first = await live(folder, 'waiting');
    assert.ok(first.killed);
    assert.equal(paid(), 0);
    console.log('The agent asks, and is killed while it waits. Nothing was paid.');

    const second = await live(folder, 'paying');
    assert.ok(second.killed);
    assert.ok(first.ticket === null || first.ticket === second.ticket);
    assert.equal(paid(), 1);
    console.log(
      'It starts again, finds the same ticket, pays, and is killed before it can say so.',
    );

    const third = await live(folder, '');
    assert.deepEqual(third, { ticket: second.ticket, outcome: 'consumed', killed: false });
    assert.equal(paid(), 1);
    console.log('It starts once more and hears that the approval was used. It was paid once.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [folder, killedWhile = ''] = process.argv.slice(2);
await (folder === undefined ? tellStory() : runAgent(folder, killedWhile));

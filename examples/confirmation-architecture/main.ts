// Document 003, told against a real server: an agent says that it is about to delete 500 accounts and is halted until a
// person presses Proceed; then its shell command is stopped, shown with two buttons' worth of choice, and runs exactly
// as shown, or not at all. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@countersign/client';
import { toConfirmationEvent, toConfirmationUI } from '@countersign/dialects/confirmation';
import { parseActionBinding } from '@countersign/protocol/action';
import { parseStrict } from '@countersign/protocol/json';
import { decide, startedServer } from '@countersign/server/testing';
import { shellExecute } from '@countersign/shell';

const agent = 'ops-agent';
const server = await startedServer({
  policy: `version: "1"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - { id: owner, stages: [{ name: owner, approvers: { roles: [owner] } }] }
rules:
  - { id: routine, match: { risk: medium }, outcome: allow }
`,
});
const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));

try {
  const owner = await server.person(['owner']);
  const { authorization = '' } = await server.apiKey({
    verbs: ['propose', 'consume', 'observe'],
    agent_ids: [agent],
    executor: agent,
  });
  const key = authorization.slice('Bearer '.length);
  const gate = await connect({ url: server.origin, key, agent });

  const answerHold = async (choice: string): Promise<void> => {
    for (;;) {
      const { body } = await server.call('GET', '/v1/holds', { headers: owner.headers });
      const [first] = (body as { holds: { hold: { hold_id: string } }[] }).holds;
      if (first !== undefined) {
        const path = `/v1/holds/${first.hold.hold_id}/answer`;
        await server.call('POST', path, { headers: owner.headers, body: { choice } });
        return;
      }
    }
  };

  const text = "I'm about to delete these 500 user accounts. Should I proceed?";
  const halted = gate.observe({ text, session_id: 'chat-1', key: 'turn-7' });
  await answerHold('Proceed');
  assert.equal(await halted, true);
  console.log('HALT, RENDER, RESOLVE, RESUME: the agent goes on with true after Proceed.');

  const typed = gate.observe({ text, session_id: 'chat-1', key: 'turn-8' });
  await answerHold('yes, go ahead');
  assert.equal(await typed, false);
  console.log('A yes in free text is not the button: the agent goes on with false.');

  writeFileSync(join(folder, 'kept.txt'), 'kept');
  const looked = await shellExecute(['ls', '-1'], { gate, cwd: folder, key: 'look' });
  assert.ok(looked.status === 'completed' && looked.stdout === 'kept.txt\n');
  console.log('Looking is low risk and asks no one.');

  const decideNext = async (decision: 'allow' | 'deny'): Promise<string> => {
    for (;;) {
      const listed = await server.call('GET', '/v1/requests?status=pending', {
        headers: owner.headers,
      });
      const [row] = (listed.body as { rows: { approval_request_id: string }[] }).rows;
      if (row !== undefined) {
        await decide(server, owner.headers, row.approval_request_id, decision);
        return row.approval_request_id;
      }
    }
  };
  const remove = (command: string, name: string) =>
    shellExecute(command, {
      gate,
      cwd: folder,
      key: name,
      agent_reasoning: `Execute: ${command}`,
    });

  const refused = remove('rm -rf kept.txt', 'first try');
  await decideNext('deny');
  const no = await refused;
  assert.ok(no.status === 'refused' && no.text === 'User cancelled operation');
  assert.ok(existsSync(join(folder, 'kept.txt')));
  console.log(`A person says no: "${no.text}", and nothing ran.`);

  const again = await remove('rm -rf kept.txt', 'second try');
  assert.ok(again.status === 'refused' && again.outcome === 'denied');
  console.log('Asking the same again reaches no one: the denial still stands.');

  const allowed = remove('rm -rf -- kept.txt', 'another command');
  const id = await decideNext('allow');
  const yes = await allowed;
  assert.ok(yes.status === 'completed' && yes.exit_code === 0);
  assert.ok(!existsSync(join(folder, 'kept.txt')));

  const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: owner.headers });
  const records = body as Parameters<typeof toConfirmationEvent>[0];
  const kept = await server.app.context.store.readAction(records.request.action_digest);
  const action = parseActionBinding(parseStrict(kept ?? ''));
  const shown = toConfirmationUI({
    action,
    message: records.request.agent_reasoning ?? '',
    risk_level: records.request.risk.level,
    show_details: true,
  });
  assert.deepEqual(shown.buttons, ['Proceed', 'Cancel']);
  const event = toConfirmationEvent({ ...records, action });
  assert.equal(event.user_response, true);
  assert.deepEqual(event.final_action, event.proposed_action);
  assert.equal(event.countersign?.execution, 'succeeded');
  console.log('A person says yes: exactly what was shown ran, and the event says what.');
} finally {
  rmSync(folder, { recursive: true, force: true });
  await server.remove();
}

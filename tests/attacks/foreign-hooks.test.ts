// Disproves: "A caller that reaches the hooks can report on the sessions and calls of another agent, or waste the work of the server."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decide } from '@countersign/server/testing';
import { betweenLooks } from '@countersign/testing';
import { GuardedSite } from '../testing/guarded-site.ts';

const project = '/projects/shop';
const placePolicy = `version: "1"
default: require_approval
fatigue: { requests: 10000, window: 1m }
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
rules:
  - id: in-the-project
    match: { tool: "file.write" }
    when: has(context.guard) && context.guard.place == "project"
    outcome: allow
`;

describe('hooks of a stranger', { timeout: 120_000 }, () => {
  let site: GuardedSite;
  let stranger: Record<string, string>;
  before(async () => {
    site = await GuardedSite.start('claude-code', placePolicy);
    const { authorization = '' } = await site.server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['other'],
      executor: 'other',
    });
    stranger = { authorization, 'countersign-agent': 'other' };
  });
  after(() => site.server.remove());

  const call = (session_id: string, id: string, more: object) => ({
    session_id,
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_use_id: id,
    ...more,
  });
  const write = (session: string, file_path: string, cwd = project) =>
    call(session, `toolu_${file_path}`, {
      cwd,
      tool_name: 'Write',
      tool_input: { file_path, content: 'x' },
    });
  const said = async (body: object | string, headers: Record<string, string> = {}) => {
    const { answer } = await site.hook('claude-code/1', body, { headers });
    const { hookSpecificOutput: output } = answer as {
      hookSpecificOutput?: { permissionDecision: string; permissionDecisionReason: string };
    };
    return output?.permissionDecision ?? JSON.stringify(answer);
  };
  const forged = (authorization: string) => ({ authorization, 'countersign-agent': 'claude-code' });

  test('no one else says in which folder a session began', async () => {
    for (const headers of [forged('Bearer nonsense'), stranger])
      await said(write('s1', '/etc/x', '/etc'), headers);
    assert.equal(await said(write('s1', `${project}/a.ts`)), 'allow');
    assert.equal(await said(write('s1', '/etc/x')), 'deny');
  });

  test('no one else reports how a call ended', async () => {
    const approved = call('s3', 'toolu_9', {
      tool_name: 'Bash',
      tool_input: { command: 'touch nine' },
    });
    const asked = site.hook('claude-code/1', approved, { hold: 60 });
    const id = await site.waiting();
    await decide(site.server, site.reviewer.headers, id, 'allow');
    await asked;
    const ended = { ...approved, hook_event_name: 'PostToolUse', tool_response: { stdout: '' } };
    const receipts = async () => {
      const path = `/v1/requests/${id}`;
      const { body } = await site.server.call('GET', path, { headers: site.reviewer.headers });
      return (body as { receipts: { outcome: string }[] }).receipts.map(({ outcome }) => outcome);
    };
    for (const headers of [forged('Bearer nonsense'), stranger]) await said(ended, headers);
    assert.deepEqual(await receipts(), ['started']);
    await said(ended);
    while ((await receipts()).length === 1) await betweenLooks();
    assert.equal((await receipts()).at(-1), 'succeeded');
  });

  test('nothing of the call of a stranger is read', async () => {
    const { answer } = await site.hook('claude-code/1', 'not json', {
      headers: forged('Bearer nonsense'),
    });
    assert.match(JSON.stringify(answer), /key/);
    assert.doesNotMatch(JSON.stringify(answer), /cannot be bound/);
  });
});

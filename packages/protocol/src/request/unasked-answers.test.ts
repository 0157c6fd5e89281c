import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { PolicyDecisionId } from '../value/ids.ts';
import { timestampFromMilliseconds } from '../value/timestamp.ts';
import type { UnaskedAnswer } from './unasked-answer.ts';
import { answersTogetherMax, packAnswers, parseUnaskedIn } from './unasked-answers.ts';

type Changes = Partial<UnaskedAnswer['data']['decision']>;

function answer(number: number, changes: Changes = {}, agent_id = 'billing-bot') {
  const at = timestampFromMilliseconds(Date.UTC(2026, 10, 19) + number);
  const id = `pd_${String(number).padStart(12, '0')}40008000000000000000`;
  const decision: UnaskedAnswer['data']['decision'] = {
    policy_decision_id: PolicyDecisionId.parse(id),
    verdict: 'allow',
    action_digest: sha256OfText(`action ${number}`),
    policy_rule_id: 'reading',
    policy_rule_ids: ['reading'],
    policy_version: '1+c35d5160814282fa',
    approval_chain_id: null,
    approval_chain_version: null,
    risk: { level: 'low', signals: [] },
    annotations: [{ kind: 'audit', policy_rule_id: 'risk.reversibility', note: 'harmless' }],
    reasons: ['matched the rule reading'],
    context: {},
    decided_at: at,
    trace: null,
    ...changes,
  };
  const kept =
    number % 3 === 0
      ? { part: 'resource' as const, digest: sha256OfText(`kept ${number}`), until: at }
      : null;
  return { at, data: { decision, agent_id, tool_name: 'read_balance', kept } };
}

const unpacked = (events: ReturnType<typeof packAnswers>) =>
  events.flatMap(event => [...parseUnaskedIn(JSON.parse(canonicalize(event)))]);

test('[UA-4] answers that are written together are the same answers when they are read, in their order', () => {
  const answers = Array.from({ length: 200 }, (_, number) =>
    answer(
      number,
      number % 7 === 0 ? { verdict: 'deny', reasons: ['no'] } : {},
      `bot-${number % 5}`,
    ),
  );
  const events = packAnswers(answers);
  assert.equal(events.length, Math.ceil(answers.length / answersTogetherMax));
  assert.deepEqual(
    unpacked(events),
    answers.map(each => ({ type: 'policy.answered', ...each })),
  );
});

test('[UA-4] what many answers share is written once, so one of them takes a third of the bytes', () => {
  const answers = Array.from({ length: 64 }, (_, number) => answer(3 * number + 1));
  const together = canonicalize(packAnswers(answers)[0]).length / 64;
  const alone = canonicalize(packAnswers(answers.slice(0, 1))[0]).length;
  assert.ok(together < 230, `${together}`);
  assert.ok(alone > 600, `${alone}`);
});

test('[UA-4] one answer alone has the form it always had', () => {
  const [event] = packAnswers([answer(1)]);
  assert.deepEqual(event, { type: 'policy.answered', ...answer(1) });
  assert.deepEqual(packAnswers([]), []);
});

test('[UA-4] an event has a bounded size, whatever its answers say', () => {
  const answers = Array.from({ length: 64 }, (_, number) =>
    answer(number, { context: { text: `${number} `.padEnd(16_000, 'x') } }),
  );
  const events = packAnswers(answers);
  assert.deepEqual(
    unpacked(events).map(({ data }) => data.decision.context),
    answers.map(({ data }) => data.decision.context),
  );
  for (const event of events) assert.ok(canonicalize(event).length < 100_000);
});

test('[UA-4] a question among the answers stands alone and keeps its chain', () => {
  const chain = { approval_chain_id: 'lead', approval_chain_version: '1' };
  const answers = [answer(1), answer(2, { verdict: 'require_approval', ...chain }), answer(4)];
  const events = packAnswers(answers);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['policy.answered', 'policy.answered', 'policy.answered'],
  );
  assert.deepEqual(
    unpacked(events),
    answers.map(each => ({ type: 'policy.answered', ...each })),
  );
});

test('[UA-4] an answer that names no place in what is shared is refused, and so is an unknown member', () => {
  const [event] = packAnswers([answer(1), answer(2)]);
  const altered = (change: (data: Record<string, unknown[]>) => void) => {
    const copy = structuredClone(event) as unknown as { data: Record<string, unknown[]> };
    change(copy.data);
    return () => parseUnaskedIn(copy as unknown as { type: string });
  };
  const isMalformed = { code: 'object_malformed' };
  assert.throws(
    altered(data => Object.assign(data['answers']?.[0] ?? {}, { shared: 1 })),
    isMalformed,
  );
  assert.throws(
    altered(data => Object.assign(data['answers']?.[0] ?? {}, { shared: -1 })),
    isMalformed,
  );
  assert.throws(
    altered(data => Object.assign(data['shared']?.[0] ?? {}, { approval_chain_id: 'lead' })),
    isMalformed,
  );
  assert.throws(
    altered(data => Object.assign(data['shared']?.[0] ?? {}, { verdict: 'require_approval' })),
    isMalformed,
  );
  assert.throws(
    altered(data => data['answers']?.splice(0)),
    isMalformed,
  );
  assert.deepEqual(parseUnaskedIn({ type: 'policy.decided', data: {} }), []);
});

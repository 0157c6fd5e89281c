import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { reasonCodes } from '@countersign/protocol/reason';
import { inputDigest } from '@countersign/protocol/request';
import {
  AnswerReceipt,
  ApprovalAnswer,
  ApprovalWebhook,
  CallbackWebhook,
  DivergenceWebhook,
} from '@countersign/wire/webhooks';
import { ConversationAssertion } from '../channels/conversation-assertion.ts';

const contract = readFileSync(
  new URL('../../../../docs/operating/webhooks.md', import.meta.url),
  'utf8',
);
const examples = [...contract.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']): unknown =>
  JSON.parse(text),
);

test('[TR-2] the code sends or accepts every body in the contract, and the bodies belong together', () => {
  const [question, answer, claims, receipt, outcome, alarm, confirmation, ...others] = examples;
  assert.equal(others.length, 0);
  const { binding, request } = ApprovalWebhook.parse(question);
  assert.equal(inputDigest(request), binding.input_digest);
  assert.deepEqual(ApprovalAnswer.parse(answer).binding, binding);
  assert.deepEqual(CallbackWebhook.parse(outcome).binding, binding);
  assert.deepEqual(DivergenceWebhook.parse(alarm).binding, binding);
  assert.equal(AnswerReceipt.parse(receipt).approval_request_id, binding.approval_request_id);
  assert.equal(ConversationAssertion.parse(confirmation).input_digest, binding.input_digest);
  const { approval_request_id, input_digest } = claims as Record<string, string>;
  assert.deepEqual(
    { approval_request_id, input_digest },
    { approval_request_id: binding.approval_request_id, input_digest: binding.input_digest },
  );
});

test('every code in the contract is a reason code', () => {
  const codes = [...contract.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code = '']) => code);
  assert.ok(codes.length >= 8);
  for (const code of codes) assert.ok(Object.hasOwn(reasonCodes, code), code);
});

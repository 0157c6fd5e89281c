import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonValue } from '@countersign/protocol/json';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { isSmallView, presentedView, viewDigest } from '@countersign/protocol/view';
import { ThreadedViews } from './threaded-views.ts';

function questionOf(value: JsonValue): { request: ApprovalRequest; action: ActionBinding } {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'bot',
    subject_id: null,
    target: { tool_name: 'records.update', tool_schema_version: '1', resource: null },
    parameters: { value },
  });
  const facts = { agent_id: 'bot', action_digest: sha256(action), agent_reasoning: null };
  return { request: facts as unknown as ApprovalRequest, action };
}

const large = questionOf(Array.from({ length: 2_000 }, (_, at) => at));

test('[HI-2] an action of usual size has a small view, and many members or marks make its view large', () => {
  const isSmall = (value: JsonValue) => {
    const { request, action } = questionOf(value);
    return isSmallView(request, action);
  };
  assert.ok(isSmall('a line of a patch\n'.repeat(500)));
  assert.ok(!isSmall(Array.from({ length: 600 }, () => 1)));
  assert.ok(!isSmall('x'.repeat(2 ** 17)));
  assert.ok(!isSmall('a\u202e'.repeat(2_000)));
});

describe('a thread makes large views', { timeout: 240_000 }, () => {
  test('[HI-2] a view from a thread is the view that any screen makes', async context => {
    const views = new ThreadedViews(() => 0);
    context.after(() => views.close());
    const { request, action } = large;
    const expected = presentedView(request, action);
    const made = await views.view(request, action);
    assert.deepEqual(made, { view: expected, view_digest: viewDigest(expected) });
    assert.equal(await views.digest(request, action), made.view_digest);
  });

  test('[HI-2] a view that is not made in time is refused', async context => {
    const others = { evaluate: 0, check: 0, explain: 0, replay: 0, words: 0, spans: 0 };
    const deadlines = { ...others, view: 0 };
    const views = new ThreadedViews(() => 0, { deadlines });
    context.after(() => views.close());
    await assert.rejects(views.digest(large.request, large.action), { code: 'view_too_large' });
  });

  test('[HI-3] the views of one agent are limited, and those of another are made', async context => {
    const views = new ThreadedViews(() => 0, { inFlightMax: 1 });
    context.after(() => views.close());
    const { request, action } = large;
    const first = views.digest(request, action);
    await assert.rejects(views.digest(request, action), { code: 'evaluations_in_flight' });
    const other = { ...request, agent_id: 'other' } as ApprovalRequest;
    assert.notEqual(await views.digest(other, action), await first);
  });
});

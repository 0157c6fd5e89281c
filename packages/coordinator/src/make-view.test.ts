import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256, sha256OfText } from '@countersign/protocol/crypto';
import type { ApprovalRequest, OpenedRequest } from '@countersign/protocol/request';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { largeViewDigest, makeSmallView, makeView, makeViewDigest } from './make-view.ts';
import type { Views } from './ports.ts';
import { sampleAction } from './testing/sample-ports.ts';

const elsewhere = sha256OfText('made elsewhere');

function thread(): { readonly views: Views; readonly asked: string[] } {
  const asked: string[] = [];
  const views: Views = {
    view: async (request, action) => {
      asked.push('view');
      return { view: presentedView(request, action), view_digest: elsewhere };
    },
    digest: async () => {
      asked.push('digest');
      return elsewhere;
    },
  };
  return { views, asked };
}

function questionOf(length: number) {
  const value = Array.from({ length }, (_, at) => at);
  const action = sampleAction({ parameters: { value } });
  const facts = { agent_id: 'bot', action_digest: sha256(action), agent_reasoning: null };
  return { action, request: facts as unknown as ApprovalRequest };
}

test('[HI-2] a large view is made where no call waits for it, and a small one at once', async () => {
  const { views, asked } = thread();
  const small = questionOf(10);
  const digest = viewDigest(presentedView(small.request, small.action));
  assert.equal((await makeView({ views }, small.request, small.action)).view_digest, digest);
  assert.equal(await makeViewDigest({ views }, small.request, small.action), digest);
  assert.deepEqual(asked, []);
  const { request, action } = questionOf(2_000);
  assert.equal((await makeView({ views }, request, action)).view_digest, elsewhere);
  assert.equal(await makeViewDigest({ views }, request, action), elsewhere);
  const shown = await makeSmallView({ views }, request, action);
  assert.deepEqual(shown, { view: null, view_digest: elsewhere });
  assert.deepEqual(asked, ['view', 'digest', 'digest']);
});

test('[HI-2] the execution point has a large view made only where an entry names one', async () => {
  const { views, asked } = thread();
  const { request, action } = questionOf(2_000);
  const stateWith = (view_digest: string | null) =>
    ({ request, entries: [{ view_digest }] }) as unknown as OpenedRequest;
  assert.equal(await largeViewDigest({ views }, stateWith(null), action), undefined);
  const other = sampleAction({ parameters: { value: Array.from({ length: 900 }, () => 1) } });
  assert.equal(await largeViewDigest({ views }, stateWith(elsewhere), other), undefined);
  assert.deepEqual(asked, []);
  assert.equal(await largeViewDigest({ views }, stateWith(elsewhere), action), elsewhere);
});

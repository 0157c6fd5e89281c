import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestEvent } from '../request/request-event.ts';
import { refund } from '../testing/amendment-samples.ts';
import { bundleOf } from '../testing/bundle-samples.ts';
import { amendedStory, sampleBundle } from '../testing/bundle-stories.ts';
import { people } from '../testing/samples.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { summariseBundle } from './summarise-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';

function verdictOf(sample: Pick<ReturnType<typeof bundleOf>, 'bundle' | 'trust'>) {
  const { verdict, code, statements } = verifyBundle(sample.bundle, sample.trust);
  const versions = statements.find(({ id }) => id === 'versions');
  return { verdict, code, versions: versions?.result };
}

const accepted = { verdict: 'accepted', code: null, versions: 'proven' };

/** The amended request with another list of versions, as an insider with every key would write it. */
function withVersion(change: object) {
  const edit = (events: readonly RequestEvent[]): readonly RequestEvent[] =>
    events.map(event => {
      if (event.type !== 'request.opened') return event;
      const { request } = event.data;
      const amends = request.amends?.map(version => ({ ...version, ...change }));
      return { ...event, data: { ...event.data, request: { ...request, amends } as never } };
    });
  return bundleOf({ ...amendedStory(), edit });
}

/** The version before it, rewritten. */
function withOriginal(edit: (event: RequestEvent) => RequestEvent) {
  return bundleOf(amendedStory({}, { edit: events => events.map(edit) }));
}

describe('[AM-4] the evidence of an amended action', () => {
  test('it holds every version and every author, and both requests verify', () => {
    const { bundle, trust } = sampleBundle('amended');
    assert.equal(bundle.versions?.length, 1);
    assert.deepEqual(verdictOf({ bundle, trust }), accepted);
    assert.deepEqual(verdictOf(sampleBundle('replaced')), accepted);
    assert.deepEqual(verdictOf(sampleBundle('executed')), accepted);
    const summary = summariseBundle(bundle, verifyBundle(bundle, trust));
    assert.match(summary, /Who changed the action/);
    assert.match(summary, new RegExp(`${people.alice}. only narrowed the action`));
    assert.match(summary, /version 1 .*amount.*1240/);
  });

  test('a version that is left out, or whose events are not in the log, refuses', () => {
    const { bundle, trust } = sampleBundle('amended');
    const { versions: _versions, ...without } = bundle;
    const refused = (changed: EvidenceBundle) => verdictOf({ bundle: changed, trust }).code;
    assert.equal(refused(without), 'bundle_incomplete');
    const { log } = bundle;
    assert.ok(log !== null);
    const { versions: _inclusions, ...unproven } = log;
    assert.equal(refused({ ...bundle, log: unproven }), 'bundle_inconsistent');
    assert.equal(refused({ ...without, log: unproven }), 'bundle_incomplete');
    const [version] = bundle.versions ?? [];
    assert.ok(version !== undefined);
    const other = { ...version, action: JSON.stringify(refund({ amount: 5 })) };
    assert.equal(refused({ ...bundle, versions: [other] }), 'action_digest_mismatch');
  });

  test('without the bytes of a version the change is not shown, and nothing fails', () => {
    const sample = bundleOf({ ...amendedStory(), erased: true });
    assert.deepEqual(verdictOf(sample), { verdict: 'accepted', code: null, versions: 'not_shown' });
  });

  const forgeries: Record<string, () => ReturnType<typeof bundleOf>> = {
    'another author': () => withVersion({ changed_by: people.bob }),
    'another reason': () => withVersion({ reason: 'other words' }),
    'another version before it': () =>
      withVersion({ approval_request_id: 'ar_000000000009400080000000000000aa' }),
    'a change that is said to be no narrowing': () => withVersion({ narrowing: false }),
    'a version that was not amended': () =>
      withOriginal(event =>
        event.type === 'request.amended'
          ? ({
              type: 'request.cancelled',
              at: event.at,
              data: {
                resolution: { ...event.data.resolution, outcome: 'cancelled' },
                by: event.data.by,
                cause: 'withdrawn',
                reason: event.data.reason,
              },
            } as RequestEvent)
          : event,
      ),
    'a version that another request superseded': () =>
      withOriginal(event =>
        event.type === 'request.amended'
          ? {
              ...event,
              data: { ...event.data, superseded_by: event.data.resolution.approval_request_id },
            }
          : event,
      ),
    '[AM-2] terms that did not permit the change': () =>
      withOriginal(event =>
        event.type === 'request.opened'
          ? {
              ...event,
              data: {
                ...event.data,
                request: {
                  ...event.data.request,
                  amendable: { mode: 'narrow', lower: ['/other'], subset: [], becomes: [] },
                },
              },
            }
          : event,
      ),
    '[AM-9] another deadline': () =>
      withOriginal(event =>
        event.type === 'request.opened'
          ? {
              ...event,
              data: {
                ...event.data,
                request: { ...event.data.request, expires_at: event.data.request.requested_at },
              },
            }
          : event,
      ),
    '[AM-3] an author who is left out of the parties': () =>
      withOriginal(event =>
        event.type === 'request.opened'
          ? {
              ...event,
              data: { ...event.data, parties: { ...event.data.parties, authors: [people.bob] } },
            }
          : event,
      ),
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    test(`${what} refuses`, () => {
      const { verdict, versions } = verdictOf(forge());
      assert.equal(verdict, 'refused');
      assert.equal(versions, 'failed');
    });
  }
});

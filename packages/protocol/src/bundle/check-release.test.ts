import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestEvent } from '../request/request-event.ts';
import { bundleOf } from '../testing/bundle-samples.ts';
import { sampleBundle } from '../testing/bundle-stories.ts';
import {
  danId,
  delegatedStory,
  delegationTerms,
  doraId,
  releasedStory,
  reviewedStory,
} from '../testing/release-samples.ts';
import { later, people } from '../testing/samples.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { summariseBundle } from './summarise-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';

type Sample = Pick<ReturnType<typeof bundleOf>, 'bundle' | 'trust'>;

function codeOf({ bundle, trust }: Sample): string {
  const { verdict, code } = verifyBundle(bundle, trust);
  return verdict === 'refused' ? `${code}` : verdict;
}

function statementOf({ bundle, trust }: Sample, id: string) {
  return verifyBundle(bundle, trust).statements.find(statement => statement.id === id);
}

describe('[BG-3] the evidence of a release', () => {
  test('says first that one person released it alone, and whether it was reviewed', () => {
    for (const [name, words] of [
      ['released', /To be reviewed/],
      ['reviewed', /justified/],
    ] as const) {
      const sample = sampleBundle(name);
      assert.equal(codeOf(sample), 'accepted');
      const summary = summariseBundle(sample.bundle, verifyBundle(sample.bundle, sample.trust));
      const titles = [...summary.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
      assert.equal(titles[0], 'Released by one person');
      assert.match(summary, words);
      assert.match(statementOf(sample, 'release')?.detail ?? '', new RegExp(doraId));
    }
    assert.equal(
      statementOf(sampleBundle('executed'), 'release')?.detail,
      'No one released it alone.',
    );
  });

  test('a review by the person who released it, or of nothing, is refused', () => {
    const by = (person: string) => (told: readonly RequestEvent[]) =>
      told.map(event =>
        event.type === 'release.reviewed'
          ? ({ ...event, data: { ...event.data, by: person } } as never)
          : event,
      );
    assert.equal(
      codeOf(bundleOf({ ...reviewedStory, edit: by(doraId) })),
      'approver_not_independent',
    );
    assert.equal(
      codeOf(bundleOf({ ...reviewedStory, edit: by(people.olga) })),
      'approver_not_independent',
    );
  });

  test('[BG-1] [CH-8] a release that the chain does not name is refused', () => {
    const edit = (told: readonly RequestEvent[]) =>
      told.map(event => {
        if (event.type !== 'request.opened') return event;
        const { break_glass: _none, ...chain } = event.data.chain;
        return { ...event, data: { ...event.data, chain } } as never;
      });
    const sample = bundleOf({ ...releasedStory, edit });
    const { break_glass: _none, ...chain } = sample.bundle.policy.chain;
    const bundle = { ...sample.bundle, policy: { ...sample.bundle.policy, chain } };
    assert.equal(codeOf({ ...sample, bundle }), 'break_glass_not_permitted');
  });

  test('[BG-2] a release by a party is refused', () => {
    const edit = (told: readonly RequestEvent[]) =>
      told.map(event => {
        if (event.type !== 'request.opened') return event;
        const parties = { ...event.data.parties, agent_owner: doraId };
        return { ...event, data: { ...event.data, parties } } as never;
      });
    assert.equal(codeOf(bundleOf({ ...releasedStory, edit })), 'approver_not_independent');
  });
});

describe('[DG-6] the evidence of a decision on behalf of another person', () => {
  const sample = sampleBundle('delegated');
  const changed = (change: (bundle: EvidenceBundle) => object): string =>
    codeOf({ ...sample, bundle: { ...sample.bundle, ...change(sample.bundle) } as EvidenceBundle });

  test('holds the delegation with the signature of the delegator, and names both', () => {
    assert.equal(codeOf(sample), 'accepted');
    assert.equal(statementOf(sample, 'delegations')?.result, 'proven');
    const summary = summariseBundle(sample.bundle, verifyBundle(sample.bundle, sample.trust));
    assert.match(summary, new RegExp(`${danId}.*on behalf of .*${people.alice}`));
  });

  test('without the delegation, or with one for no decision, it is refused', () => {
    assert.equal(
      changed(({ delegations: _none }) => ({ delegations: undefined })),
      'bundle_malformed',
    );
    const { delegations, ...without } = sample.bundle;
    assert.equal(codeOf({ ...sample, bundle: without }), 'bundle_inconsistent');
    const executed = sampleBundle('executed');
    const borrowed = { ...executed.bundle, delegations } as EvidenceBundle;
    assert.equal(codeOf({ ...executed, bundle: borrowed }), 'bundle_inconsistent');
  });

  test('a delegation of another time, of other roles or to another person is refused', () => {
    for (const change of [
      { ends_at: later(60) },
      { starts_at: later(61) },
      { roles: ['security'] },
      { delegate_id: people.bob },
      { person_id: people.bob },
    ]) {
      const story = delegatedStory({ ...delegationTerms, ...change } as typeof delegationTerms);
      assert.equal(codeOf(bundleOf(story)), 'delegation_not_in_force', JSON.stringify(change));
    }
  });

  test('terms that the delegator did not sign are refused', () => {
    const story = delegatedStory();
    const store = (story.store ?? []).map(fact =>
      fact.type === 'delegation.made'
        ? { ...fact, data: { ...fact.data, ends_at: later(90_000) } }
        : fact,
    );
    assert.equal(codeOf(bundleOf({ ...story, store })), 'assertion_challenge_mismatch');
  });

  test('a delegator without the role, or with the passkey of another person, is refused', () => {
    const [delegation] = sample.bundle.delegations ?? [];
    assert.ok(delegation !== undefined);
    const other = (change: object) =>
      changed(() => ({ delegations: [{ ...delegation, ...change }] }));
    const { delegator, passkey } = delegation;
    assert.equal(other({ delegator: { ...delegator, roles: [] } }), 'delegation_not_in_force');
    assert.equal(
      other({ passkey: { ...passkey, person_id: people.bob } }),
      'delegation_not_in_force',
    );
    const roles = ['finance', 'security'];
    assert.equal(other({ delegator: { ...delegator, roles } }), 'delegation_not_in_force');
  });

  test('[DG-3] a decision on behalf of a party is refused', () => {
    const edit = (told: readonly RequestEvent[]) =>
      told.map(event => {
        if (event.type !== 'request.opened') return event;
        const parties = { ...event.data.parties, agent_owner: people.alice };
        return { ...event, data: { ...event.data, parties } } as never;
      });
    assert.equal(codeOf(bundleOf({ ...delegatedStory(), edit })), 'approver_not_independent');
  });
});

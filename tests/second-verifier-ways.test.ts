// Goal: the same as in second-verifier.test.ts, for actions that no quorum decided: released by one person, decided on
// behalf of another person, or covered by an allowance. Method: forgeries of a holder of every key, who seals and signs
// again what they change, and alterations of everything else. Both verifiers must agree on each.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AllowanceEvent } from '@countersign/protocol/allowance';
import { type BundleTrust, bundleText, type EvidenceBundle } from '@countersign/protocol/bundle';
import {
  type BundleStory,
  bundleOf,
  coveredStory,
  delegatedStory,
  delegationTerms,
  madeEvents,
  releasedStory,
  reviewedStory,
  sampleTerms,
  usedEvent,
  useOpening,
} from '@countersign/protocol/testing';
import { addSeconds, systemActor } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { agreed, alter } from './second-verifier/agreement.ts';
import { canonicalText, digestOf, type Json } from './second-verifier/canonical-text.ts';
import { type Edit, entry, opening } from './second-verifier/forge.ts';

const stories: Readonly<Record<string, BundleStory>> = {
  released: releasedStory,
  reviewed: reviewedStory,
  delegated: delegatedStory(),
  covered: coveredStory(),
};

const required: NonNullable<BundleTrust['required']> = [
  'action',
  'request_artifact',
  'grant',
  'log',
  'delegations',
  'allowance',
];

interface Shown {
  readonly bundle: EvidenceBundle;
  readonly trust: BundleTrust;
}

function shownOf(story: BundleStory): Shown {
  const { bundle, trust } = bundleOf(story);
  return { bundle, trust: { ...trust, required } };
}

const shown: Readonly<Record<string, Shown>> = Object.fromEntries(
  Object.entries(stories).map(([name, story]) => [name, shownOf(story)]),
);
const shownAs = (name: string): Shown => shown[name] as Shown;
const names = fc.constantFrom(...Object.keys(stories));
const runs = effort({ fast: 100, full: 10_000, of: 'changes' });

const judge = (story: BundleStory, what: string): string => {
  const { bundle, trust } = shownOf(story);
  return agreed(bundleText(bundle), trust, what);
};

describe('[BG-3] [DG-6] [AL-7] two verifiers', () => {
  for (const [name, { bundle, trust }] of Object.entries(shown)) {
    test(`both verifiers accept an action that was ${name}`, () => {
      assert.equal(agreed(bundleText(bundle), trust, name), 'accepted');
    });
  }

  test('both verifiers refuse such a bundle with a letter or a member altered', () => {
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (name, choices) => {
        const { bundle, trust } = shownAs(name);
        const next = () => choices.next().value;
        const text = bundleText(bundle);
        const at = next() % text.length;
        const letter = String.fromCharCode(text.charCodeAt(at) ^ (1 << (next() % 7)));
        const altered = canonicalText(alter(bundle as unknown as Json, next));
        for (const other of [text.slice(0, at) + letter + text.slice(at + 1), altered]) {
          if (other !== text) assert.equal(agreed(other, trust, `${name} ${at}`), 'refused');
        }
      }),
      { seed, numRuns: runs },
    );
  });

  test('both verifiers refuse the evidence of an allowance with anything in it altered', () => {
    const { bundle, trust } = shownAs('covered');
    const { allowance } = bundle;
    assert.ok(allowance !== undefined);
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), choices => {
        const nested = JSON.parse(allowance.evidence) as Json;
        const evidence = canonicalText(alter(nested, () => choices.next().value));
        if (evidence === allowance.evidence) return;
        const text = bundleText({ ...bundle, allowance: { ...allowance, evidence } });
        assert.equal(agreed(text, trust, evidence.slice(0, 200)), 'refused');
      }),
      { seed, numRuns: runs },
    );
  });
});

describe('[BG-1] [BG-2] [BG-3] two verifiers agree on forged releases of a holder of every key', () => {
  const dora = shownAs('released').bundle.deciders[0]?.identity;
  const withChain = (story: BundleStory, change: object): Shown => {
    const forged = shownOf({
      ...story,
      edit: opening(({ chain }) => ({ chain: { ...chain, ...change } })),
    });
    const { policy } = forged.bundle;
    const chain = { ...policy.chain, ...change };
    return { ...forged, bundle: { ...forged.bundle, policy: { ...policy, chain } } };
  };

  test('of a person whom the chain does not name for it', () => {
    const { bundle, trust } = withChain(releasedStory, { break_glass: { roles: ['other'] } });
    assert.equal(agreed(bundleText(bundle), trust, 'another role'), 'refused');
  });

  const edits: Readonly<Record<string, readonly [BundleStory, Edit]>> = {
    'of a person whom the action concerns': [
      releasedStory,
      opening(({ parties }) => ({ parties: { ...parties, agent_owner: dora } })),
    ],
    'for another cause than the passkey signed': [releasedStory, entry({ break_glass: 'attack' })],
    'that is called an approval by the chain': [releasedStory, entry({ break_glass: undefined })],
    'without its reason': [releasedStory, entry({ reason: ' ' })],
    'on behalf of another person': [
      releasedStory,
      entry({ on_behalf_of: { ...behalf(), roles: ['on_call'] } }),
    ],
    'with a review by the person who released it': [reviewedStory, reviewed({ by: dora })],
    'with a review that found nothing': [reviewedStory, reviewed({ findings: ' ' })],
    'that someone reviewed, and that no one made': [
      reviewedStory,
      events => events.filter(({ type }) => type !== 'entry.recorded'),
    ],
  };
  for (const [what, [story, edit]] of Object.entries(edits)) {
    test(what, () => {
      assert.equal(judge({ ...story, edit }, what), 'refused');
    });
  }

  function reviewed(change: object): Edit {
    return events =>
      events.map(event =>
        event.type === 'release.reviewed'
          ? ({ ...event, data: { ...event.data, ...change } } as never)
          : event,
      );
  }
});

function behalf() {
  const { delegation_id, person_id } = delegationTerms;
  return { delegation_id, person_id };
}

describe('[DG-3] [DG-4] [DG-6] two verifiers agree on forged delegations of a holder of every key', () => {
  const terms: Readonly<Record<string, object>> = {
    'that had ended before': { ends_at: delegationTerms.starts_at },
    'of other roles': { roles: ['security'] },
    'to another person': { delegate_id: `person_${'9'.repeat(12)}40008000${'0'.repeat(12)}` },
    'by another person': { person_id: `person_${'9'.repeat(12)}40008000${'0'.repeat(12)}` },
    'of another name': { delegation_id: `dlg_${'9'.repeat(12)}40008000${'0'.repeat(12)}` },
  };
  for (const [what, change] of Object.entries(terms)) {
    test(`a delegation ${what}`, () => {
      const story = delegatedStory({ ...delegationTerms, ...change } as typeof delegationTerms);
      assert.equal(judge(story, what), 'refused');
    });
  }

  test('terms that the delegator did not sign', () => {
    const story = delegatedStory();
    for (const change of [
      { ends_at: '2027-11-15T00:00:00.000Z' },
      { roles: ['finance', 'legal'] },
    ]) {
      const store = (story.store ?? []).map(fact =>
        fact.type === 'delegation.made' ? { ...fact, data: { ...fact.data, ...change } } : fact,
      );
      assert.equal(judge({ ...story, store }, JSON.stringify(change)), 'refused');
    }
  });

  const edits: Readonly<Record<string, Edit>> = {
    'a delegator whom the action concerns': opening(({ parties }) => ({
      parties: { ...parties, agent_owner: delegationTerms.person_id },
    })),
    'a delegate whom the action concerns': opening(({ parties }) => ({
      parties: { ...parties, requester: delegationTerms.delegate_id },
    })),
    'a decision that hides for whom it was': entry({ on_behalf_of: undefined }),
    'a role that was not lent': entry({
      on_behalf_of: { ...behalf(), roles: ['finance', 'security'] },
    }),
    'a decision without a role': entry({ on_behalf_of: { ...behalf(), roles: ['security'] } }),
    'a delegate who lends to himself': entry({
      on_behalf_of: { ...behalf(), person_id: delegationTerms.delegate_id, roles: ['finance'] },
    }),
  };
  for (const [what, edit] of Object.entries(edits)) {
    test(what, () => assert.equal(judge({ ...delegatedStory(), edit }, what), 'refused'));
  }

  test('a bundle that leaves the delegation out, shows another delegator, or another passkey', () => {
    const { bundle, trust } = shownAs('delegated');
    const [delegation] = bundle.delegations ?? [];
    assert.ok(delegation !== undefined);
    const { delegations: _, ...without } = bundle;
    const { delegator, passkey } = delegation;
    const others: readonly object[] = [
      without,
      { ...bundle, delegations: [delegation, delegation] },
      { ...bundle, delegations: [{ ...delegation, delegator: { ...delegator, roles: [] } }] },
      {
        ...bundle,
        delegations: [
          { ...delegation, passkey: { ...passkey, person_id: delegationTerms.delegate_id } },
        ],
      },
    ];
    for (const [index, other] of others.entries()) {
      const text = canonicalText(other as Json);
      assert.equal(agreed(text, trust, `other ${index}`), 'refused');
    }
  });
});

describe('[AL-3] [AL-4] [AL-7] [AL-9] two verifiers agree on forged allowances of a holder of every key', () => {
  const terms = sampleTerms();
  const open = useOpening();
  const uses = (...amounts: readonly string[]) =>
    amounts.map((amount, index) =>
      index === amounts.length - 1
        ? usedEvent(open, { n: amounts.length, amount })
        : usedEvent(open, {
            n: index + 1,
            amount,
            approval_request_id:
              `ar_${String(index).padStart(12, '0')}40008000${'a'.repeat(12)}` as never,
          }),
    );
  const covered = (
    change: Parameters<typeof coveredStory>[1],
    of: Parameters<typeof coveredStory>[0] = terms,
  ) => coveredStory(of, change);

  test('a use within the limits is accepted, and one beyond uses, budget or rate is not', () => {
    const used = (amounts: readonly string[], of = terms) =>
      judge(
        covered({ uses: uses(...amounts), edit: allowedAs({ n: amounts.length }) }, of),
        amounts.join(),
      );
    assert.equal(used(['5000', '4200']), 'accepted');
    assert.equal(used(['5900', '4200']), 'refused');
    assert.equal(used(['1', '1', '1', '4200']), 'refused');
    assert.equal(used(['1']), 'refused');
    assert.equal(used(['0', '4200']), 'refused');
    assert.equal(used(['1', '4200'], sampleTerms({ rate: { uses: 1, seconds: 60 } })), 'refused');
  });

  test('other actions than the template covers', () => {
    const without = (path: string) => terms.template.filter(line => line.path !== path);
    for (const template of [
      [...without('/amount'), { path: '/amount', at_most: 4199 }],
      [...without('/to'), { path: '/to', equals: 'Acme Ltd' }],
      without('/memo'),
      [...terms.template, { path: '/cc', any: true }],
    ]) {
      assert.equal(forgedUnder({ template }), 'refused', JSON.stringify(template));
    }
    for (const change of [
      { agent_id: 'other-bot' },
      { requested_by: 'another-key' },
      { audience: 'other-executor' },
      { subject_id: null },
      { approval_chain_version: '2' },
      { tool_definition_digest: null },
      { target: { ...terms.target, resource: 'acct-43' } },
      { target: { ...terms.target, tool_schema_version: '3' } },
    ]) {
      assert.equal(forgedUnder(change), 'refused', JSON.stringify(change));
    }
  });

  /** An honest use under terms that cover it, shown with an allowance of other terms. */
  function forgedUnder(change: object): string {
    const honest = coveredStory(terms);
    const other = coveredStory(sampleTerms(change as never), { uses: [usedEvent(open)] });
    const house = shownHouse(other);
    const edit: Edit = events =>
      events.map(event => {
        if (event.type !== 'request.allowed') return event;
        const resolution = { ...event.data.resolution, final_entry_digest: house };
        return { ...event, data: { resolution } } as never;
      });
    return judge({ ...honest, edit, ...allowanceOf(other) }, JSON.stringify(change));
  }

  function allowanceOf({ allowance }: BundleStory) {
    return allowance === undefined ? {} : { allowance };
  }

  /** The last entry of the house request of a story. */
  function shownHouse({ allowance }: BundleStory): string {
    const { bundle } = bundleOf((allowance as NonNullable<typeof allowance>).house);
    const { events } = bundle.stream;
    const [, digest] = /"entry_digest":"([^"]+)"/.exec(
      events.map(({ text }) => text).join(),
    ) as RegExpExecArray;
    return digest as string;
  }

  /** The events of the allowance, forged. */
  const made = madeEvents(terms);
  const suspended = (at: string): AllowanceEvent => ({
    type: 'allowance.suspended',
    at: at as never,
    data: {
      allowance_id: terms.allowance_id,
      cause: 'person',
      by: systemActor,
      reason: 'wait',
      approval_request_id: null,
    },
  });
  const { at: usedAt } = usedEvent(open);
  const second = (seconds: number) => addSeconds(usedAt, seconds);
  const madeAs = (change: object) =>
    made.map(event => ({ ...event, data: { ...event.data, ...change } }) as AllowanceEvent);
  const streams: Readonly<Record<string, readonly AllowanceEvent[]>> = {
    'an end that no one signed': madeAs({ expires_at: '2036-11-15T12:00:00.000Z' }),
    'an end before the signed one': madeAs({ expires_at: second(600) }),
    'an end before the use': madeAs({ expires_at: second(-1) }),
    'a beginning long after its decision': made.map(event => {
      const at = '2026-11-15T14:00:00.000Z' as const;
      return { ...event, at, data: { ...event.data, expires_at: at } } as never;
    }),
    'the epoch of another life': madeAs({ epoch: 2 }),
    'another agent': madeAs({ agent_id: 'other-bot' }),
    'another tool': madeAs({ tool_name: 'another_tool' }),
    'another house request': madeAs({
      approval_request_id: `ar_${'9'.repeat(12)}40008000${'0'.repeat(12)}`,
    }),
    'an action that no one decided': madeAs({ action_digest: open.request.action_digest }),
    'a suspension between the use and its consume': [...made, suspended(second(10))],
    'no beginning': [suspended(second(10))],
    'two beginnings': [...made, ...made],
  };
  for (const [what, events] of Object.entries(streams)) {
    test(`an allowance with ${what}`, () => {
      assert.equal(judge(coveredStory(terms, { events }), what), 'refused');
    });
  }

  const edits: Readonly<Record<string, Edit>> = {
    'an approver of the allowance whom the action concerns': opening(({ parties }) => ({
      parties: { ...parties, agent_owner: signer() },
    })),
    'a use that is called another number': allowedAs({ n: 2 }),
    'a use at a version that the allowance did not have': allowedAs({ version: 2 }),
    'a use of another allowance': allowedAs({
      allowance_id: `alw_${'9'.repeat(12)}40008000${'0'.repeat(12)}`,
    }),
  };
  for (const [what, edit] of Object.entries(edits)) {
    test(what, () => assert.equal(judge(covered({ edit }), what), 'refused'));
  }

  /** Alice, who signed the allowance. */
  function signer(): string {
    const { allowance } = shownAs('covered').bundle;
    const { deciders } = JSON.parse(allowance?.evidence ?? '{}') as {
      deciders: readonly { identity: string }[];
    };
    return deciders[0]?.identity ?? '';
  }

  function allowedAs(change: object): Edit {
    return events =>
      events.map(event => {
        if (event.type !== 'request.allowed') return event;
        const allowance = { ...event.data.resolution.allowance, ...change };
        return { ...event, data: { resolution: { ...event.data.resolution, allowance } } } as never;
      });
  }

  test('parts from the bundle of another story', () => {
    const kinds = Object.keys(stories);
    for (const name of kinds) {
      for (const other of kinds) {
        const { bundle, trust } = shownAs(name);
        for (const member of [
          'allowance',
          'delegations',
          'stream',
          'deciders',
          'policy',
        ] as const) {
          const part = shownAs(other).bundle[member] as Json | undefined;
          const own = bundle[member] as Json | undefined;
          if (part === undefined || digestOf([part]) === digestOf([own ?? null])) continue;
          const mixed = canonicalText({ ...bundle, [member]: part } as unknown as Json);
          assert.equal(agreed(mixed, trust, `${member} of ${other} in ${name}`), 'refused');
        }
      }
    }
  });
});

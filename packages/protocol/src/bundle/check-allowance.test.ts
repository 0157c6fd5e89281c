import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AllowanceState, evolveAllowance } from '../allowance/allowance-state.ts';
import { decideAllowance } from '../allowance/decide-allowance.ts';
import { pinnedTemplate } from '../allowance/match-template.ts';
import type { RequestEvent } from '../request/request-event.ts';
import {
  coveredStory,
  madeEvents,
  sampleEvidence,
  sampleTerms,
  usedEvent,
  useOpening,
} from '../testing/allowance-samples.ts';
import { bundleOf } from '../testing/bundle-samples.ts';
import { sampleBundle } from '../testing/bundle-stories.ts';
import { idOf, later, operator, people } from '../testing/samples.ts';
import { bundleText, type EvidenceBundle, parseBundleText } from './evidence-bundle.ts';
import { summariseBundle } from './summarise-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';

type Sample = Pick<ReturnType<typeof bundleOf>, 'bundle' | 'trust'>;

function codeOf({ bundle, trust }: Sample): string {
  const { verdict, code, statements } = verifyBundle(bundle, trust);
  const allowance = statements.find(({ id }) => id === 'allowance');
  return verdict === 'accepted' ? `accepted ${allowance?.result}` : `${code}`;
}

const { bundle, trust } = sampleBundle('covered');
const open = useOpening();
const terms = sampleTerms();

/** The bundle with another nested one. */
function withNested(change: (nested: EvidenceBundle) => EvidenceBundle): Sample {
  const { allowance } = bundle;
  assert.ok(allowance !== undefined);
  const evidence = bundleText(change(parseBundleText(allowance.evidence)));
  return { bundle: { ...bundle, allowance: { ...allowance, evidence } }, trust };
}

describe('[AL-7] the evidence of a covered action', () => {
  test('holds the decision of the allowance, and is proven in the same depth', () => {
    assert.equal(codeOf({ bundle, trust }), 'accepted proven');
    const summary = summariseBundle(bundle, verifyBundle(bundle, trust));
    assert.match(summary, /No one was asked: it is use 1 of the allowance/);
  });

  test('without the allowance, or with one where none was used, it is refused', () => {
    const { allowance, ...without } = bundle;
    const { log } = without;
    assert.ok(log !== null);
    const { allowance: _proofs, ...unproven } = log;
    assert.equal(codeOf({ bundle: { ...without, log: unproven }, trust }), 'bundle_incomplete');
    assert.equal(codeOf({ bundle: without, trust }), 'bundle_incomplete');
    const other = sampleBundle('executed');
    const borrowed = { ...other.bundle, allowance } as EvidenceBundle;
    assert.equal(codeOf({ ...other, bundle: borrowed }), 'bundle_inconsistent');
  });

  test('a house request without its passkey, its grant key or its events is refused', () => {
    assert.equal(
      codeOf(withNested(nested => ({ ...nested, passkeys: [] }))),
      'assertion_credential_unknown',
    );
    assert.equal(
      codeOf(withNested(nested => ({ ...nested, signing_keys: [] }))),
      'jws_key_unknown',
    );
    const cut = withNested(nested => ({
      ...nested,
      stream: { ...nested.stream, events: nested.stream.events.slice(0, -2) },
    }));
    assert.notEqual(codeOf(cut), 'accepted proven');
    assert.equal(codeOf(withNested(nested => ({ ...nested, log: null }))), 'bundle_inconsistent');
    assert.equal(codeOf(withNested(() => sampleBundle('executed').bundle)), 'bundle_inconsistent');
  });

  test('erased bytes leave the rest proven, and the template not shown', () => {
    const erased = withNested(nested => ({ ...nested, action: null, request_artifact: null }));
    assert.equal(codeOf(erased), 'accepted not_shown');
  });

  test('an insider who writes another action under the allowance is refused', () => {
    const { parameters } = open.action;
    for (const change of [{ amount: 5001 }, { amount: '4200' }, { cc: 1 }, { to: 'Eve' }]) {
      const used = useOpening(change);
      const changed = { ...parameters, ...change };
      // Terms that no one decided, under which the core covers it.
      const forged = sampleTerms({ template: pinnedTemplate(changed as never), budget: null });
      const final_entry_digest = sampleEvidence(terms).decided.entries.at(-1)?.entry_digest;
      const edit = (told: readonly RequestEvent[]) =>
        told.map(event => {
          if (event.type !== 'request.allowed') return event;
          const resolution = { ...event.data.resolution, final_entry_digest };
          return { ...event, data: { resolution } } as never;
        });
      const honest = coveredStory(terms, { uses: [usedEvent(used)] });
      const story = { ...coveredStory(forged, { open: used, edit }), ...allowanceOf(honest) };
      assert.equal(codeOf(bundleOf(story)), 'allowance_not_covering', JSON.stringify(change));
    }
  });

  function allowanceOf({ allowance }: ReturnType<typeof coveredStory>) {
    return allowance === undefined ? {} : { allowance };
  }
});

describe('[AL-3] the limits are replayed from the linked uses', () => {
  const earlier = (n: number, amount: string, at = later(30 + n)) => ({
    ...usedEvent(open, {
      n,
      amount,
      approval_request_id: idOf('ar', 100 + n) as never,
      action_digest: `sha256:${String(n).padStart(64, '0')}` as never,
    }),
    at,
  });
  const storyWith = (
    uses: readonly ReturnType<typeof usedEvent>[],
    more: Parameters<typeof coveredStory>[1] = {},
    change = terms,
  ) => bundleOf(coveredStory(change, { uses, cover: { n: uses.length }, ...more }));

  test('a second use within the budget is proven', () => {
    const sample = storyWith([earlier(1, '5000'), usedEvent(open, { n: 2 })]);
    assert.equal(codeOf(sample), 'accepted proven');
  });

  test('a use beyond the budget or the rate is refused', () => {
    const beyond = storyWith([earlier(1, '5900'), usedEvent(open, { n: 2 })]);
    assert.equal(codeOf(beyond), 'allowance_used_up');
    const rated = sampleTerms({ rate: { uses: 1, seconds: 3600 } });
    const fast = storyWith([earlier(1, '10'), usedEvent(open, { n: 2 })], {}, rated);
    assert.equal(codeOf(fast), 'allowance_rate_reached');
  });

  test('a use that misstates its amount, its number or its request is refused', () => {
    assert.equal(codeOf(storyWith([usedEvent(open, { amount: '1' })])), 'allowance_inconsistent');
    const other = usedEvent(open, { approval_request_id: idOf('ar', 9) as never });
    assert.equal(codeOf(storyWith([other])), 'allowance_inconsistent');
    assert.equal(codeOf(storyWith([usedEvent(open), usedEvent(open)])), 'stream_broken');
  });
});

describe('[AL-4] the state of the allowance at the use', () => {
  const evidence = sampleEvidence();
  const ending = { principal: operator, reason: 'now', decided: evidence.decided, epoch: 1 };

  test('a revocation after the consume changes nothing, and one before the use refuses', () => {
    const revoke = decideAllowance(evidence.state, { type: 'revoke', ...ending }, later(130));
    const events = [...madeEvents(terms), ...revoke.events];
    assert.equal(codeOf(bundleOf(coveredStory(terms, { events }))), 'accepted proven');
    const edit = (told: readonly RequestEvent[]) =>
      told.map(event => {
        if (event.type !== 'request.allowed') return event;
        const { resolution } = event.data;
        const allowance = { ...resolution.allowance, version: 2 };
        return { ...event, data: { resolution: { ...resolution, allowance } } } as never;
      });
    assert.equal(codeOf(bundleOf(coveredStory(terms, { events, edit }))), 'allowance_revoked');
  });

  test('a revocation or suspension between the use and the consume refuses', () => {
    const revoke = decideAllowance(evidence.state, { type: 'revoke', ...ending }, later(110));
    const suspend = decideAllowance(evidence.state, { type: 'suspend', ...ending }, later(119));
    const from = (end: typeof revoke) => [...madeEvents(terms), ...end.events];
    const between = (end: typeof revoke) =>
      codeOf(bundleOf(coveredStory(terms, { events: from(end) })));
    assert.equal(between(revoke), 'allowance_revoked');
    assert.equal(between(suspend), 'allowance_suspended');
    const suspended = suspend.events.reduce<AllowanceState>(evolveAllowance, evidence.state);
    const { approval_request_id, action_digest } = evidence.state;
    const make = { type: 'make' as const, terms, approval_request_id, action_digest, epoch: 1 };
    const confirm = decideAllowance(suspended, make, later(119));
    assert.equal(
      codeOf(bundleOf(coveredStory(terms, { events: [...from(suspend), ...confirm.events] }))),
      'allowance_suspended',
    );
    const unlogged = bundleOf(coveredStory(terms, { events: from(revoke) }));
    const { outside: _outside, ...kept } = unlogged.trust;
    const withoutLog = {
      bundle: { ...unlogged.bundle, log: null },
      trust: { ...kept, required: [] },
    };
    assert.equal(codeOf(withoutLog as never), 'allowance_revoked');
  });

  test('[AL-9] the people of the allowance are judged against the parties of the use', () => {
    const edit = (told: readonly RequestEvent[]) =>
      told.map(event => {
        if (event.type !== 'request.opened') return event;
        const parties = { ...event.data.parties, agent_owner: people.alice };
        return { ...event, data: { ...event.data, parties } };
      });
    assert.equal(codeOf(bundleOf(coveredStory(terms, { edit }))), 'allowance_not_covering');
  });
});

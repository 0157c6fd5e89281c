import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { decideRequest } from '../request/decide-request.ts';
import { judgeDecider } from '../request/judge-decider.ts';
import { absentRequest, evolveRequest, type RequestState } from '../request/request-state.ts';
import { maySeeValues } from '../request/see-values.ts';
import { verifyForExecution } from '../request/verify-for-execution.ts';
import { change, type Edit, statementAfter } from '../testing/bundle-edits.ts';
import { type BundleStory, bundleOf } from '../testing/bundle-samples.ts';
import {
  alice,
  bob,
  consumeCommand,
  directory,
  entryCommand,
  human,
  idOf,
  inForce,
  later,
  noon,
  openCommand,
  opened,
  play,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import type { PersonId } from '../value/ids.ts';
import { parseChain } from './chain.ts';
import { entryDigest } from './chain-entry.ts';
import { compareChains } from './chain-strictness.ts';
import { escalates, everyoneOf, joiningOf, stageAt } from './escalation.ts';

const onCall = idOf('person', 20) as PersonId;
const chief = idOf('person', 21) as PersonId;
const olive = human(onCall, ['on_call']);
const boss = human(chief, []);

const chain = sampleChain({
  stages: [
    {
      name: 'reviewer',
      approvers: { roles: ['finance'] },
      escalation: [
        { after_seconds: 300, approvers: { roles: ['on_call'] } },
        { after_seconds: 600, approvers: { identities: [chief] } },
      ],
    },
  ],
});
const everyone = [
  ...directory,
  { kind: 'human', identity: onCall, roles: ['on_call'], assurance: 'webauthn' },
  { kind: 'human', identity: chief, roles: [], assurance: 'webauthn' },
] as const;

const decision = samplePolicyDecision(sampleAction(), chain);
const asked = (change: object = {}) =>
  sampleRequest(decision, sampleAction(), { asked_since: noon, ...change });
const opening = (change: object = {}) =>
  openCommand({
    chain,
    policy_decision: decision,
    request: asked(),
    directory: everyone,
    ...change,
  });
const pendingCase = (): RequestState => play(absentRequest, opening());

const codeOf = (state: RequestState, who: typeof olive, seconds: number, decided = 'allow') => {
  const command = entryCommand(state, who, { decision: decided as 'allow', reason: 'seen' });
  const decided_ = decideRequest(state, command, later(seconds));
  return decided_.ok ? 'recorded' : decided_.refusal.code;
};

describe('[ES-1] approvers who join a stage later', () => {
  test('[ES-1] they are eligible from their time on, to the millisecond, and the first list stays eligible', () => {
    const state = pendingCase();
    assert.equal(codeOf(state, olive, 299.999), 'approver_joins_later');
    assert.equal(codeOf(state, olive, 299.999, 'deny'), 'approver_joins_later');
    assert.equal(codeOf(state, olive, 300), 'recorded');
    assert.equal(codeOf(state, olive, 300, 'deny'), 'recorded');
    assert.equal(codeOf(state, boss, 599.999), 'approver_joins_later');
    assert.equal(codeOf(state, boss, 600), 'recorded');
    for (const seconds of [0, 299, 300, 899])
      assert.equal(codeOf(state, alice, seconds), 'recorded');
    assert.equal(
      codeOf(state, human(idOf('person', 30) as PersonId, []), 800),
      'approver_not_eligible',
    );
  });

  test('[ES-1] the deadline does not move, and a preview says what the decision itself would', () => {
    const state = opened(pendingCase());
    assert.equal(codeOf(state, olive, 900), 'request_expired');
    const olives = {
      kind: 'human',
      identity: onCall,
      roles: ['on_call'],
      assurance: 'session',
    } as const;
    const judged = (seconds: number) => judgeDecider(state, olives, inForce, later(seconds));
    const early = judged(299);
    assert.equal(early.ok ? '' : early.refusal.code, 'approver_joins_later');
    assert.ok(judged(300).ok);
    assert.equal(maySeeValues(state, { identity: onCall, roles: ['on_call'] }), true);
  });

  test('[ES-1] the delay runs from the first round: a later round does not begin it again', () => {
    const second = asked({
      approval_request_id: idOf('ar', 2),
      round: 2,
      supersedes: idOf('ar', 1),
      requested_at: later(1000),
      expires_at: later(1900),
    });
    const first = idOf('ar', 1) as never;
    const round = {
      round: 1,
      approval_request_id: first,
      status: 'expired',
      action_digest: second.action_digest,
      rejection: null,
      amendments: 0,
    } as const;
    const approval_case = { case_id: second.case_id, rounds: [round], asked_since: noon };
    const open = (request: typeof second, at: number) =>
      decideRequest(
        absentRequest,
        opening({ request, approval_case, change: 'asked again' }),
        later(at),
      );
    const taken = open(second, 1000);
    assert.ok(taken.ok);
    const state = taken.events.reduce(evolveRequest, absentRequest as RequestState);
    assert.equal(codeOf(state, olive, 1000), 'recorded');
    const moved = open(asked({ ...second, asked_since: later(1000) }), 1000);
    assert.equal(moved.ok ? '' : moved.refusal.code, 'request_inconsistent');
  });

  test('[ES-1] a request says since when it is asked exactly where its chain escalates', () => {
    const refused = (request: ReturnType<typeof asked>, more: object = {}) => {
      const decided = decideRequest(absentRequest, opening({ request, ...more }), noon);
      return decided.ok ? 'opened' : decided.refusal.code;
    };
    const { asked_since: _, ...silent } = asked();
    assert.equal(refused(silent as never), 'request_inconsistent');
    assert.equal(refused(asked({ asked_since: later(-3600) })), 'request_inconsistent');
    assert.equal(refused(asked(), { chain: sampleChain() }), 'request_inconsistent');
    assert.equal(refused(asked()), 'opened');
  });

  test('[ES-1] [ID-11] a request is opened if those who join before its deadline can decide it', () => {
    const open = (people: readonly unknown[], expires_at = later(900)) => {
      const request = asked({ expires_at });
      const decided = decideRequest(absentRequest, opening({ request, directory: people }), noon);
      return decided.ok ? 'opened' : decided.refusal.code;
    };
    assert.equal(open(everyone.slice(-2)), 'opened');
    assert.equal(open(everyone.slice(-1)), 'opened');
    assert.equal(open(everyone.slice(-1), later(600)), 'no_eligible_approver');
    assert.equal(open([]), 'no_eligible_approver');
  });

  test('[ES-1] [CH-8] execution refuses an approver who had not joined when they decided', () => {
    const before = pendingCase();
    const state = opened(play(before, entryCommand(before, olive), later(300)));
    const attempt = (made: typeof state) =>
      verifyForExecution(made, consumeCommand(made, { voters: everyone }), later(400));
    assert.ok(attempt(state).ok);
    const [entry] = state.entries;
    assert.ok(entry !== undefined && state.resolution !== null && state.grant !== null);
    const { entry_digest: __, ...early } = { ...entry, decided_at: later(299) };
    const forged = { ...early, entry_digest: entryDigest(early) };
    const final_entry_digest = forged.entry_digest;
    const verdict = attempt({
      ...state,
      entries: [forged],
      resolution: { ...state.resolution, final_entry_digest },
      grant: { ...state.grant, final_entry_digest },
    });
    assert.equal(verdict.ok ? '' : verdict.refusal.code, 'entry_not_valid');
  });

  test('[ES-1] [ID-12] a role that an approver lost since then stops the consume', () => {
    const before = pendingCase();
    const state = play(before, entryCommand(before, olive), later(300));
    const voters = [{ kind: 'human', identity: onCall, roles: [], assurance: 'webauthn' }] as const;
    const verdict = verifyForExecution(state, consumeCommand(state, { voters }), later(400));
    assert.equal(verdict.ok ? '' : verdict.refusal.code, 'approver_left');
  });
});

describe('[ES-1] evidence of an escalated request', () => {
  const story: BundleStory = {
    steps: [
      () => [opening(), noon],
      state => [entryCommand(state, olive), later(300)],
      state => [consumeCommand(state, { voters: everyone }), later(400)],
    ],
  };
  /** The whole story moved to another time for the decision, with every digest made again. */
  const decidedAt = (seconds: number): Edit => {
    let digest = '';
    return events =>
      events.map(event => {
        const at = later(seconds);
        if (event.type === 'entry.recorded') {
          const entry = { ...event.data.entry, decided_at: at };
          digest = entryDigest(entry);
          return { ...event, at, data: { entry: { ...entry, entry_digest: digest as never } } };
        }
        if (event.type !== 'request.allowed') return event;
        const resolution = { ...event.data.resolution, final_entry_digest: digest as never };
        return { ...event, at, data: { resolution: { ...resolution, resolved_at: at } } };
      });
  };

  test('[ES-1] it is accepted', () => {
    const { bundle, trust } = bundleOf(story);
    const report = verifyBundle(bundle, { ...trust, required: ['log'] });
    assert.equal(report.verdict, 'accepted', report.code ?? '');
  });

  test('[ES-1] a decision dated before the approver joined is refused, even where its digest was computed again', () => {
    assert.equal(statementAfter(story, decidedAt(299), 'entries'), 'approver_joins_later');
  });

  test('[ES-1] a case that is said to have begun earlier is refused', () => {
    const earlier = change('request.opened', data => ({
      ...data,
      request: { ...data.request, asked_since: later(-600) },
    }));
    assert.equal(statementAfter(story, earlier, 'request'), 'request_inconsistent');
    const silent = change(
      'request.opened',
      ({ request: { asked_since: _, ...request }, ...data }) => ({
        ...data,
        request,
      }),
    );
    assert.equal(statementAfter(story, silent, 'request'), 'request_inconsistent');
  });
});

test('[ES-1] a stage as it stands at a time lists those who have joined, and keeps those who have not', () => {
  const [stage] = chain.stages;
  assert.ok(stage !== undefined);
  const at = (seconds: number) => stageAt(stage, asked(), later(seconds));
  assert.deepEqual(at(0), stage);
  assert.deepEqual(at(300).approvers, { identities: [], roles: ['finance', 'on_call'] });
  assert.deepEqual(at(300).escalation?.length, 1);
  assert.deepEqual(at(600).approvers, { identities: [chief], roles: ['finance', 'on_call'] });
  assert.equal(at(600).escalation, undefined);
  assert.deepEqual(everyoneOf(stage), at(600).approvers);
  assert.deepEqual(
    joiningOf(stage, asked()).map(step => step.at),
    [later(300), later(600)],
  );
  assert.equal(escalates(chain), true);
  assert.equal(escalates(sampleChain()), false);
});

test('[ES-1] steps of an escalation come in the order of their time, and each names an approver', () => {
  const withSteps = (escalation: unknown) => () =>
    parseChain({
      chain_id: 'c',
      version: '1',
      stages: [{ name: 's', approvers: { roles: ['a'] }, escalation }],
    });
  const step = (after_seconds: number, roles = ['b']) => ({ after_seconds, approvers: { roles } });
  for (const wrong of [
    [],
    [step(0)],
    [step(60), step(60)],
    [step(120), step(60)],
    [step(60, [])],
    [1, 2, 3, 4, 5].map(minute => step(minute * 60)),
  ]) {
    assert.throws(withSteps(wrong), /chain|escalation/i);
  }
  assert.doesNotThrow(withSteps([step(60), step(120)]));
});

test('[AM-6] of two chains that differ in nothing else, the one without further approvers is the stricter', () => {
  const stages = chain.stages.map(({ escalation: _, ...stage }) => stage);
  const plain = sampleChain({ chain_id: 'zz', stages });
  assert.ok(compareChains(plain, chain) < 0);
});

test('[ES-1] one of the first list who decides ends the question for those who would have joined', () => {
  const before = pendingCase();
  const bobs = { chain_entry_id: idOf('ace', 9) as never };
  const state = play(before, entryCommand(before, bob, bobs), later(10));
  assert.equal(codeOf(state, olive, 300), 'request_allowed');
});

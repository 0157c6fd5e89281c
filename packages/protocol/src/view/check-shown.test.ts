// Goal: nothing that a server shows passes unless it is what the request binds. Method: one table of lies; each changes
// one thing of a true answer and says which check finds it. A loop holds the table to every member that is compared.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256, sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { inputDigest } from '../request/approval-request.ts';
import {
  idOf,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { checkShown, type Handed, type ShownProblem, shownProblems } from './check-shown.ts';
import { presentedView, shortCode, viewDigest } from './presented-view.ts';

/** What an honest server answers about a request and its action. */
function honest(request = sampleRequest(), action = sampleAction(), text = canonicalize(action)) {
  const { approval_request_id, action_digest } = request;
  const decision = samplePolicyDecision();
  const isBound = sha256(action) === action_digest;
  const view_digest = isBound ? viewDigest(presentedView(request, action)) : sha256({});
  return {
    asked: approval_request_id as string,
    representation: {
      approval_request_id: approval_request_id as string,
      request: request as Record<string, unknown>,
      policy_decision: { ...decision, action_digest } as Record<string, unknown>,
      chain: { ...sampleChain() } as Record<string, unknown>,
    },
    view: {
      approval_request_id: approval_request_id as string,
      action_text: text as string | null,
      action_digest: action_digest as string,
      input_digest: inputDigest(request) as string,
      view_digest: view_digest as string,
      short_code: shortCode({ approval_request_id, action_digest, view_digest }),
    },
  };
}
type Answer = ReturnType<typeof honest>;

const check = (answer: Answer) => checkShown(answer as unknown as Handed);
const other = idOf('ar', 2);

/** Changes one member of a true answer, by its path. */
function changed(path: string, value: unknown): Answer {
  const answer = structuredClone(honest());
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let part = answer as unknown as Record<string, unknown>;
  for (const step of steps) part = part[step] as Record<string, unknown>;
  assert.ok(last in part, path);
  part[last] = value;
  return answer;
}

const shortText = canonicalize(sampleAction({ parameters: { amount: 1 } }));
const digest = sha256({ another: true });

/** One member each: where it is, what a liar makes of it, and what finds it. */
const lies: readonly (readonly [path: string, value: unknown, found: ShownProblem])[] = [
  ['asked', other, 'request_id'],
  ['representation.approval_request_id', other, 'representation_id'],
  ['representation.request', null, 'request_form'],
  ['representation.policy_decision', null, 'request_form'],
  ['representation.policy_decision.policy_decision_id', idOf('pd', 2), 'decision_id'],
  ['representation.policy_decision.action_digest', digest, 'decision_action'],
  ['representation.policy_decision.verdict', 'allow', 'decision_verdict'],
  ['representation.policy_decision.policy_version', 'other', 'decision_policy'],
  ['representation.policy_decision.approval_chain_id', 'other', 'decision_chain'],
  ['representation.policy_decision.approval_chain_version', '4', 'decision_chain'],
  ['representation.policy_decision.risk', { level: 'low', signals: [] }, 'decision_risk'],
  ['representation.chain', null, 'request_form'],
  ['representation.chain.chain_id', 'other', 'chain'],
  ['representation.chain.version', '4', 'chain'],
  ['view.approval_request_id', other, 'view_id'],
  ['view.action_text', shortText, 'action_digest'],
  ['view.action_text', `${canonicalize(sampleAction())} `, 'action_digest'],
  ['view.action_text', null, 'action_erased'],
  ['view.action_digest', digest, 'view_action'],
  ['view.input_digest', digest, 'input_digest'],
  ['view.view_digest', digest, 'view_digest'],
  ['view.view_digest', null, 'view_digest'],
  ['view.short_code', '0000-0000', 'short_code'],
  ['view.short_code', null, 'short_code'],
];

/** Lies that change the request too, so that its own digests fit. Only what is compared with the action finds them. */
const consistent: readonly (readonly [what: string, answer: Answer, found: ShownProblem])[] = [
  ...(
    [
      ['agent_id', 'other-bot', 'agent'],
      ['subject_id', null, 'subject'],
      ['operation', 'tool.describe', 'operation'],
      ['target_resource', 'acct-43', 'target'],
    ] as const
  ).map(([member, value, found]) => {
    const request = sampleRequest(undefined, undefined, { [member]: value });
    return [`another ${member}`, honest(request), found] as const;
  }),
  ['a text that is not canonical', withText(` ${canonicalize(sampleAction())}`), 'action_bytes'],
  ['a text that is no action', withText('{}'), 'action_form'],
  ['a text that is no JSON', withText('{"a":1,"a":2}'), 'action_form'],
];

/** A request that binds the digest of this very text. */
function withText(text: string): Answer {
  const action_digest = sha256OfText(text);
  return honest(sampleRequest(undefined, undefined, { action_digest }), sampleAction(), text);
}

describe('[EV-7] what is shown is what is bound', () => {
  test('an honest answer passes, with everything computed from the bytes', () => {
    const answer = honest();
    const checked = check(answer);
    assert.ok(checked.ok);
    assert.deepEqual(checked.request, answer.representation.request);
    assert.deepEqual(checked.action, sampleAction());
    assert.equal(checked.inputDigest, answer.view.input_digest);
    assert.equal(checked.viewDigest, answer.view.view_digest);
    assert.equal(checked.shortCode, answer.view.short_code);
  });

  for (const [path, value, found] of lies) {
    test(`${path} as ${JSON.stringify(value)?.slice(0, 40)} is found by ${found}`, () => {
      const checked = check(changed(path, value));
      assert.equal(checked.ok ? 'passes' : checked.code, found);
    });
  }

  for (const [what, answer, found] of consistent) {
    test(`${what} is found by ${found}, although the digests of the request fit`, () => {
      const checked = check(answer);
      assert.equal(checked.ok ? 'passes' : checked.code, found);
    });
  }

  test('no member of the request can be changed', () => {
    for (const [member, value] of Object.entries(sampleRequest())) {
      for (const lie of [null, 'other', 7, { more: value }]) {
        if (JSON.stringify(lie) === JSON.stringify(value)) continue;
        const checked = check(changed(`representation.request.${member}`, lie));
        assert.equal(checked.ok, false, `${member} as ${JSON.stringify(lie)}`);
      }
    }
  });

  test('the table has a lie about every member that is compared, and every check finds one', () => {
    const lied = new Set(lies.map(([path]) => path));
    const read = new Set<string>();
    check(recording(honest(), '', read) as Answer);
    for (const path of read) assert.ok(lied.has(path), `no lie about ${path}`);
    assert.ok(read.size > 10, 'what is read was noted');
    const found = new Set([...lies, ...consistent].map(each => each[2]));
    assert.deepEqual([...found].toSorted(), shownProblems.toSorted());
  });
});

/** The same value, which notes the path of every member that is read. */
function recording(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found;
      const here = path === '' ? name : `${path}.${name}`;
      // These two are copied whole before they are judged.
      if (here === 'representation.request' || here.endsWith('.risk')) {
        read.add(here);
        return found;
      }
      if (typeof found !== 'object' || found === null) read.add(here);
      return recording(found, here, read);
    },
  });
}

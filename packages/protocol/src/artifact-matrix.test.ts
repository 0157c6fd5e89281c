// Goal: an artifact is valid for one thing. Method: every artifact goes to every verifier. Every value that an
// artifact is bound to (its key, issuer, store, epoch, audience and so on) goes to a verifier that expects each
// other value. Only the diagonal passes; every other cell has the code of the table.

import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { bundleText } from './bundle/evidence-bundle.ts';
import { verifyBundle } from './bundle/verify-bundle.ts';
import { parseEntrySubmission } from './chain/chain-entry.ts';
import { verifyDecisionAssertion } from './chain/decision-assertion.ts';
import { verifyJws } from './crypto/jws.ts';
import { importPublicKey } from './crypto/public-key.ts';
import { canonicalize } from './json/canonical-json.ts';
import { parseStrict } from './json/strict-json.ts';
import { assembleCheckpoint, checkpointText, verifyCheckpoint } from './log/checkpoint.ts';
import { hashLeaf } from './log/merkle-tree.ts';
import { noteKeyId } from './log/signed-note.ts';
import type { ReasonCode } from './reason/reason-codes.ts';
import { accept } from './reason/refusal.ts';
import { type Grant, grantType, verifyGrant } from './request/grant.ts';
import { parseRequestArtifact, requestArtifactType } from './request/request-artifact.ts';
import { verifyForExecution } from './request/verify-for-execution.ts';
import {
  bundleKid,
  bundleSigner,
  issuer,
  logOrigin,
  makeKey,
  noteSigner,
  signBundleArtifact,
} from './testing/bundle-samples.ts';
import { sampleBundle } from './testing/bundle-stories.ts';
import { type Judgement, judged } from './testing/forgery-target.ts';
import { makePasskey, signDecision } from './testing/passkey.ts';
import {
  allowed,
  consumeCommand,
  idOf,
  inForce,
  later,
  noon,
  noPasskeys,
  opened,
  pending,
  people,
  requestIdOf,
  storeId,
  submissionFor,
  verifiedGrant,
} from './testing/samples.ts';
import type { StoreId } from './value/ids.ts';

type Key = ReturnType<typeof makeKey>;
type Code = Exclude<Judgement, 'accepted'>;

const { bundle, trust } = sampleBundle('passkey');
const allowedState = opened(allowed());
const grant = allowedState.grant as Grant;
const { audience } = allowedState.request;
const keys = new Map([[bundleKid, importPublicKey(bundleSigner.publicKey)]]);
const plainType = 'countersign-receipt+jws';

const noteKeyOf = (key: Key, name: string) => ({
  name,
  key_id: noteKeyId(name, Buffer.from(key.publicKey.x, 'base64url')),
  key: importPublicKey(key.publicKey),
});

function noteBy(key: Key, name: string, origin = name, key_id = noteKeyOf(key, name).key_id) {
  const text = checkpointText({ origin, size: 7, root: hashLeaf('a root') });
  const signature = sign(null, Buffer.from(text), key.privateKey);
  return assembleCheckpoint(text, [{ name, key_id, signature }]);
}

const pendingState = opened(pending());
const carolsKey = makePasskey(people.carol);
const submission = signDecision(
  pendingState,
  submissionFor(pendingState.request, { view_digest: pendingState.request.action_digest }),
  carolsKey,
);

/** Whether Carol's passkey signed this decision, where something else is expected of it. */
const judgeDecision = (
  change: Partial<Parameters<typeof verifyDecisionAssertion>[0]> = {},
  signed: typeof submission = submission,
): Judgement =>
  judged(() =>
    verifyDecisionAssertion({
      request: pendingState.request,
      submission: signed,
      approver_identity: people.carol,
      store_id: storeId,
      epoch: inForce.epoch,
      trust: { ...noPasskeys, passkeys: [carolsKey.registered] },
      ...change,
    }),
  );

const judgeGrant = (jws: string, expected: Partial<Parameters<typeof verifyGrant>[0]> = {}) =>
  judged(() =>
    verifyGrant({ jws, keys, issuer, store_id: storeId, audience, now: noon, ...expected }),
  );

/** The codes for an artifact of another type, filled in below. */
const typeCodes = new Set<Judgement>();

describe('artifacts and verifiers', () => {
  const artifacts = {
    grant: signBundleArtifact(grant, grantType),
    'request artifact': bundle.request_artifact ?? '',
    'other JWS': signBundleArtifact({ hello: 'world' }, plainType),
    checkpoint: noteBy(noteSigner, logOrigin),
    decision: canonicalize(submission),
    bundle: bundleText(bundle),
  };
  type Kind = keyof typeof artifacts;
  const verifiers: Readonly<Record<Kind, (text: string) => Judgement>> = {
    grant: text => judgeGrant(text),
    'request artifact': jws =>
      judged(() => {
        const signed = verifyJws({ jws, typ: requestArtifactType, keys });
        return signed.ok ? accept(parseRequestArtifact(signed.value.payload)) : signed;
      }),
    'other JWS': jws => judged(() => verifyJws({ jws, typ: plainType, keys })),
    checkpoint: note =>
      judged(() =>
        verifyCheckpoint({ note, origin: logOrigin, keys: [noteKeyOf(noteSigner, logOrigin)] }),
      ),
    decision: text => {
      const read = judged(() => accept(parseEntrySubmission(parseStrict(text))));
      return read === 'accepted'
        ? judgeDecision({}, parseEntrySubmission(parseStrict(text)))
        : read;
    },
    bundle: text => verifyBundle(text, trust).code ?? 'accepted',
  };
  const always = (code: Code) => ({ jws: code, text: code, json: code });
  const otherJws = { ...always('jws_malformed'), jws: 'jws_header_mismatch' } as const;
  /** How each verifier refuses a JWS of another type, and what is no JWS, or not JSON, or another object. */
  const refusals: Readonly<Record<Kind, { jws: Code; text: Code; json: Code }>> = {
    grant: otherJws,
    'request artifact': otherJws,
    'other JWS': otherJws,
    checkpoint: always('checkpoint_malformed'),
    decision: { jws: 'json_malformed', text: 'json_malformed', json: 'object_malformed' },
    bundle: always('bundle_malformed'),
  };
  const forms: Readonly<Record<Kind, 'jws' | 'text' | 'json'>> = {
    grant: 'jws',
    'request artifact': 'jws',
    'other JWS': 'jws',
    checkpoint: 'text',
    decision: 'json',
    bundle: 'json',
  };
  const kinds = Object.keys(artifacts) as Kind[];
  for (const { jws, text, json } of Object.values(refusals)) {
    for (const code of [jws, text, json]) typeCodes.add(code);
  }

  for (const kind of kinds) {
    test(`[AB-1] ${kind}: only this kind of artifact passes its verifier`, () => {
      for (const other of kinds) {
        const expected = kind === other ? 'accepted' : refusals[kind][forms[other]];
        assert.equal(verifiers[kind](artifacts[other]), expected, `${other} as ${kind}`);
      }
    });
  }

  test('[AB-1] an artifact that the trusted key signed as another type is also refused for its content', () => {
    const asGrant = signBundleArtifact(payloadOf(artifacts['request artifact']), grantType);
    const asRequest = signBundleArtifact(grant, requestArtifactType);
    assert.equal(verifiers.grant(asGrant), 'grant_malformed');
    assert.equal(verifiers['request artifact'](asRequest), 'object_malformed');
  });
});

function payloadOf(jws: string): object {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as object;
}

/** One thing that an artifact is bound to. */
interface Dimension<Value> {
  readonly values: readonly Value[];
  /** Judges the artifact of one value where another is expected. */
  readonly judge: (value: Value, expected: Value) => Judgement;
  readonly code: ReasonCode;
}

/** Hides the type of the values, so that dimensions of all kinds make one table. */
const dimension = <Value>(each: Dimension<Value>) => ({
  code: each.code,
  codes: () => assertDiagonal(each),
});
const count = 6;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const pairs = numbers.map(() => makeKey());
const names = ['billing', 'Billing', 'billing ', 'billing-2', 'b\u0456lling', 'shipping'];
const storeIds = numbers.map(number => idOf('store', number) as StoreId);
const signedGrant = (change: object) => signBundleArtifact({ ...grant, ...change }, grantType);

/** A grant that its verifier accepted, at a store that is in another place than the grant says. */
const judgeExecution = (change: Partial<Grant>, in_force: Partial<typeof inForce>): Judgement =>
  judged(() =>
    verifyForExecution(
      allowedState,
      consumeCommand(allowedState, {
        grant: verifiedGrant({ ...grant, ...change }),
        in_force: { ...inForce, ...in_force },
      }),
      noon,
    ),
  );

const dimensions = {
  'the audience of a grant': dimension<string>({
    values: names,
    judge: (value, expected) =>
      judgeGrant(signedGrant({ audience: value }), { audience: expected }),
    code: 'audience_mismatch',
  }),
  'the issuer of a grant': dimension<string>({
    values: names,
    judge: (value, expected) => judgeGrant(signedGrant({ issuer: value }), { issuer: expected }),
    code: 'grant_issuer_mismatch',
  }),
  'the store of a grant': dimension<StoreId>({
    values: storeIds,
    judge: (value, expected) =>
      judgeGrant(signedGrant({ store_id: value }), { store_id: expected }),
    code: 'store_mismatch',
  }),
  'the epoch of a grant': dimension<number>({
    values: [...numbers, 2 ** 31, 2 ** 53 - 1],
    judge: (epoch, expected) => judgeExecution({ epoch }, { epoch: expected }),
    code: 'epoch_changed',
  }),
  'the request of a grant': dimension<number>({
    values: numbers,
    judge: (number, expected) => {
      const held = grantOf(expected);
      const attempt = consumeCommand(held.state, { grant: verifiedGrant(grantOf(number).grant) });
      return judged(() => verifyForExecution(held.state, attempt, noon));
    },
    code: 'grant_binding_mismatch',
  }),
  'the key of a JWS, under one name': dimension<Key>({
    values: pairs,
    judge: (signer, trusted) =>
      judgeGrant(signBundleArtifact(grant, grantType, signer), {
        keys: new Map([[bundleKid, importPublicKey(trusted.publicKey)]]),
      }),
    code: 'jws_signature_mismatch',
  }),
  'the key of a JWS, under its own name': dimension<Key>({
    values: pairs,
    judge: (signer, trusted) =>
      judgeGrant(signBundleArtifact(grant, grantType, signer, kidOf(signer)), {
        keys: new Map([[kidOf(trusted), importPublicKey(trusted.publicKey)]]),
      }),
    code: 'jws_key_unknown',
  }),
  'the key of a checkpoint': dimension<Key>({
    values: pairs,
    judge: (signer, trusted) =>
      judged(() =>
        verifyCheckpoint({
          note: noteBy(signer, logOrigin),
          origin: logOrigin,
          keys: [noteKeyOf(trusted, logOrigin)],
        }),
      ),
    code: 'checkpoint_key_unknown',
  }),
  'the key of a checkpoint, under the id of another': dimension<Key>({
    values: pairs,
    judge: (signer, trusted) => {
      const known = noteKeyOf(trusted, logOrigin);
      const note = noteBy(signer, logOrigin, logOrigin, known.key_id);
      return judged(() => verifyCheckpoint({ note, origin: logOrigin, keys: [known] }));
    },
    code: 'checkpoint_signature_mismatch',
  }),
  'the origin of a checkpoint': dimension<string>({
    values: storeIds.map((id, index) => `${id}/${index + 1}`),
    judge: (origin, expected) =>
      judged(() =>
        verifyCheckpoint({
          note: noteBy(noteSigner, 'log.example', origin),
          origin: expected,
          keys: [noteKeyOf(noteSigner, 'log.example')],
        }),
      ),
    code: 'checkpoint_origin_mismatch',
  }),
  'the site of a decision': dimension<string>({
    values: ['http://localhost', ...[80, 8080, 8081, 443].map(port => `http://localhost:${port}`)],
    judge: (origin, expected) => {
      const signed = signDecision(pendingState, submission, carolsKey, { origin });
      const trusted = { ...noPasskeys, origin: expected, passkeys: [carolsKey.registered] };
      return judgeDecision({ trust: trusted }, signed);
    },
    code: 'assertion_origin_mismatch',
  }),
  'the passkey of a decision': dimension<ReturnType<typeof makePasskey>>({
    values: numbers.map(number => makePasskey(people.carol, number % 2 === 0 ? 'EdDSA' : 'ES256')),
    judge: (signer, registered) =>
      judgeDecision(
        { trust: { ...noPasskeys, passkeys: [registered.registered] } },
        signDecision(pendingState, submission, signer),
      ),
    code: 'assertion_credential_unknown',
  }),
};

function kidOf({ publicKey }: Key): string {
  return `key-${publicKey.x.slice(0, 8)}`;
}

function grantOf(number: number): { state: typeof allowedState; grant: Grant } {
  const approval_request_id = requestIdOf(number);
  const request = { ...pendingState.request, approval_request_id };
  const state = opened(allowed({ request }));
  return { state, grant: state.grant as Grant };
}

function assertDiagonal<Value>({ values, judge, code }: Dimension<Value>): Set<Judgement> {
  const codes = new Set<Judgement>();
  for (const [i, value] of values.entries()) {
    for (const [j, expected] of values.entries()) {
      const judgement = judge(value, expected);
      assert.equal(judgement, i === j ? 'accepted' : code, `value ${i} where ${j} is expected`);
      if (i !== j) codes.add(judgement);
    }
  }
  assert.ok(values.length >= 5, 'five values at least');
  return codes;
}

describe('what an artifact is bound to', () => {
  const seen = new Map<string, Set<Judgement>>();
  for (const [name, each] of Object.entries(dimensions)) {
    test(`[AB-1] another ${name} is refused with ${each.code}`, () => {
      seen.set(name, each.codes());
    });
  }

  test('[AB-1] every dimension has a code of its own', () => {
    const codes = [...seen.values()].flatMap(set => [...set]);
    assert.equal(seen.size, Object.keys(dimensions).length);
    assert.equal(codes.length, seen.size);
    const all = [...codes, ...typeCodes];
    assert.equal(new Set(all).size, all.length);
  });
});

describe('what a passkey signs', () => {
  // One signature covers all of these at once, so that one code stands for all of them.
  const code = 'assertion_challenge_mismatch';
  const bound: Readonly<Record<string, (value: number) => Parameters<typeof judgeDecision>[0]>> = {
    epoch: epoch => ({ epoch }),
    store: number => ({ store_id: idOf('store', number) as StoreId }),
    request: number => ({
      request: { ...pendingState.request, approval_request_id: requestIdOf(number) },
    }),
    'time to execute': number => ({
      request: { ...pendingState.request, execute_within_seconds: 899 + number },
    }),
    stage: number => ({ submission: { ...submission, stage_index: number - 1 } }),
    words: number => ({ submission: { ...submission, reason: 'x'.repeat(number - 1) } }),
    entry: number => ({
      submission: { ...submission, chain_entry_id: idOf('ace', number) as never },
    }),
  };
  for (const [name, change] of Object.entries(bound)) {
    test(`[ID-9] a decision is valid for its ${name} and for no other`, () => {
      for (const number of numbers) {
        assert.equal(judgeDecision(change(number)), number === 1 ? 'accepted' : code);
      }
    });
  }

  test('[ID-9] an allow is not valid as a deny, and a view is not valid as another view', () => {
    const other = { view_digest: submission.input_digest };
    assert.equal(judgeDecision({ submission: { ...submission, decision: 'deny' } }), code);
    assert.equal(judgeDecision({ submission: { ...submission, ...other } }), code);
    assert.equal(judgeDecision({ approver_identity: people.bob }), 'assertion_credential_unknown');
  });

  test('[TM-3] a grant is valid until its end and never after', () => {
    const jws = signBundleArtifact(grant, grantType);
    for (const seconds of [0, 1, 899])
      assert.equal(judgeGrant(jws, { now: later(seconds) }), 'accepted');
    for (const seconds of [900, 901, 10 ** 8]) {
      assert.equal(judgeGrant(jws, { now: later(seconds) }), 'grant_expired');
    }
  });
});

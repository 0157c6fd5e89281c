import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { reasonCodes } from '../reason/reason-codes.ts';
import { grantType } from '../request/grant.ts';
import { requestArtifactType } from '../request/request-artifact.ts';
import { sealEvents } from '../stream/stream-event.ts';
import { bundleKid, makeKey, makeLog, signBundleArtifact } from '../testing/bundle-samples.ts';
import { type StoryName, sampleBundle, storyNames } from '../testing/bundle-stories.ts';
import { mutateValue } from '../testing/value-mutations.ts';
import { bundleText } from './evidence-bundle.ts';
import type { BundleReport, StatementId } from './statement.ts';
import { bundleVerifier } from './verify-bundle.ts';

/** A verifier that demands all that the unaltered bundle shows. */
function demanding(name: StoryName) {
  const { bundle, trust, state } = sampleBundle(name);
  const shown = bundleVerifier(trust)(bundle).statements.filter(each => each.result === 'proven');
  const required = shown.map(({ id }): StatementId => id);
  const verify = bundleVerifier({ ...trust, required });
  assert.equal(verify(bundle).verdict, 'accepted');
  return { bundle, trust, state, verify, text: bundleText(bundle) };
}

const samples = Object.fromEntries(storyNames.map(name => [name, demanding(name)]));
const sampleOf = (name: StoryName): ReturnType<typeof demanding> => samples[name] as never;

function assertRefused({ verdict, code }: BundleReport, what: string): void {
  assert.equal(verdict, 'refused', what);
  assert.ok(code !== null && code !== 'internal_error', `${what}: ${code}`);
  assert.ok(Object.hasOwn(reasonCodes, code), `${what}: ${code}`);
}

describe('every member altered, one at a time', () => {
  for (const name of storyNames) {
    // The whole list is long, so that a fast run takes an equal part of it from everywhere.
    test(`[EV-6] ${name}: no altered member is accepted`, () => {
      const { bundle, verify } = sampleOf(name);
      const mutations = [...mutateValue(bundle)];
      const step = Math.ceil(mutations.length / effort({ fast: 50, full: mutations.length }));
      assert.ok(mutations.length > 500, `found ${mutations.length}`);
      for (let i = seed % step; i < mutations.length; i += step) {
        const { name: what, value } = mutations[i] as (typeof mutations)[number];
        assertRefused(verify(value), what);
      }
    });
  }
});

describe('the text', () => {
  const letters = '"\\{}[]:,.- \t\n\0eE+09azAZ';
  const change = fc.record({
    name: fc.constantFrom(...storyNames),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    how: fc.oneof(
      fc.integer({ min: 0, max: 6 }).map(bit => ({ bit })),
      fc.constantFrom(...letters).map(put => ({ put })),
      fc.constantFrom(...letters).map(insert => ({ insert })),
      fc.integer({ min: 1, max: 200 }).map(drop => ({ drop })),
      fc.constant({ truncate: true }),
      fc.integer({ min: 2, max: 100 }).map(repeat => ({ repeat })),
    ),
  });
  type How = typeof change extends fc.Arbitrary<infer T> ? T : never;

  function alter(text: string, { at, how }: How): string {
    const index = Math.floor(at * text.length);
    const [head, tail] = [text.slice(0, index), text.slice(index)];
    if ('bit' in how) {
      return head + String.fromCharCode(tail.charCodeAt(0) ^ (1 << how.bit)) + tail.slice(1);
    }
    if ('put' in how) return head + how.put + tail.slice(1);
    if ('insert' in how) return head + how.insert + tail;
    if ('drop' in how) return head + tail.slice(how.drop);
    if ('repeat' in how) return head + tail.slice(0, how.repeat) + tail;
    return head;
  }

  test('[EV-6] a flipped, cut, repeated or respelled text is never accepted and never throws', () => {
    fc.assert(
      fc.property(change, mutation => {
        const { text, verify } = sampleOf(mutation.name);
        const altered = alter(text, mutation);
        if (altered !== text) assertRefused(verify(altered), JSON.stringify(mutation));
      }),
      { seed, numRuns: effort({ fast: 800, full: 100_000 }) },
    );
  });

  test('a flip inside a stored or signed text is caught by its digest or signature', () => {
    const { bundle, verify } = sampleOf('passkey');
    const places = [
      ...bundle.stream.events.map(({ text }) => text),
      ...bundle.store_events.map(({ text }) => text),
      bundle.action,
      bundle.grant,
      bundle.request_artifact,
      bundle.log?.checkpoint,
    ].filter(text => typeof text === 'string');
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.nat(),
        fc.integer({ min: 0, max: 6 }),
        (place, at, bit) => {
          const index = at % place.length;
          const flipped =
            place.slice(0, index) +
            String.fromCharCode(place.charCodeAt(index) ^ (1 << bit)) +
            place.slice(index + 1);
          const replaced = JSON.parse(JSON.stringify(bundle), (_key, value) =>
            value === place ? flipped : value,
          );
          assertRefused(verify(replaced), `${index} of ${place.slice(0, 40)}`);
        },
      ),
      { seed, numRuns: effort({ fast: 100, full: 10_000 }) },
    );
  });

  test('another spelling of the same bundle is refused', () => {
    const { bundle, text, verify } = sampleOf('executed');
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(bundle).reverse()));
    for (const other of [
      reordered,
      JSON.stringify(bundle, null, 1),
      `${text}\n`,
      `\ufeff${text}`,
    ]) {
      assert.equal(verify(other).code, 'bundle_malformed');
    }
  });

  test('a text that is not a bundle is refused', () => {
    const { verify } = sampleOf('executed');
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const values = [undefined, null, 1, '', '{}', [], () => 1, hostile, cycle, '['.repeat(100_000)];
    for (const value of values) assert.equal(verify(value).code, 'bundle_malformed');
  });
});

describe('swapped parts', () => {
  test('no artifact replaces another', () => {
    const { bundle, verify } = sampleOf('executed');
    const { grant, request_artifact } = bundle;
    assert.equal(verify({ ...bundle, grant: request_artifact }).code, 'jws_header_mismatch');
    assert.equal(verify({ ...bundle, request_artifact: grant }).code, 'jws_header_mismatch');
  });

  test('a payload signed as the other type is malformed', () => {
    const { bundle, verify, state } = sampleOf('executed');
    assert.ok(state.grant);
    const asArtifact = signBundleArtifact(state.grant, requestArtifactType);
    const asGrant = signBundleArtifact(state.request, grantType);
    assert.equal(
      verify({ ...bundle, request_artifact: asArtifact }).code,
      'request_artifact_malformed',
    );
    assert.equal(verify({ ...bundle, grant: asGrant }).code, 'grant_malformed');
  });

  test('among all grants only the right one is accepted', () => {
    const { bundle, verify, state } = sampleOf('executed');
    const { grant } = state;
    assert.ok(grant);
    const other = makeKey();
    const forged: Record<string, [string, string]> = {
      audience: [signBundleArtifact({ ...grant, audience: 'x' }, grantType), 'audience_mismatch'],
      epoch: [signBundleArtifact({ ...grant, epoch: 2 }, grantType), 'epoch_changed'],
      issuer: [signBundleArtifact({ ...grant, issuer: 'x' }, grantType), 'grant_issuer_mismatch'],
      store: [
        signBundleArtifact({ ...grant, store_id: grant.store_id.replace('1', '2') }, grantType),
        'store_mismatch',
      ],
      key: [signBundleArtifact(grant, grantType, other), 'jws_signature_mismatch'],
      kid: [signBundleArtifact(grant, grantType, other, 'key-2'), 'jws_key_unknown'],
      digest: [
        signBundleArtifact({ ...grant, action_digest: grant.final_entry_digest }, grantType),
        'grant_binding_mismatch',
      ],
    };
    for (const [what, [jws, code]] of Object.entries(forged)) {
      assert.equal(verify({ ...bundle, grant: jws }).code, code, what);
    }
    assert.equal(verify({ ...bundle, grant: signBundleArtifact(grant, grantType) }).code, null);
    assert.equal(bundleKid, bundle.signing_keys[0]?.kid);
  });

  test('among all request artifacts only the right one is accepted', () => {
    const { bundle, trust } = sampleOf('executed');
    const { issuer: _issuer, ...anyIssuer } = trust;
    const verify = bundleVerifier(anyIssuer);
    const payload = Buffer.from(bundle.request_artifact?.split('.')[1] ?? '', 'base64url');
    const artifact = JSON.parse(payload.toString()) as Record<string, unknown>;
    const codeWith = (change: object) =>
      verify({
        ...bundle,
        request_artifact: signBundleArtifact({ ...artifact, ...change }, requestArtifactType),
      }).code;
    assert.equal(codeWith({}), null);
    assert.equal(codeWith({ epoch: 2 }), 'epoch_changed');
    assert.equal(codeWith({ store_id: bundle.store_id.replace('1', '2') }), 'store_mismatch');
    assert.equal(codeWith({ issuer: 'another' }), 'grant_issuer_mismatch');
    assert.equal(codeWith({ issued_at: '2026-11-15T11:59:59.999Z' }), 'bundle_inconsistent');
    assert.equal(codeWith({ issued_at: '2026-11-15T12:15:00.000Z' }), 'bundle_inconsistent');
    assert.equal(codeWith({ issued_at: '2026-11-15T10:00:00.000Z' }), 'key_not_valid_then');
    assert.equal(
      codeWith({ input_digest: `sha256:${'0'.repeat(64)}` }),
      'request_artifact_malformed',
    );
  });

  test('parts of one bundle do not fit another', () => {
    const members = Object.keys(sampleOf('executed').bundle);
    const names = ['executed', 'denied', 'expired', 'passkey', 'erased'] as const;
    for (const name of names) {
      for (const other of names) {
        const { bundle, verify } = sampleOf(name);
        for (const member of members) {
          const part = Reflect.get(sampleOf(other).bundle, member);
          const own = Reflect.get(bundle, member);
          // What was erased and comes back is still what was bound.
          if (own === null || JSON.stringify(part) === JSON.stringify(own)) continue;
          assertRefused(verify({ ...bundle, [member]: part }), `${member} of ${other} in ${name}`);
        }
      }
    }
  });

  test('[EV-6] a tail that was cut together with its proofs is detected when the end is known', () => {
    const { bundle, trust, verify } = sampleOf('executed');
    assert.ok(bundle.log);
    const cut = {
      ...bundle,
      stream: { ...bundle.stream, events: bundle.stream.events.slice(0, -1) },
      log: { ...bundle.log, stream: bundle.log.stream.slice(0, -1) },
    };
    assert.equal(verify(cut).code, 'stream_broken');
    const { head: _head, ...blind } = trust;
    const report = bundleVerifier(blind)(cut);
    assert.equal(report.verdict, 'accepted');
    assert.equal(report.statements.find(({ id }) => id === 'stream_end')?.result, 'not_shown');
  });

  test('a checkpoint of another key and a forked log are refused', () => {
    const { bundle, verify, trust } = sampleOf('denied');
    assert.ok(bundle.log);
    const events = sealEvents('hold/9', null, [
      { type: 'hold.placed', at: '2026-11-15T12:00:00.000Z' as never, data: {} },
    ]);
    const other = makeLog(events);
    const foreign = {
      ...bundle,
      log: { ...bundle.log, checkpoint: other.checkpoint(1, makeKey()) },
    };
    assert.equal(verify(foreign).code, 'checkpoint_key_unknown');
    const forked = { checkpoint: other.checkpoint(1), consistency_proof: [] };
    const against = bundleVerifier({ ...trust, outside: forked });
    assert.equal(against(bundle).code, 'log_consistency_unproven');
  });
});

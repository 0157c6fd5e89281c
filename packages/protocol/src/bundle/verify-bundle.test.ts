import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundleOf, bundleSigner } from '../testing/bundle-samples.ts';
import { sampleBundle, stories, storyNames } from '../testing/bundle-stories.ts';
import { bundleText, type EvidenceBundle } from './evidence-bundle.ts';
import { type Statement, type StatementId, statementIds } from './statement.ts';
import { verifyBundle } from './verify-bundle.ts';

type Sample = ReturnType<typeof sampleBundle>;

function statementOf(sample: Sample, id: StatementId): Statement {
  const found = verifyBundle(bundleText(sample.bundle), sample.trust).statements.find(
    each => each.id === id,
  );
  assert.ok(found);
  return found;
}

function unshown(name: keyof typeof stories): string[] {
  const { bundle, trust } = sampleBundle(name);
  const report = verifyBundle(bundleText(bundle), trust);
  assert.equal(report.verdict, 'accepted', JSON.stringify(report, null, 1));
  assert.equal(report.code, null);
  return report.statements.filter(({ result }) => result !== 'proven').map(({ id }) => id);
}

const withTrust = (sample: Sample, change: object): Sample => ({
  ...sample,
  trust: { ...sample.trust, ...change },
});

const withBundle = (sample: Sample, change: Partial<EvidenceBundle>): Sample => ({
  ...sample,
  bundle: { ...sample.bundle, ...change },
});

const without = (sample: Sample, member: keyof Sample['trust']): Sample => {
  const { [member]: _gone, ...trust } = sample.trust;
  return { ...sample, trust: trust as Sample['trust'] };
};

describe('good bundles', () => {
  test('[EV-6] an executed request is rebuilt from its events alone', () => {
    assert.deepEqual(unshown('executed'), ['people']);
  });

  test('a denied request verifies', () => assert.deepEqual(unshown('denied'), ['people']));

  test('an expired request without a decision verifies', () => {
    assert.deepEqual(unshown('expired'), ['shown']);
  });

  test('[ID-9] two stages with a passkey, and people from events, are proven completely', () => {
    assert.deepEqual(unshown('passkey'), []);
  });

  test('an erased action leaves every other proof valid', () => {
    assert.deepEqual(unshown('erased'), ['action', 'shown', 'people', 'request_artifact']);
  });

  test('open requests verify', () => {
    assert.deepEqual(unshown('pending'), ['people']);
    assert.deepEqual(unshown('allowed'), ['people']);
  });

  test('requests with every other end verify', () => {
    for (const name of ['cancelled', 'revoked', 'lapsed', 'reconciled'] as const) {
      assert.deepEqual(unshown(name), ['people'], name);
    }
  });

  test('text, bytes and value give the same report', () => {
    const { bundle, trust } = sampleBundle('executed');
    const report = verifyBundle(bundleText(bundle), trust);
    assert.deepEqual(verifyBundle(new TextEncoder().encode(bundleText(bundle)), trust), report);
    assert.deepEqual(verifyBundle(bundle, trust), report);
  });

  test('a report contains every statement in its place', () => {
    for (const name of storyNames) {
      const { bundle, trust } = sampleBundle(name);
      const { statements } = verifyBundle(bundle, trust);
      assert.deepEqual(
        statements.map(({ id }) => id),
        statementIds,
      );
    }
  });

  test('an execution that differs from the approval is shown', () => {
    const story = stories.executed;
    const steps = [...story.steps.slice(0, -1), reportedOther];
    const statement = statementOf(bundleOf({ ...story, steps }), 'execution');
    assert.equal(statement.result, 'proven');
    assert.match(statement.detail, /DIVERGENCE/);
  });
});

const reportedOther: (typeof stories.executed.steps)[number] = state => {
  const [command, now] = stories.executed.steps[5](state);
  assert.equal(command.type, 'report');
  return [{ ...command, final_action_digest: `sha256:${'0'.repeat(64)}` } as typeof command, now];
};

describe('missing proofs are reported', () => {
  const lacking: Record<string, [StatementId, (sample: Sample) => Sample, RegExp]> = {
    'no log': [
      'log',
      sample => withTrust(withBundle(sample, { log: null }), { required: [] }),
      /Anyone who can write to the database/,
    ],
    'no outside checkpoint': [
      'outside_checkpoint',
      sample => without(sample, 'outside'),
      /insider with the database and the key/,
    ],
    'no end of the stream': ['stream_end', sample => without(sample, 'head'), /left out/],
    'no grant': ['grant', sample => withBundle(sample, { grant: null }), /not in the bundle/],
    'no policy documents': [
      'policy',
      ({ bundle, ...rest }) => ({
        ...rest,
        bundle: { ...bundle, policy: { ...bundle.policy, documents: null } },
      }),
      /left out/,
    ],
    'no known policy digests': [
      'policy',
      sample => without(sample, 'policy_documents'),
      /policy engine/,
    ],
    'people as configured': ['people', sample => sample, /as the store was configured/],
  };
  for (const [what, [id, change, words]] of Object.entries(lacking)) {
    test(what, () => {
      const sample = change(sampleBundle('executed'));
      const statement = statementOf(sample, id);
      assert.equal(statement.result, 'not_shown');
      assert.match(statement.detail, words);
      const demanding = withTrust(sample, { required: [id] });
      assert.equal(verifyBundle(demanding.bundle, demanding.trust).code, 'bundle_incomplete');
    });
  }

  test('people whose events are in the log of an earlier epoch are reported as not proven', () => {
    const sample = sampleBundle('passkey');
    const { log } = sample.bundle;
    assert.ok(log !== null);
    const store = log.store.with(0, null);
    const early = withBundle(sample, { log: { ...log, store } });
    assert.equal(statementOf(early, 'log').result, 'proven');
    for (const id of ['people', 'passkey_owners'] as const) {
      const statement = statementOf(early, id);
      assert.equal(statement.result, 'not_shown');
      assert.match(statement.detail, /earlier epoch/);
      const demanding = withTrust(early, { required: [id] });
      assert.equal(verifyBundle(demanding.bundle, demanding.trust).code, 'bundle_incomplete');
    }
    assert.equal(statementOf(early, 'outside_checkpoint').result, 'not_shown');
    const shorter = withBundle(sample, { log: { ...log, store: log.store.slice(1) } });
    assert.equal(verifyBundle(shorter.bundle, shorter.trust).code, 'bundle_inconsistent');
    const [first, ...rest] = log.stream;
    const open = { ...log, stream: [null, ...rest] };
    assert.ok(first);
    const odd = { ...sample.bundle, log: open };
    assert.equal(verifyBundle(odd, sample.trust).code, 'bundle_malformed');
  });

  test('a bundle without a log is refused unless the verifier waives the log', () => {
    const { bundle, trust } = withBundle(sampleBundle('executed'), { log: null });
    assert.equal(verifyBundle(bundle, trust).code, 'bundle_incomplete');
    assert.equal(verifyBundle(bundle, { ...trust, required: [] }).verdict, 'accepted');
  });

  test('no signature names the store when both artifacts are missing', () => {
    const erased = withBundle(sampleBundle('erased'), { grant: null });
    const unknown = without(without(erased, 'store_id'), 'epoch');
    assert.equal(statementOf(unknown, 'store').result, 'not_shown');
  });
});

test('a person who had left held no role any more', () => {
  const story = stories.passkey;
  const left = story.store.map(fact =>
    fact.type === 'person.added' ? { ...fact, data: { ...fact.data, active: false } } : fact,
  );
  assert.equal(statementOf(bundleOf({ ...story, store: left }), 'people').result, 'failed');
  const stayed = left.map(fact => ({ ...fact, data: { ...fact.data, active: true } }));
  assert.equal(statementOf(bundleOf({ ...story, store: stayed }), 'people').result, 'proven');
});

describe('trust', () => {
  test('unreadable trust settings refuse everything', () => {
    const { bundle, trust } = sampleBundle('executed');
    const weak = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) };
    const [key] = trust.signing_keys;
    for (const bad of [null, {}, { ...trust, signing_keys: [{ ...key, public_key: weak }] }]) {
      const report = verifyBundle(bundle, bad as never);
      assert.equal(report.verdict, 'refused');
      assert.equal(report.code, 'options_malformed');
    }
  });

  const others: Record<string, [object, string]> = {
    'another store': [
      { store_id: `store_${'1'.repeat(12)}40008000${'0'.repeat(12)}` },
      'store_mismatch',
    ],
    'another epoch': [{ epoch: 2 }, 'epoch_changed'],
    'another issuer': [{ issuer: 'somebody' }, 'grant_issuer_mismatch'],
    'another audience': [{ audience: 'another-executor' }, 'audience_mismatch'],
    'another log': [{ origin: 'log.example/store-1/2' }, 'checkpoint_origin_mismatch'],
    'another site': [
      { passkeys: { origin: 'http://localhost:9090', rp_id: 'localhost' } },
      'assertion_origin_mismatch',
    ],
    'another relying party': [
      { passkeys: { origin: 'http://localhost:8080', rp_id: 'host' } },
      'assertion_rp_mismatch',
    ],
    'no signing keys': [{ signing_keys: [] }, 'jws_key_unknown'],
    'no checkpoint keys': [{ note_keys: [] }, 'checkpoint_key_unknown'],
    'another end': [
      { head: { version: 10, event_digest: `sha256:${'0'.repeat(64)}` } },
      'stream_broken',
    ],
  };
  for (const [what, [change, code]] of Object.entries(others)) {
    test(`trust settings with ${what} refuse with ${code}`, () => {
      const { bundle, trust } = withTrust(sampleBundle('passkey'), change);
      const report = verifyBundle(bundle, trust);
      assert.equal(report.verdict, 'refused');
      assert.equal(report.code, code);
    });
  }

  test('the bundle must name the key of a checkpoint, not only its name', () => {
    const { bundle, trust } = sampleBundle('executed');
    const [key] = trust.note_keys;
    assert.ok(key);
    const note_keys = [{ ...key, public_key: bundleSigner.publicKey }];
    const both = { ...trust, note_keys: [...trust.note_keys, ...note_keys] };
    assert.equal(verifyBundle(bundle, both).verdict, 'accepted');
    assert.equal(verifyBundle({ ...bundle, note_keys }, both).code, 'checkpoint_key_unknown');
  });

  test('a key counts inside its period, and not after it was revoked', () => {
    const { bundle, trust } = sampleBundle('executed');
    const [key] = trust.signing_keys;
    assert.ok(key);
    const codeWith = (change: object) =>
      verifyBundle(bundle, { ...trust, signing_keys: [{ ...key, ...change }] }).code;
    assert.equal(codeWith({ revoked_at: '2026-11-15T12:00:00.000Z' }), 'key_not_valid_then');
    assert.equal(codeWith({ not_after: '2026-11-15T12:01:00.000Z' }), 'key_not_valid_then');
    assert.equal(codeWith({ revoked_at: '2026-11-15T13:00:00.000Z' }), null);
    assert.equal(codeWith({ not_after: '2026-11-15T13:00:00.000Z' }), null);
    assert.equal(codeWith({ not_before: '2026-11-15T12:00:00.001Z' }), 'jws_key_unknown');
  });
});

// The sentence to disprove: "I can hand over a bundle that I made myself, with my own keys or with a stolen key that was
// revoked later, and `verify` calls it verified."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type BundleTrust, bundleText, verifyBundle } from '@countersign/protocol/bundle';
import {
  decide,
  propose,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { exportBundle } from '../second-verifier/export-bundle.ts';
import { stories } from '../second-verifier/story.ts';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';

/** The thief holds both private keys and dates everything before the revocation. */
const { bundle, trust, log } = exportBundle(stories.executed);
const revoked_at = '2026-11-20T12:00:00.000Z' as never;

function judge(change: Partial<BundleTrust>, changed = bundle) {
  const { verdict, code, statements } = verifyBundle(bundleText(changed), { ...trust, ...change });
  const failing = statements.filter(({ result }) => result === 'failed').map(({ id }) => id);
  return { verdict, code, failing };
}

const stolenSigning = trust.signing_keys.map(key => ({ ...key, revoked_at }));
const stolenNotes = trust.note_keys.map(key => ({ ...key, revoked_at }));

describe('[EV-11] a bundle that vouches for itself', () => {
  test('a bundle is never accepted under its own keys', () => {
    assert.equal(judge({}).verdict, 'accepted');
    assert.deepEqual(judge({ keys_from: 'bundle' }), {
      verdict: 'consistent',
      code: null,
      failing: [],
    });
  });

  test('the own keys of a bundle do not hide a failure', () => {
    const altered = { ...bundle, advice: [], store_events: [] };
    assert.equal(judge({ keys_from: 'bundle' }, altered).verdict, 'refused');
  });
});

describe('[EV-12] a bundle made with a stolen key that was revoked later', () => {
  const cases: Readonly<
    Record<string, { trust: Partial<BundleTrust>; failing: readonly string[]; unlogged?: boolean }>
  > = {
    'both keys are revoked': {
      trust: { signing_keys: stolenSigning, note_keys: stolenNotes },
      failing: ['request_artifact', 'grant', 'log'],
    },
    'the checkpoint key is revoked': { trust: { note_keys: stolenNotes }, failing: ['log'] },
    'the signing key is revoked and the log is left out': {
      trust: { signing_keys: stolenSigning, required: [] },
      failing: ['request_artifact', 'grant'],
      unlogged: true,
    },
    'the same public key is revoked under another name': {
      trust: {
        signing_keys: [
          ...trust.signing_keys,
          ...trust.note_keys.map(({ public_key }) => ({
            kid: 'log-key',
            public_key,
            not_before: '2026-11-01T00:00:00.000Z' as never,
            not_after: null,
            revoked_at,
          })),
        ],
      },
      failing: ['log'],
    },
    'a checkpoint from outside covers all but the last event': {
      trust: { note_keys: stolenNotes, outside: log.outside(log.size - 1) },
      failing: ['log'],
    },
    'a checkpoint from outside covers nothing': {
      trust: { note_keys: stolenNotes, outside: log.outside(1) },
      failing: ['log'],
    },
    'the checkpoint key had ended before the events': {
      trust: {
        note_keys: trust.note_keys.map(key => ({
          ...key,
          not_after: '2026-11-02T00:00:00.000Z' as never,
        })),
      },
      failing: ['log'],
    },
  };
  for (const [name, each] of Object.entries(cases)) {
    test(`is refused where ${name}`, () => {
      const changed = each.unlogged === true ? { ...bundle, log: null, note_keys: [] } : bundle;
      const judged = judge(each.trust, changed);
      assert.equal(judged.verdict, 'refused');
      assert.equal(judged.code, 'key_not_valid_then');
      assert.deepEqual(judged.failing, each.failing);
    });
  }

  test('honest evidence of a revoked key stands under a live key or a checkpoint from outside', () => {
    assert.equal(judge({ signing_keys: stolenSigning }).verdict, 'accepted');
    const witnessed = { note_keys: stolenNotes, outside: log.outside(log.size) };
    assert.equal(judge({ ...witnessed, signing_keys: stolenSigning }).verdict, 'accepted');
  });
});

describe('the command verify', () => {
  let server: StartedServer;
  let terminal: SignedInTerminal;

  before(async () => {
    server = await startedServer();
    const person = await server.person(['reviewer', 'operator']);
    terminal = await SignedInTerminal.at(server, person);
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const { approval_request_id } = await propose(server, agent, sampleAction());
    await decide(server, person.headers, approval_request_id, 'deny');
    const exported = await terminal.run(['bundle', approval_request_id, '-o', 'bundle.json']);
    assert.equal(exported.code, 0, exported.errors);
  });
  after(async () => {
    await server.remove();
    terminal.remove();
  });

  async function verify(...more: string[]) {
    const { code, output } = await terminal.run(['verify', 'bundle.json', '--json', ...more]);
    return { code, output };
  }

  test('[EV-11] the command gives the bundle of a stranger its own verdict and exit code', async () => {
    const { code, output } = await verify();
    assert.equal(code, 9);
    assert.match(output, /"verdict": "consistent_not_trusted"/);
    assert.doesNotMatch(output, /"verified"/);
  });

  test('[EV-12] the command refuses a bundle whose keys are listed as revoked, and says which claim fails', async () => {
    const { body } = await server.call('GET', '/v1/keys');
    const listed = body as { keys: readonly object[] };
    terminal.write('keys.json', JSON.stringify(listed));
    assert.equal((await verify('--keys', 'keys.json')).code, 0);
    const keys = listed.keys.map(key => ({ ...key, revoked_at: '2099-01-01T00:00:00.000Z' }));
    terminal.write('revoked.json', JSON.stringify({ ...listed, keys }));
    const { code, output } = await verify('--keys', 'revoked.json');
    assert.equal(code, 1);
    const { claims } = JSON.parse(output) as { claims: { id: string; code: string | null }[] };
    assert.equal(claims.find(({ id }) => id === 'log')?.code, 'key_not_valid_then');
  });
});

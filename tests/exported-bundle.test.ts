// Goal: the store can show every outcome of a request to a verifier who does not trust the store. Method: the real
// coordinator on a real SQLite file plays each story; the exported bundle is verified by `verifyBundle` and by the
// second verifier, unchanged and with every member of it altered.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  exportBundle,
  issueArtifact,
  proveConsistency,
  readHistory,
  requestStream,
} from '@countersign/coordinator';
import {
  type BundleReport,
  type BundleTrust,
  bundleText,
  bundleVerifier,
  type EvidenceBundle,
  type StatementId,
  verifyBundle,
} from '@countersign/protocol/bundle';
import { proving } from '@countersign/testing';
import { mutationsOf, resealed } from './exported-bundle/mutations.ts';
import {
  actionOf,
  ask,
  enroll,
  execute,
  report,
  type StoryName,
  stories,
} from './exported-bundle/stories.ts';
import { must, World } from './exported-bundle/world.ts';
import { canonicalText, type Json } from './second-verifier/canonical-text.ts';
import { type Trust, verifyEvidence } from './second-verifier/verify-evidence.ts';

interface Exported {
  readonly bundle: EvidenceBundle;
  readonly trust: BundleTrust;
  readonly report: BundleReport;
}

async function exported(world: World, id: string): Promise<Exported> {
  await world.sequence();
  const bundle = await world.export(id);
  const trust = await world.trust(id);
  return { bundle, trust, report: verifyBundle(bundleText(bundle), trust) };
}

const withResult = ({ statements }: BundleReport, result: string): StatementId[] =>
  statements.filter(each => each.result === result).map(({ id }) => id);

/** Both verifiers refuse, each in its own words. Neither of them throws. */
function refusedByBoth(
  text: string,
  trust: BundleTrust,
  what: string,
  verify = bundleVerifier(trust),
) {
  const { verdict, code } = verify(text);
  const fault = verifyEvidence(text, trust as Trust);
  assert.equal(verdict, 'refused', `verifyBundle accepts: ${what}`);
  assert.ok(code !== null && code !== 'internal_error', `${what}: ${code}`);
  assert.notEqual(fault, null, `the second verifier accepts: ${what}`);
  return code;
}

/** What else is not shown, beside statements that need outside data. */
const unshown: Readonly<Record<StoryName, readonly StatementId[]>> = {
  pending: ['shown'],
  allowed: ['people', 'grant'],
  reported: ['people'],
  unknown: ['people'],
  denied: ['people'],
  expired: ['shown'],
  'expired unused': ['people'],
  cancelled: ['shown'],
  revoked: ['people', 'grant'],
  'two stages, with a passkey and advice': [],
};

for (const [name, story] of Object.entries(stories)) {
  describe(`the bundle of a request: ${name}`, () => {
    let world: World;
    let sample: Exported;

    before(async () => {
      world = await World.open();
      sample = await exported(world, await story(world));
    });
    after(() => world.close());

    test('both verifiers accept the bundle, and it shows all proofs', () => {
      const { bundle, trust, report } = sample;
      assert.deepEqual(withResult(report, 'failed'), []);
      assert.deepEqual(
        withResult(report, 'not_shown').sort(),
        [...(unshown[name as never] as StatementId[]), 'outside_checkpoint'].sort(),
      );
      assert.equal(verifyEvidence(bundleText(bundle), trust as Trust), null);
    });

    test('the bundle is the same after a restart of the process', async () => {
      const { bundle } = sample;
      await world.restart();
      assert.equal(bundleText(await world.export(bundle.approval_request_id)), bundleText(bundle));
    });

    test('both verifiers refuse the bundle with any member altered', t => {
      const { bundle, report } = sample;
      // The altered bundle must still show everything that it showed. Otherwise a removed part would not count as an
      // alteration.
      const trust = { ...sample.trust, required: withResult(report, 'proven') };
      const verify = bundleVerifier(trust);
      assert.equal(verify(bundleText(bundle)).verdict, 'accepted');
      let count = 0;
      for (const { what, value } of mutationsOf(bundle as unknown as Json, { all: proving })) {
        refusedByBoth(canonicalText(value), trust, what, verify);
        count += 1;
      }
      t.diagnostic(`${count} altered bundles`);
    });

    test('both verifiers refuse the bundle when its text is cut, respelled or dated into the future', () => {
      const { bundle, trust } = sample;
      const text = bundleText(bundle);
      const texts: Record<string, string> = {
        'cut in half': text.slice(0, text.length / 2),
        'without its end': text.slice(0, -1),
        nothing: '',
        'with a byte order mark': `\ufeff${text}`,
        'with a space': `${text} `,
        indented: JSON.stringify(JSON.parse(text), null, 2),
        'with its members in another order': JSON.stringify(
          Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()),
        ),
        escaped: text.replace('zoë', 'zo\\u00eb').replace('"type"', '"\\u0074ype"'),
        'in base64': Buffer.from(text).toString('base64'),
        'ten years later': text.replaceAll('2026-11-15T', '2036-11-15T'),
      };
      for (const [what, altered] of Object.entries(texts)) refusedByBoth(altered, trust, what);
      const latin1 = Buffer.from(text, 'latin1');
      if (!latin1.equals(Buffer.from(text))) {
        assert.equal(verifyBundle(new Uint8Array(latin1), trust).verdict, 'refused');
      }
    });

    test('both verifiers refuse the bundle when its events are sealed again with another time', () => {
      const { bundle, trust } = sample;
      const later = resealed(bundle, events =>
        events.map(event => ({ ...event, at: event.at.replace('2026', '2036') as never })),
      );
      refusedByBoth(bundleText(later), { ...trust, head: undefined } as never, 'future');
    });
  });
}

describe('the contents of a bundle', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.open();
  });
  afterEach(() => world.close());

  test('a bundle shows the exact artifact that was issued while the request was open', async () => {
    const { request } = await ask(world);
    const id = request.approval_request_id;
    const issued = must(await issueArtifact(world.context, id));
    assert.equal(must(await issueArtifact(world.context, id)), issued);
    await world.restart();
    assert.equal(must(await issueArtifact(world.context, id)), issued);
    world.pass(1000);
    const over = await issueArtifact(world.context, id);
    assert.equal(over.ok ? 'issued' : over.refusal.code, 'request_expired');
    assert.equal((await exported(world, id)).bundle.request_artifact, issued);
  });

  test('a bundle shows artifacts of an earlier key after another key has taken over', async () => {
    const used = await stories.reported(world);
    const unused = await stories.allowed(world);
    const issued = (await world.export(used)).request_artifact;
    const earlier = world.signer.records().length;
    await world.signer.rotate({ publishSeconds: 60, overlapSeconds: 3600 });
    world.pass(7200);
    assert.equal(world.signer.records().length, earlier + 1);
    await world.restart();

    const shown = await exported(world, used);
    assert.equal(shown.bundle.request_artifact, issued);
    assert.deepEqual(withResult(shown.report, 'not_shown'), ['people', 'outside_checkpoint']);
    assert.equal(shown.bundle.signing_keys.length, 1);
    assert.notEqual(shown.bundle.signing_keys[0]?.not_after, null);
    assert.notDeepEqual(
      shown.bundle.note_keys[0]?.public_key,
      shown.bundle.signing_keys[0]?.public_key,
    );
    assert.equal(verifyEvidence(bundleText(shown.bundle), shown.trust as Trust), null);
    // This grant was not used, so its signature was not kept. No later key can replace the signature.
    const lost = await exported(world, unused);
    assert.equal(lost.bundle.grant, null);
    assert.ok(withResult(lost.report, 'not_shown').includes('grant'));
    assert.equal(lost.report.verdict, 'accepted');
  });

  test('a bundle shows no permission that can still be used', async () => {
    const id = await stories.allowed(world);
    assert.equal((await world.export(id)).grant, null);
    world.pass(900);
    const { bundle, report } = await exported(world, id);
    assert.notEqual(bundle.grant, null);
    assert.equal(report.verdict, 'accepted');
  });

  test('a bundle shows everything that does not need the action after its bytes are erased', async () => {
    const id = await stories.reported(world);
    const whole = await exported(world, id);
    world.pass(86_400 * 2);
    while ((await world.context.store.eraseActions(100)) > 0);
    const { bundle, trust, report } = await exported(world, id);
    assert.equal(bundle.action, null);
    assert.equal(report.verdict, 'accepted');
    assert.equal(verifyEvidence(bundleText(bundle), trust as Trust), null);
    const before = new Set(withResult(whole.report, 'not_shown'));
    const since = withResult(report, 'not_shown').filter(each => !before.has(each));
    assert.deepEqual(since, ['action', 'shown', 'request_artifact']);
  });

  test('a bundle with an outside checkpoint shows that nothing came later', async () => {
    const id = await stories.denied(world);
    const { bundle } = await exported(world, id);
    const size = Number(bundle.log?.checkpoint.split('\n')[1]);
    await ask(world, actionOf('transfer'));
    const later = await exported(world, id);
    const { epoch } = bundle;
    const { proof } = must(await proveConsistency(world.context.store, { epoch, size }));
    const checkpoint = bundle.log?.checkpoint ?? '';
    const outside = { checkpoint, consistency_proof: [...proof] };
    const { statements } = verifyBundle(bundleText(later.bundle), { ...later.trust, outside });
    assert.equal(statements.find(each => each.id === 'outside_checkpoint')?.result, 'proven');
  });

  test('a bundle says that it is not in the log yet, or is refused where the log is required', async () => {
    const id = await stories.denied(world);
    const bundle = await world.export(id);
    assert.equal(bundle.log, null);
    const trust = await world.trust(id);
    assert.equal(verifyBundle(bundleText(bundle), trust).code, 'bundle_incomplete');
    assert.notEqual(verifyEvidence(bundleText(bundle), trust as Trust), null);
    assert.equal(verifyBundle(bundleText(bundle), { ...trust, required: [] }).verdict, 'accepted');
    const demanded = await exportBundle(world.context, id, { ...world.sources, logRequired: true });
    assert.equal(demanded.ok ? 'exported' : demanded.refusal.code, 'log_position_unknown');
  });

  test('[EV-9] a bundle shows an execution without a consumed permission', async () => {
    const id = await stories.reported(world);
    const reported = must(await readHistory(world.context, id)).slice(-1);
    const other = await stories.denied(world);
    await world.append(requestStream(other), reported);
    const { bundle, trust, report } = await exported(world, other);
    const results = new Map(report.statements.map(each => [each.id, each]));
    const consumption = results.get('consumption');
    assert.equal(consumption?.result === 'failed' && consumption.code, 'execution_unconsumed');
    assert.equal(results.get('log')?.result, 'proven', 'the log has it, and it is reported');
    assert.equal(report.verdict, 'refused');
    assert.notEqual(verifyEvidence(bundleText(bundle), trust as Trust), null);
  });

  test('people of an earlier epoch are not proven, because their events are in the log of that epoch', async () => {
    await enroll(world);
    await world.sequence();
    await world.startEpoch(2);
    const id = await stories['two stages, with a passkey and advice'](world);
    const { bundle, trust, report } = await exported(world, id);
    assert.equal(bundle.epoch, 2);
    assert.deepEqual(bundle.log?.store, [null, null, null]);
    assert.equal(report.verdict, 'accepted');
    assert.equal(verifyEvidence(bundleText(bundle), trust as Trust), null);
    const missing = ['people', 'passkey_owners', 'outside_checkpoint'];
    assert.deepEqual(withResult(report, 'not_shown'), missing);
    const demanding: BundleTrust = { ...trust, required: ['people'] };
    assert.equal(refusedByBoth(bundleText(bundle), demanding, 'people'), 'bundle_incomplete');
  });

  test('a bundle shows no log when its events are in the logs of two epochs', async () => {
    const id = await stories.allowed(world);
    await execute(world, id);
    await world.sequence();
    assert.notEqual((await world.export(id)).log, null);
    await world.startEpoch(2);
    await report(world, id, 'succeeded');
    const { bundle, trust } = await exported(world, id);
    assert.deepEqual([bundle.epoch, bundle.log], [1, null]);
    const lenient: BundleTrust = { ...trust, epoch: 1, required: [] };
    assert.equal(verifyBundle(bundle, lenient).verdict, 'accepted');
  });

  test('a bundle does not show a question of an earlier epoch as open', async () => {
    const { request } = await ask(world);
    await world.startEpoch(2);
    const issued = await issueArtifact(world.context, request.approval_request_id);
    assert.equal(issued.ok ? 'issued' : issued.refusal.code, 'epoch_changed');
  });

  test('there is no bundle of a request that does not exist', async () => {
    const id = 'ar_00000000000940008000000000000000';
    const none = await exportBundle(world.context, id, world.sources);
    assert.equal(none.ok ? 'exported' : none.refusal.code, 'request_not_found');
    const unasked = await issueArtifact(world.context, id);
    assert.equal(unasked.ok ? 'issued' : unasked.refusal.code, 'request_not_found');
  });
});

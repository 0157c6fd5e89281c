import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '../reason/protocol-error.ts';
import { sampleBundle } from '../testing/bundle-stories.ts';
import {
  type BundleParts,
  buildBundle,
  bundleText,
  bundleType,
  type EvidenceBundle,
  parseBundleText,
  parseEvidenceBundle,
} from './evidence-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';

const { bundle, trust } = sampleBundle('executed');

function partsOf({ type: _type, ...parts }: EvidenceBundle): BundleParts {
  return parts;
}

const malformed = (path: string) => (error: unknown) =>
  error instanceof ProtocolError && error.code === 'object_malformed' && error.path === path;

describe('a bundle', () => {
  test('a bundle is read back from its text', () => {
    assert.deepEqual(parseBundleText(bundleText(bundle)), bundle);
    assert.deepEqual(parseBundleText(new TextEncoder().encode(bundleText(bundle))), bundle);
  });

  test('a bundle names its format', () => {
    assert.equal(buildBundle(partsOf(bundle)).type, bundleType);
    const other = { ...bundle, type: 'countersign/evidence-bundle/v2' };
    assert.throws(() => parseEvidenceBundle(other), malformed('/type'));
  });

  test('a bundle with an unknown member is refused', () => {
    assert.throws(() => parseEvidenceBundle({ ...bundle, more: 1 }), malformed('/more'));
  });

  test('a bundle that leaves out a member with a default is not completed', () => {
    const [{ quorum: _quorum, ...stage }, ...stages] = bundle.policy.chain.stages as [
      EvidenceBundle['policy']['chain']['stages'][number],
    ];
    const chain = { ...bundle.policy.chain, stages: [stage, ...stages] };
    const incomplete = { ...bundle, policy: { ...bundle.policy, chain } };
    assert.throws(() => parseEvidenceBundle(incomplete), malformed(''));
    assert.throws(() => parseBundleText(JSON.stringify(incomplete)), ProtocolError);
  });

  test('a bundle contains its parts unchanged', () => {
    const [first, ...rest] = bundle.stream.events;
    assert.ok(first);
    const events = [{ ...first, text: `${first.text} ` }, ...rest];
    const built = buildBundle(partsOf({ ...bundle, stream: { ...bundle.stream, events } }));
    assert.deepEqual(built.stream.events, events);
    assert.equal(verifyBundle(built, trust).code, 'stream_broken');
  });

  test('a bundle has a maximum size', () => {
    const huge = 'x'.repeat(2 ** 26);
    assert.throws(
      () => buildBundle(partsOf({ ...bundle, action: huge })),
      (error: unknown) => error instanceof ProtocolError && error.code === 'json_too_large',
    );
  });
});

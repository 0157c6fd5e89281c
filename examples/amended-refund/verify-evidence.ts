// What an auditor does: takes the bundle of one request and the public keys, and verifies them without the server.
import assert from 'node:assert/strict';
import { logOrigin } from '@countersign/coordinator';
import {
  type BundleTrust,
  bundleText,
  EvidenceBundle,
  summariseBundle,
  verifyBundle,
} from '@countersign/protocol/bundle';
import { type StartedServer, sequenceAnswers } from '@countersign/server/testing';
import type { PasskeyPerson } from '../wire-transfer/passkey-person.ts';

interface PublishedKeys {
  readonly keys: BundleTrust['signing_keys'];
  readonly log_name: string;
}

/** The bundle, after it was proven, and after one changed digit in it was refused. */
export async function verifyEvidence(
  server: StartedServer,
  person: PasskeyPerson,
  { id, audience }: { readonly id: string; readonly audience: string },
): Promise<{ readonly bundle: EvidenceBundle; readonly words: string }> {
  await sequenceAnswers(server);
  const bundle = EvidenceBundle.parse(await person.get(`/v1/requests/${id}/bundle`));
  const { keys, log_name } = await person.get<PublishedKeys>('/v1/keys');
  const trust: BundleTrust = {
    signing_keys: keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
      kid,
      public_key,
      not_before,
      not_after,
      revoked_at,
    })),
    note_keys: keys.map(({ public_key }) => ({ name: log_name, public_key })),
    origin: logOrigin({ storeId: bundle.store_id, epoch: bundle.epoch }),
    passkeys: { origin: server.origin, rp_id: new URL(server.origin).hostname },
    audience,
  };
  const text = bundleText(bundle);
  const report = verifyBundle(text, trust);
  assert.equal(report.verdict, 'accepted', JSON.stringify(report.statements, null, 1));
  for (const wanted of ['path', 'entries', 'resolution', 'consumption', 'execution', 'log']) {
    assert.equal(report.statements.find(({ id: each }) => each === wanted)?.result, 'proven');
  }
  // One digit of the amount in the bytes of the action.
  const forged = text.replace(/(\\"amount\\":)(\d)/, (_, name: string, digit: string) => {
    return `${name}${(Number(digit) % 9) + 1}`;
  });
  assert.ok(forged !== text, 'expected an amount');
  assert.equal(verifyBundle(forged, trust).verdict, 'refused');
  return { bundle, words: summariseBundle(text, report) };
}

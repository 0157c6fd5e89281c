import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, exportBundle, logOrigin } from '@countersign/coordinator';
import { openFileSigner } from '@countersign/keys';
import { type BundleTrust, bundleText, verifyBundle } from '@countersign/protocol/bundle';
import { sha256OfText } from '@countersign/protocol/crypto';
import { demoPolicy } from './demo-policy.ts';
import type { Scene } from './story.ts';

/** A bundle as it would be sent to a recipient, and the public keys that they have from elsewhere. */
interface Evidence {
  readonly text: string;
  readonly trust: BundleTrust;
}

/** How often to check whether the log is complete. The server writes it beside the calls, within a second. */
const tries = 200;
const pauseMilliseconds = 50;

/** Everything about one request in one text. The keys are taken from where they are published, never from the bundle. */
export async function exportEvidence(
  context: Context,
  approvalRequestId: string,
  keysFolder: string,
): Promise<Evidence> {
  const issuer = 'countersign';
  const { store, clock } = context;
  const signer = await openFileSigner({ issuer, folder: keysFolder, clock });
  const keys = signer.records();
  const { storeId, epoch } = await store.readState();
  for (let tried = 1; ; tried++) {
    const bundle = await exportBundle(context, approvalRequestId, {
      keyRecords: () => keys,
      policyDocuments: () => [demoPolicy],
      logRequired: true,
    });
    if (bundle.ok) {
      return {
        text: bundleText(bundle.value),
        trust: {
          signing_keys: keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
            kid,
            public_key,
            not_before,
            not_after,
            revoked_at,
          })),
          note_keys: keys.map(({ public_key }) => ({ name: issuer, public_key })),
          origin: logOrigin({ storeId, epoch }),
          passkeys: { origin: 'http://localhost', rp_id: 'localhost' },
          issuer,
          audience: 'billing-bot',
          policy_documents: [sha256OfText(demoPolicy)],
        },
      };
    }
    if (tried === tries) throw new Error(`${bundle.refusal.code}: ${bundle.refusal.detail}`);
    await sleep(pauseMilliseconds);
  }
}

/** The check of an auditor who has only the bundle and the keys. */
export function judgeEvidence({ text, trust }: Evidence, amount: string): Scene {
  const report = verifyBundle(text, trust);
  const count = (result: string) =>
    report.statements.filter(statement => statement.result === result).length;
  const forged = verifyBundle(text.replaceAll(amount, amount.replace('4', '5')), trust);
  return {
    id: 'evidence',
    title: 'The evidence, verified offline',
    happens: [
      'The store and its private key are deleted. What is left: one file, and the public keys.',
    ],
    checks: [
      {
        claim: `${count('proven')} statements proven, ${count('not_shown')} not shown, ${count('failed')} failed.`,
        held: report.verdict === 'accepted' && count('failed') === 0 && count('proven') > 0,
      },
      {
        claim: `With one digit of the amount changed: refused (${forged.code ?? 'accepted'}).`,
        held: forged.verdict === 'refused',
      },
    ],
  };
}

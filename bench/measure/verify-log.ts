import { exportLog, logOrigin, type NoteSigner, type Store } from '@countersign/coordinator';
import { logVerifier, verifyCheckpoint } from '@countersign/protocol/log';

/**
 * Verifies the present log of a store as an auditor would, with the export and the key alone, and says how many events
 * it has. Throws where anything is wrong with it, or where an event is in no log.
 */
export async function verifyLog(store: Store, signer: Pick<NoteSigner, 'keys'>): Promise<number> {
  const head = await store.readLog();
  const { epoch, checkpoint } = head;
  if (checkpoint === null) throw new Error('the log has no checkpoint');
  const origin = logOrigin(head);
  const verified = verifyCheckpoint({ note: checkpoint.note, origin, keys: signer.keys() });
  if (!verified.ok) throw new Error(verified.refusal.code);
  const verifier = logVerifier();
  for await (const row of exportLog(store, { epoch })) {
    const added = verifier.add(row);
    if (!added.ok) throw new Error(`${added.refusal.code}: ${added.refusal.detail}`);
  }
  const checked = verifier.check(verified.value);
  if (!checked.ok) throw new Error(`${checked.refusal.code}: ${checked.refusal.detail}`);
  if ((await store.listUnsequenced(1)).length > 0) throw new Error('an event is in no log');
  return verified.value.size;
}

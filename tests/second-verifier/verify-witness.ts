import { demand, type Json, type JsonObject, list } from './canonical-text.ts';
import { type Checkpoint, isContinued, readCheckpoint } from './signed-text.ts';

/** A key with its end and its revocation, as far as the verifier knows them. */
interface TimedKey {
  readonly public_key: { readonly x: string };
  readonly not_after?: string | null | undefined;
  readonly revoked_at?: string | null | undefined;
}

interface WitnessTrust {
  readonly signing_keys: readonly TimedKey[];
  readonly note_keys: readonly (TimedKey & { readonly name: string })[];
  readonly origin: string;
  readonly outside?:
    | { readonly checkpoint: string; readonly consistency_proof: readonly string[] }
    | undefined;
}

/** A revocation of a key holds wherever the key is listed. */
function isRevoked(trust: WitnessTrust, x: string): boolean {
  const listed = [...trust.signing_keys, ...trust.note_keys].filter(key => key.public_key.x === x);
  return listed.some(({ revoked_at }) => revoked_at != null);
}

/** What a revoked key signed counts only under a checkpoint of a live key, or under one that the verifier kept. */
export function checkWitness(
  bundle: JsonObject,
  checkpoint: (Checkpoint & { readonly signer: string }) | null,
  lastAt: string,
  trust: WitnessTrust,
): void {
  const kept = checkpoint === null ? null : readOutside(checkpoint, trust);
  const used = list(bundle['signing_keys']).map(each => (each as JsonObject)['public_key']);
  const signed = [bundle['request_artifact'], bundle['grant']].some(each => each !== null);
  const revoked =
    (signed && used.some(key => isRevoked(trust, String((key as JsonObject)['x'])))) ||
    (checkpoint !== null && isRevoked(trust, checkpoint.signer));
  if (checkpoint !== null) checkEnd(checkpoint.signer, lastAt, trust);
  if (!revoked || (checkpoint !== null && !isRevoked(trust, checkpoint.signer))) return;
  demand(checkpoint !== null && kept !== null, 'a revoked key without a witness');
  const log = bundle['log'] as JsonObject;
  const versions = log['versions'] === undefined ? [] : list(log['versions']).flatMap(list);
  for (const each of [...list(log['stream']), ...versions, ...list(log['store'])]) {
    const index = each === null ? -1 : Number((each as JsonObject)['leaf_index']);
    demand(index < kept.size, 'an event that the witness does not cover');
  }
}

function checkEnd(x: string, lastAt: string, trust: WitnessTrust): void {
  const key = trust.note_keys.find(({ public_key }) => public_key.x === x);
  const same = trust.signing_keys.find(({ public_key }) => public_key.x === x);
  const end = key?.not_after === undefined ? same?.not_after : key.not_after;
  demand(end == null || lastAt < end, 'a checkpoint key after its time');
}

function readOutside(checkpoint: Checkpoint, trust: WitnessTrust): Checkpoint | null {
  if (trust.outside === undefined) return null;
  const keys = trust.note_keys.map(({ name, public_key }) => ({ name, x: public_key.x }));
  const kept = readCheckpoint(trust.outside.checkpoint, trust.origin, keys);
  const [older, newer] = kept.size <= checkpoint.size ? [kept, checkpoint] : [checkpoint, kept];
  const proof = trust.outside.consistency_proof as readonly Json[];
  demand(isContinued(older, newer, proof.map(String)), 'another log outside');
  return kept;
}

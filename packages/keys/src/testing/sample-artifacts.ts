import { verifyJws } from '@countersign/protocol/crypto';
import { type Checkpoint, emptyRoot } from '@countersign/protocol/log';
import {
  grantType,
  parseGrant,
  requestArtifactType,
  verifyGrant,
} from '@countersign/protocol/request';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { KeyedSigner } from '../keyed-signer.ts';

export const issuer = 'countersign-test';
export const artifactTypes: readonly string[] = [grantType, requestArtifactType, 'other+jws'];

const uuid = '00000000000040008000000000000000';
const digest = `sha256:${'0'.repeat(64)}`;

/** How long a sample lives. */
export const lifeSeconds = 900;

export function sampleGrant(issued_at: Timestamp, audience = 'billing-executor'): object {
  return parseGrant({
    version: '1',
    issuer,
    store_id: `store_${uuid}`,
    epoch: 1,
    audience,
    grant_id: `grant_${uuid}`,
    issued_at,
    expires_at: addSeconds(issued_at, lifeSeconds),
    approval_request_id: `ar_${uuid}`,
    approval_resolution_id: `apr_${uuid}`,
    intent_id: `intent_${uuid}`,
    action_digest: digest,
    policy_version: '1',
    approval_chain_id: 'finance',
    approval_chain_version: '1',
    final_entry_digest: digest,
  });
}

/** What an executor would say to a grant now: `ok`, or the code of the refusal. */
export function judgeGrant(
  signer: KeyedSigner,
  { jws, now, audience = 'billing-executor' }: { jws: string; now: Timestamp; audience?: string },
): string {
  const verdict = verifyGrant({
    jws,
    keys: signer.keys(),
    issuer,
    store_id: `store_${uuid}`,
    audience,
    now,
  });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

export function judgeJws(signer: Pick<KeyedSigner, 'keys'>, jws: string, typ = grantType): string {
  const verdict = verifyJws({ jws, typ, keys: signer.keys() });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

export const sampleCheckpoint: Checkpoint = {
  origin: 'log.example/epoch-1',
  size: 0,
  root: emptyRoot,
};

/** The id of the key in the header of an artifact. */
export function kidOf(jws: string): string {
  const header = Buffer.from(jws.slice(0, jws.indexOf('.')), 'base64url').toString('utf8');
  return (JSON.parse(header) as { kid: string }).kid;
}

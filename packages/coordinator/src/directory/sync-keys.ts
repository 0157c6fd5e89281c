import type { PublicKey } from '@countersign/protocol/crypto';
import type { DirectoryChange, DirectoryState } from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { systemActor, type Timestamp } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import { changeDirectoryAtOnce } from './change-directory.ts';

/** What a signer publishes about one of its keys. */
export interface PublishedKey {
  readonly kid: string;
  readonly public_key: PublicKey;
  readonly not_before: Timestamp;
  readonly not_after: Timestamp | null;
  readonly revoked_at: Timestamp | null;
  readonly revoked_reason: string | null;
}

export interface PublishedKeys {
  readonly artifact: readonly PublishedKey[];
  /** The name is the one that checkpoints are signed under. */
  readonly checkpoint: readonly (PublishedKey & { readonly name: string })[];
}

/**
 * Records what the signer publishes and the store does not know yet. A key that is no longer published stays as
 * it was recorded: what it signed is still there.
 */
export function syncKeys(context: Context, keys: PublishedKeys): Promise<Result<DirectoryState>> {
  const added = [
    ...keys.artifact.map(key => addKey(key, 'artifact', null)),
    ...keys.checkpoint.map(key => addKey(key, 'checkpoint', key.name)),
  ];
  const revoked = [...keys.artifact, ...keys.checkpoint].flatMap(revokeKey);
  return changeDirectoryAtOnce(context, [...added, ...revoked], systemActor);
}

function addKey(
  { kid, public_key, not_before, not_after }: PublishedKey,
  purpose: 'artifact' | 'checkpoint',
  name: string | null,
): DirectoryChange {
  return { type: 'add_key', kid, purpose, name, public_key, not_before, not_after };
}

function revokeKey({ kid, revoked_at, revoked_reason }: PublishedKey): DirectoryChange[] {
  if (revoked_at === null) return [];
  return [{ type: 'revoke_key', kid, revoked_at, reason: revoked_reason ?? '' }];
}

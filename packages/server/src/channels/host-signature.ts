import { type Context, loadDirectory } from '@countersign/coordinator';
import { importPublicKey, verifyJws } from '@countersign/protocol/crypto';
import { activeCredential, type CredentialOf } from '@countersign/protocol/directory';
import { decodeBase64url, type JsonObject, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { millisecondsOf, StoreId, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import type { Caller } from '../http/caller.ts';

/** The type of what a host signs to show that it is the one that asks. */
export const hostAssertionType = 'countersign-host+jws';

const ageMillisecondsMax = 60_000;
/** Clocks of two machines differ. */
const aheadMillisecondsMax = 5000;

/** A host asks as itself; bound to one store, so that it is worth nothing at another. */
const HostAssertion = z.strictObject({
  type: z.literal('countersign/host/v1'),
  store_id: StoreId,
  issued_at: Timestamp,
});

export interface SignedByHost {
  readonly host: CredentialOf<'host'>;
  readonly payload: JsonObject;
}

/** What a registered host signed, under the key id that is its credential; null where it did not. */
export async function verifyHostSignature(
  context: Context,
  jws: string,
  typ: string,
): Promise<SignedByHost | null> {
  const kid = keyIdOf(jws, typ);
  if (kid === null) return null;
  const { state } = await loadDirectory(context);
  const host = activeCredential(state, kid, context.clock.now());
  if (host?.kind !== 'host') return null;
  const verified = verifyJws({
    jws,
    typ,
    keys: new Map([[kid, importPublicKey(host.public_key)]]),
  });
  return verified.ok ? { host, payload: verified.value.payload } : null;
}

/** Whether a text says that it is an assertion of a host. It says nothing about its signature. */
export function isHostAssertion(token: string): boolean {
  return keyIdOf(token, hostAssertionType) !== null;
}

/** The host that asks, or null. */
export async function callerOfHost(context: Context, token: string): Promise<Caller | null> {
  const signed = await verifyHostSignature(context, token, hostAssertionType);
  const asserted = HostAssertion.safeParse(signed?.payload);
  if (signed === null || !asserted.success) return null;
  const { store_id, issued_at } = asserted.data;
  const { storeId } = await context.store.readState();
  if (store_id !== storeId || !isFresh(issued_at, context.clock.now())) return null;
  const { credential_id, agent_ids } = signed.host;
  return { kind: 'host', credential_id, agent_ids };
}

export function isFresh(issuedAt: Timestamp, now: Timestamp): boolean {
  const age = millisecondsOf(now) - millisecondsOf(issuedAt);
  return age <= ageMillisecondsMax && -age <= aheadMillisecondsMax;
}

/**
 * The owner of the key that the header names, where it is the header of this type. An unreadable header names no
 * owner.
 */
function keyIdOf(jws: string, typ: string): string | null {
  try {
    const [header = ''] = jws.split('.', 1);
    const read = parseStrict(decodeBase64url(header)) as JsonObject | null;
    const kid = read?.['typ'] === typ ? read['kid'] : null;
    return typeof kid === 'string' ? kid : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

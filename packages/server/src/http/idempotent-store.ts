import { type ClaimKey, overrideStore, type Store } from '@countersign/coordinator';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { EventType } from '@countersign/protocol/stream';

/** The parts of a call that must be the same when its key is used again. */
export interface KeyedAsk {
  readonly caller: string;
  readonly key: string;
  readonly route: string;
  readonly body: string;
}

/** A call that was made before with the same key. */
export interface MadeCall {
  /** The stream that it changed. */
  readonly stream: string;
  /** Whether it asked for the same thing. */
  readonly isSame: boolean;
}

/** Ends a use case whose commit found the key of its call taken. Nothing happened. */
class CallRepeated extends Error {
  override readonly name = 'CallRepeated';
}

/**
 * A store for one call, whose effect permanently claims the key of the call, together with the digest of the
 * request. So the key and the effect become durable in the same moment: there is no time in which one is there
 * without the other, and no second write. A commit that finds the key taken does not happen.
 */
export function keyedCall(
  store: Store,
  asked: KeyedAsk,
  effects: readonly EventType[],
): { readonly store: Store; readonly repeated: () => boolean } {
  const keys = callClaims(asked);
  const claims = keys.map(claim => ({ ...claim, until: null }));
  const repeat = (): never => {
    repeated = true;
    throw new CallRepeated('a call with this key was made before');
  };
  let claimed = false;
  let repeated = false;
  const commit: Store['commit'] = async commit => {
    // Other writes of the call, such as the record of a refusal, do not claim the key.
    const [first, ...others] = commit.appends;
    const isEffect = first?.events.some(({ event }) => effects.includes(event.type)) === true;
    if (claimed || first === undefined || !isEffect) return store.commit(commit);
    // The store refuses a claim only to other streams. But a call that took the key in this stream has also changed the
    // stream. So the claim is found here, after the stream was read, or the commit fails with a version conflict.
    if ((await store.findClaim(keys[0])) !== null) repeat();
    const keyed = { ...first, claims: [...(first.claims ?? []), ...claims] };
    const result = await store.commit({ ...commit, appends: [keyed, ...others] });
    if (result.outcome === 'committed') claimed = true;
    if (result.outcome === 'claim_taken' && result.claim.scope === 'call') repeat();
    return result;
  };
  return { store: overrideStore(store, { commit }), repeated: () => repeated };
}

/** The call that has the key, or null where no call has it. */
export async function findCall(store: Store, asked: KeyedAsk): Promise<MadeCall | null> {
  const [named, content] = callClaims(asked);
  const held = await store.findClaim(named);
  if (held === null) return null;
  return { stream: held.owner, isSame: (await store.findClaim(content)) !== null };
}

/** One claim for the key, and one for the key with what was asked: the second tells a repetition from a mistake. */
function callClaims({ caller, key, route, body }: KeyedAsk): readonly [ClaimKey, ClaimKey] {
  const name = (parts: JsonObject): ClaimKey => ({ scope: 'call', key: sha256(parts) });
  return [name({ caller, key }), name({ caller, key, route, body })];
}

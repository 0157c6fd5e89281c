import { type ClaimTaken, overrideStore, type Store } from '@countersign/coordinator';

/** Ends a use case whose commit found the nonce of its proof taken. Nothing happened. */
class ProofRepeated extends Error {
  override readonly name = 'ProofRepeated';
}

interface ProvenStore {
  readonly store: Store;
  /** Whether another call has the nonce. Asked once the call is over. */
  isRepeated(): Promise<boolean>;
}

/**
 * A store for one call, whose first commit claims the nonce of the proof (SS-4). So the nonce and the effect become
 * durable in the same moment, whatever the commit writes, in every store and for every replica.
 */
export function provenCall(store: Store, nonce: ClaimTaken): ProvenStore {
  let claimed = false;
  let repeated = false;
  /** A commit was submitted whose answer is lost, so this call may have the nonce itself. */
  let unsure = false;
  const submitted = new Set<string>();
  const repeat = (): never => {
    repeated = true;
    throw new ProofRepeated('a call with this proof was made before');
  };
  const commit: Store['commit'] = async commit => {
    const [first, ...others] = commit.appends;
    if (claimed || first === undefined) return store.commit(commit);
    // The store refuses a claim only to other streams. But a call that took the nonce in this stream has also changed
    // the stream. So the claim is found here, after the stream was read, or the commit fails with a version conflict. A
    // call that submits its commit again after a lost answer may hold the nonce itself.
    const isNew = !submitted.has(commit.attempt);
    if (isNew && (await store.findClaim(nonce)) !== null) repeat();
    submitted.add(commit.attempt);
    unsure = true;
    const claiming = { ...first, claims: [...(first.claims ?? []), nonce] };
    const result = await store.commit({ ...commit, appends: [claiming, ...others] });
    unsure = false;
    if (result.outcome === 'committed') claimed = true;
    if (result.outcome === 'claim_taken' && result.claim.key === nonce.key) repeat();
    return result;
  };
  return {
    store: overrideStore(store, { commit }),
    // A call that came second may have found nothing left to do. It is a repetition all the same.
    isRepeated: async () =>
      repeated || (!claimed && !unsure && (await store.findClaim(nonce)) !== null),
  };
}

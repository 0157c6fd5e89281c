import type { NewDelegation } from '@countersign/wire/delegations';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

// Loaded with the first answer that needs them.
const wire = () => import('@countersign/wire/delegations');
const DelegationList = async () => (await wire()).DelegationList;
const DelegationFacts = async () => (await wire()).DelegationFacts;
const EndedDelegation = async () => (await wire()).EndedDelegation;

/** Who decides on behalf of whom. */
export function delegationCalls(caller: PersonCaller) {
  return {
    listDelegations: (options?: CallOptions) =>
      caller.read(DelegationList, '/v1/delegations', options),
    makeDelegation: (delegation: Sent<typeof NewDelegation>, options?: WriteOptions) =>
      caller.write(DelegationFacts, '/v1/delegations', delegation, options),
    revokeDelegation: (id: string, reason: string, options?: WriteOptions) =>
      caller.write(
        EndedDelegation,
        `/v1/delegations/${encodeURIComponent(id)}/revoke`,
        { reason },
        options,
      ),
  };
}

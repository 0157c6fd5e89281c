import type { ApproverDirectory } from '@countersign/protocol/chain';
import {
  activePerson,
  approverDirectory,
  type DirectoryState,
  findLock,
  lentNow,
  ownerOf,
  passkeysOf,
  presentApprovers,
} from '@countersign/protocol/directory';
import type { Assurance, PersonId, Principal } from '@countersign/protocol/value';
import type { People } from '../ports.ts';
import { type DirectoryContext, loadDirectory } from './load-directory.ts';

export interface DirectoryPeopleOptions {
  /** Exact, including the port. */
  readonly origin: string;
  readonly rpId: string;
  /**
   * The ways in which this server can find out who decides. By default all of them, except the word of a conversation's
   * host.
   */
  readonly assurances?: readonly Assurance[];
}

const usualAssurances: readonly Assurance[] = [
  'channel',
  'session',
  'oidc',
  'webauthn',
  'service_key',
];

/** Who could decide and who is involved, as the events of the store say. Every answer asks the store again. */
export function directoryPeople(
  { store }: Pick<DirectoryContext, 'store'>,
  { origin, rpId, assurances = usualAssurances }: DirectoryPeopleOptions,
): People {
  const context: DirectoryContext = { store, memory: { directory: null } };
  let listed: { state: DirectoryState; approvers: ApproverDirectory } | null = null;
  return {
    directory: async () => {
      const { state } = await loadDirectory(context);
      if (listed?.state !== state)
        listed = { state, approvers: approverDirectory(state, assurances) };
      return listed.approvers;
    },
    parties: async ({ agent_id, subject_id, requester }) => {
      const { state } = await loadDirectory(context);
      return {
        requester: personBehind(state, requester),
        subject: subject_id === null ? null : (activePerson(state, subject_id)?.person_id ?? null),
        agent_owner: ownerOf(state, agent_id),
      };
    },
    passkeyTrust: async identities => {
      const { state } = await loadDirectory(context);
      return { origin, rp_id: rpId, passkeys: passkeysOf(state, identities) };
    },
    present: async identities => {
      const { state, version } = await loadDirectory(context);
      return { approvers: presentApprovers(state, identities, assurances), version };
    },
    locked: async covered => {
      const { state, version } = await loadDirectory(context);
      return { lock: findLock(state, covered), version };
    },
    lending: async now => {
      const { state, version } = await loadDirectory(context);
      return { lent: lentNow(state, now), version };
    },
    standing: async ({ person_id, roles }) => {
      const { state, version } = await loadDirectory(context);
      const person = activePerson(state, person_id);
      return person !== null && roles.every(role => person.roles.includes(role)) ? version : null;
    },
  };
}

/** The person who asks, or who is answerable for the key that asks. */
function personBehind(state: DirectoryState, requester: Principal): PersonId | null {
  if (requester.kind === 'human') return requester.person_id;
  const credential = state.credentials.get(requester.principal_id);
  return credential?.kind === 'api_key' ? credential.owner : null;
}

import type {
  CredentialFacts,
  DirectoryChange,
  DirectoryState,
  Profile,
} from '@countersign/protocol/directory';
import { InvariantViolation } from '@countersign/protocol/reason';
import type { PersonId } from '@countersign/protocol/value';
import type { Difference } from './house-binding.ts';

/** What people are called now, by id. */
export type Names = ReadonlyMap<string, string>;

/** The changes of the directory that a house request can contain. */
export type HouseChange = Extract<
  DirectoryChange,
  {
    type:
      | 'add_person'
      | 'change_person'
      | 'register_credential'
      | 'revoke_credential'
      | 'lift_lock';
  }
>;

/** What changes, in words that a person reads on the card. They come from the change, never from a claim about it. */
export function describeChanges(
  state: DirectoryState,
  changes: readonly HouseChange[],
  names: Names,
): readonly Difference[] {
  return changes.flatMap((change): Difference[] => {
    switch (change.type) {
      case 'add_person':
        return [{ of: 'people', from: null, to: personOf(change.profile, change.roles) }];
      case 'change_person':
        return describePerson(state, change, names);
      case 'register_credential':
        return describeCredential(state, change.credential, names);
      case 'revoke_credential':
        return describeRevoked(state, change.credential_id);
      case 'lift_lock':
        return describeLift(state, change.lock_id, names);
      default:
        throw new InvariantViolation('EV-6', 'a house request with an unknown change');
    }
  });
}

function describeRevoked(state: DirectoryState, id: string): Difference[] {
  const known = state.credentials.get(id);
  const label = known !== undefined && 'label' in known ? known.label : null;
  return [{ of: 'credentials', from: { id, label }, to: null }];
}

function describeLift(state: DirectoryState, id: string, names: Names): Difference[] {
  const lock = [...state.locks.values()].find(({ lock_id }) => lock_id === id);
  const by = lock === undefined ? null : nameOf(names, lock.by.identity);
  const { target = null, placed_at = null, reason = null } = lock ?? {};
  return [{ of: 'locks', from: { id, target, since: placed_at, by, reason }, to: null }];
}

export function summariseChanges(changes: readonly HouseChange[], names: Names): string {
  const [first] = changes;
  switch (first?.type) {
    case 'add_person':
      return `Add ${first.profile?.name ?? 'a person without a name'}`;
    case 'change_person':
      return first.roles === undefined
        ? `Change ${nameOf(names, first.person_id)}`
        : `Change the roles of ${nameOf(names, first.person_id)}`;
    case 'register_credential':
      return `${changes.length > 1 ? 'Replace' : 'Make'} ${kindWords[first.credential.kind]}`;
    case 'revoke_credential':
      return 'Revoke a credential';
    case 'lift_lock':
      return 'Lift a lock';
    case undefined:
      throw new InvariantViolation('EV-6', 'a house request without a change');
  }
}

/**
 * The person whom the changes concern, if that person is active; null where there is none. That person cannot approve
 * the changes.
 */
export function subjectOf(state: DirectoryState, changes: readonly HouseChange[]): PersonId | null {
  const concerned = changes.map(change => {
    switch (change.type) {
      case 'change_person':
        return change.person_id;
      case 'register_credential':
        return change.credential.kind === 'api_key'
          ? change.credential.owner
          : change.credential.person_id;
      default:
        return null;
    }
  });
  const [one = null] = concerned.filter(each => each !== null);
  return one !== null && state.people.get(one)?.active === true ? one : null;
}

const kindWords: Readonly<Record<CredentialFacts['kind'], string>> = {
  api_key: 'an API key',
  host: 'the key of a host',
  service: 'the credential of a service',
  passkey: 'a passkey',
  oidc: 'a linked account',
  account: 'a linked account',
};

function personOf(profile: Profile | null, roles: readonly string[]): object {
  return { name: profile?.name ?? null, email: profile?.email ?? null, roles: [...roles].sort() };
}

function describePerson(
  state: DirectoryState,
  change: Extract<HouseChange, { type: 'change_person' }>,
  names: Names,
): Difference[] {
  const person = state.people.get(change.person_id);
  const name = nameOf(names, change.person_id);
  const lines: Difference[] = [];
  if (change.roles !== undefined) {
    const to = [...new Set(change.roles)].sort();
    lines.push({ of: `roles of ${name}`, from: person?.roles ?? [], to });
  }
  if (change.active !== undefined) {
    lines.push({ of: `${name} may act`, from: person?.active ?? false, to: change.active });
  }
  if (change.profile !== undefined) {
    const to = change.profile === null ? null : { ...change.profile };
    lines.push({ of: `name of ${name}`, from: names.get(change.person_id) ?? null, to });
  }
  return lines;
}

function describeCredential(
  state: DirectoryState,
  credential: CredentialFacts,
  names: Names,
): Difference[] {
  if (credential.kind !== 'api_key') {
    const { kind, credential_id } = credential;
    const label = 'label' in credential ? credential.label : null;
    const service = credential.kind === 'service' ? { service_id: credential.service_id } : {};
    const agents = credential.kind === 'host' ? { agents: credential.agent_ids } : {};
    const to = { kind, label, id: credential_id, ...service, ...agents };
    return [{ of: 'credentials', from: null, to }];
  }
  const {
    label,
    agent_ids,
    verbs,
    executor,
    owner,
    subject_ids = [],
    expires_at,
    edge_key,
  } = credential;
  const owners = agent_ids.flatMap(agent => {
    const before = state.index.owners.get(agent)?.owner ?? null;
    return before === owner
      ? []
      : [{ of: `owner of the agent ${agent}`, from: person(before), to: person(owner) }];
  });
  const signs = edge_key?.kty === 'OKP' ? { signs_with: edge_key.x } : {};
  const key = { label, agents: agent_ids, may: verbs, executor, expires_at, ...signs };
  const actsFor = subject_ids.map(person);
  return [{ of: 'API keys', from: null, to: { ...key, acts_for: actsFor } }, ...owners];

  function person(id: string | null): string | null {
    return id === null ? null : nameOf(names, id);
  }
}

function nameOf(names: Names, id: string): string {
  const name = names.get(id);
  return name === undefined ? id : `${name} (${id})`;
}

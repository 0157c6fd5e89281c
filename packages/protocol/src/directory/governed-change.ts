import type { HouseKind } from '../action/house-action.ts';
import type { CredentialFacts } from './credential.ts';
import type { ChangePerson, DirectoryCommand } from './directory-command.ts';
import type { DirectoryState, Person } from './directory-state.ts';
import { keptProfile } from './profile.ts';
import { asSet } from './sorted-set.ts';

/**
 * Which kind of house request a change of the directory needs while a policy with governance is in force, or null
 * where it needs none. Not governed is what takes away only (it must work at once), what a person does for
 * themselves, and what the process does with its own key files.
 */
export function governedKindOf(state: DirectoryState, command: DirectoryCommand): HouseKind | null {
  switch (command.type) {
    case 'add_person':
      return command.roles.length > 0 && state.people.size > 0 ? 'roles' : null;
    case 'change_person':
      return changesPerson(state, command) ? 'roles' : null;
    case 'register_credential':
      return kindOfCredential(state, command.credential, command.by.identity);
    case 'revoke_credential':
    case 'add_key':
    case 'revoke_key':
    case 'mark_for_tests':
    // The first list is recorded when it is first seen. It permits no call.
    case 'record_tools':
    // A lock takes away only.
    case 'place_lock':
    // A person lends what they hold, with their passkey, and the two have one voice.
    case 'make_delegation':
    case 'revoke_delegation':
      return null;
    // The console of the server lifts any lock (LK-5).
    case 'lift_lock':
      return command.by.kind === 'system' ? null : 'lock.lift';
    case 'accept_tools':
      return 'tools';
  }
}

/** Deactivation is an emergency and gives no one anything. An identity provider may take roles away, not give them. */
function changesPerson(state: DirectoryState, command: ChangePerson & DirectoryCommand): boolean {
  const person = state.people.get(command.person_id);
  if (person === undefined) return false;
  const { roles, active, profile, by } = command;
  const returns = active === true && !person.active;
  return (
    returns || changesRoles(person, roles, by.kind === 'system') || changesName(person, profile)
  );
}

function changesRoles(
  person: Person,
  roles: readonly string[] | undefined,
  mayTakeAway: boolean,
): boolean {
  if (roles === undefined) return false;
  const wanted = asSet(roles) as readonly string[];
  const gains = wanted.some(role => !person.roles.includes(role));
  return gains || (!mayTakeAway && wanted.length !== person.roles.length);
}

function changesName({ profile_digest }: Person, profile: ChangePerson['profile']): boolean {
  if (profile === undefined) return false;
  return (profile === null ? null : keptProfile(profile).digest) !== profile_digest;
}

/** A person adds a passkey and links an account for themselves; how they came in was governed. */
function kindOfCredential(
  state: DirectoryState,
  credential: CredentialFacts,
  by: string,
): HouseKind | null {
  switch (credential.kind) {
    case 'passkey':
    case 'account':
      return credential.person_id === by ? null : 'credentials';
    case 'oidc': {
      const isPowerless = (state.people.get(credential.person_id)?.roles.length ?? 0) === 0;
      return isPowerless || credential.person_id === by || state.people.size === 1
        ? null
        : 'credentials';
    }
    case 'api_key': {
      const { owner, agent_ids } = credential;
      const known = agent_ids.map(agent_id => state.index.owners.get(agent_id)?.owner ?? null);
      return known.some(each => each !== owner) ? 'owners' : 'credentials';
    }
    case 'host':
    case 'service':
      return 'credentials';
  }
}

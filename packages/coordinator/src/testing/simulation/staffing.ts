import { sha256 } from '@countersign/protocol/crypto';
import type { CredentialFacts, DirectoryChange } from '@countersign/protocol/directory';
import { directory, passkeys, people, principals } from './cast.ts';
import type { Client } from './client.ts';
import type { SimulatedProcess } from './simulated-process.ts';

function passkeyCredential({ registered }: (typeof passkeys)[number]): CredentialFacts {
  return { kind: 'passkey', ...registered, label: 'laptop', transports: [] };
}

function accountOf(person_id: (typeof people)['alice']): CredentialFacts {
  const credential_id = `oidc-${person_id.slice(7, 19)}`;
  const subject_digest = sha256(`subject ${person_id}`);
  return { kind: 'oidc', credential_id, person_id, public_key: null, subject_digest };
}

/** Everyone of the cast comes into the directory, with their roles, an account and their passkeys. */
export async function staff(client: Client, process: SimulatedProcess): Promise<void> {
  const listed = directory.flatMap(({ kind, identity, roles }) =>
    kind === 'human' ? [{ person_id: identity as typeof people.alice, roles }] : [],
  );
  const others = [
    { person_id: people.mallory, roles: [] },
    { person_id: people.olga, roles: ['operator'] },
  ];
  const changes: DirectoryChange[] = [
    ...[...listed, ...others].map(({ person_id, roles }) => ({
      type: 'add_person' as const,
      person_id,
      roles: [...roles],
      profile: { name: 'One of the cast', email: null },
    })),
    ...[...listed, ...others].map(({ person_id }) => ({
      type: 'register_credential' as const,
      credential: accountOf(person_id),
    })),
    ...passkeys.map(passkey => ({
      type: 'register_credential' as const,
      credential: passkeyCredential(passkey),
    })),
  ];
  const operation = { kind: 'change_directory', changes, principal: principals.olga } as const;
  const answer = await client.world.send(operation, process);
  if (answer?.outcome.ok !== true) {
    throw new Error(`no directory: ${JSON.stringify(answer?.outcome)}`);
  }
}

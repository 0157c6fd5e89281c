import { readProfile } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type { DirectoryState } from '@countersign/protocol/directory';
import type { App } from '../app.ts';

/** What people call a person; the id where the profile is gone. */
export async function personName(
  { context }: Pick<App, 'context'>,
  state: DirectoryState,
  personId: string,
): Promise<string> {
  const digest = state.people.get(personId)?.profile_digest ?? null;
  const profile = digest === null ? null : await readProfile(context, digest as Digest);
  return profile?.name ?? personId;
}

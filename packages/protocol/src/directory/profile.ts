import * as z from 'zod';
import { type Digest, sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parserOf } from '../json/parse-object.ts';
import { Name } from '../value/wire-text.ts';

/**
 * What a person is called, and where to write to. It stands in no event, which is for ever: events carry its
 * digest, and its text is kept beside them, where it can be erased.
 */
export const Profile = z.strictObject({ name: Name, email: Name.nullable() });
export type Profile = z.infer<typeof Profile>;

export const parseProfile = parserOf('Profile', Profile);

/** A profile as it is kept, under the digest that events name it by. */
export function keptProfile(profile: Profile): { readonly digest: Digest; readonly text: string } {
  const text = canonicalize(parseProfile(profile));
  return { digest: sha256OfText(text), text };
}

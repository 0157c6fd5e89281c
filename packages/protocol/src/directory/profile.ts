import * as z from 'zod';
import { type Digest, sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parserOf } from '../json/parse-object.ts';
import { Name } from '../value/wire-text.ts';

/**
 * The name and address of a person. No event contains it, because events are permanent: they carry its digest, and
 * the text is stored beside them, where it can be erased.
 */
export const Profile = z.strictObject({ name: Name, email: Name.nullable() });
export type Profile = z.infer<typeof Profile>;

export const parseProfile = parserOf('Profile', Profile);

/**
 * The digest that the address of a person is recognised by. Upper case, compatible forms of characters and a dot at the
 * end make no other address: taking two addresses for one refuses something, taking one for two makes a second person
 * of one human (ID-15).
 */
export function emailDigest(email: string): Digest {
  const form = email.normalize('NFKC').trim().toLowerCase().normalize('NFKC').replace(/\.$/, '');
  return sha256OfText(`countersign/email/v1 ${form}`);
}

/** A profile as it is kept, under the digest that events name it by. */
export function keptProfile(profile: Profile): { readonly digest: Digest; readonly text: string } {
  const text = canonicalize(parseProfile(profile));
  return { digest: sha256OfText(text), text };
}

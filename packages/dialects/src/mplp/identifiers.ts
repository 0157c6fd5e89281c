import { sha256OfText } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';
import { Name, uuidFromId } from '@countersign/protocol/value';
import * as z from 'zod';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** MPLP's Identifier: a UUID v4 in lowercase, and nothing else. */
export const MplpId = z.string().regex(form, 'expected a lowercase UUID v4');
export type MplpId = z.infer<typeof MplpId>;

export function isMplpId(text: string): boolean {
  return form.test(text);
}

/**
 * The UUID for a name that is not a UUID: made of its digest, so that the same name gives the same UUID everywhere
 * and nothing has to be remembered to find it again. The name itself is kept beside it wherever it is used.
 */
export function derivedId(kind: string, name: string): MplpId {
  const hex = sha256OfText(`countersign/mplp/${kind}/${name}`).slice('sha256:'.length);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A name as an Identifier: itself where it is one, derived where it is not. */
export function idOfName(kind: string, name: string): MplpId {
  return isMplpId(name) ? name : derivedId(kind, name);
}

/** Our ids carry a whole UUID v4; it is MPLP's id of the same thing. */
export function idOfOurs(id: string): MplpId {
  return uuidFromId(id);
}

/** What a request keeps of MPLP, by names that are bound with it: they are covered by its input digest. */
export const externalIdNames = {
  confirm_id: 'mplp.confirm_id',
  target_type: 'mplp.target_type',
  target_id: 'mplp.target_id',
  context_id: 'mplp.context_id',
  requested_by_role: 'mplp.requested_by_role',
} as const;

/** Ids that are given rather than derived, each an Identifier. */
export function checkedId(id: string, path: string): MplpId {
  if (Name.safeParse(id).success && isMplpId(id)) return id;
  throw new ProtocolError('options_malformed', path, 'expected a lowercase UUID v4');
}

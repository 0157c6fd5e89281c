import * as z from 'zod';

/** A link that no one has used. The token is not in it: it was told once. */
export const ListedInvitation = z.object({
  invitation_id: z.string(),
  person_id: z.string(),
  /** Null where the operator gave no name, or the name was erased with the link. */
  name: z.string().nullable(),
  roles: z.array(z.string()),
  /** Who made it. */
  invited_by: z.string(),
  expires_at: z.string(),
  /**
   * `valid` it can be used until it expires · `expired` its time is over · `void` it opens no more: the operator who
   * made it lost the role, or the person came in another way.
   */
  state: z.enum(['valid', 'expired', 'void']),
});
export type ListedInvitation = z.infer<typeof ListedInvitation>;

export const InvitationList = z.object({
  invitations: z.array(ListedInvitation),
  /** Whether links of this server lead to the machine of the person who opens them. */
  leads_to_localhost: z.boolean(),
});
export type InvitationList = z.infer<typeof InvitationList>;

export const InvitationParams = z.strictObject({ invitation_id: z.string().max(64) });

export const InvitationRevoked = z.object({ invitation_id: z.string() });

import * as z from 'zod';

export const PushSettings = z.strictObject({
  /** The address at which the operator of a push service reaches the operator of this server: mailto: or https:. */
  contact: z
    .string()
    .max(512)
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, 'expected mailto: or https:'),
});
export type PushSettings = z.infer<typeof PushSettings>;

import * as z from 'zod';

export const PushSettings = z.strictObject({
  /** Whom the operator of a push service writes to about this server: a mailto: or https: address. */
  contact: z
    .string()
    .max(512)
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, 'expected mailto: or https:'),
});
export type PushSettings = z.infer<typeof PushSettings>;

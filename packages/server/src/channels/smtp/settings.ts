import * as z from 'zod';
import { Secret } from '../../start/setting-forms.ts';
import { readAddress } from './address.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

const Address = z
  .string()
  .refine(text => readAddress(text).ok, { error: 'expected an address such as gate@example.com' });

export const MailSettings = z
  .strictObject({
    /** The SMTP server that takes mail of this server. */
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(587),
    /** `tls` from the first byte (port 465), `starttls` before anything is sent, or `none` on this machine alone. */
    security: z.enum(['tls', 'starttls', 'none']).default('starttls'),
    user: z.string().min(1).max(512).nullable().default(null),
    password: Secret.nullable().default(null),
    from: Address,
  })
  .refine(({ host, security }) => security !== 'none' || loopback.test(host), {
    path: ['security'],
    error: 'expected tls or starttls, because the SMTP server is on another machine',
  })
  .refine(({ user, password }) => (user === null) === (password === null), {
    path: ['password'],
    error: 'expected a user and a password together, or neither',
  });
export type MailSettings = z.infer<typeof MailSettings>;

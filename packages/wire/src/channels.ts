import * as z from 'zod';

export const ChannelParams = z.strictObject({ channel: z.string().max(64) });

/** Begins to link an account in a channel. `details` has what the channel asks for. */
export const LinkBody = z.strictObject({
  details: z.record(z.string().max(64), z.string().min(1).max(4096)),
});

/** What to do next to link an account, once and soon. */
export const LinkStep = z.object({
  /** What to do next, in the channel. */
  instruction: z.string(),
  /** To be copied as it is, where there is something to copy. It works once, until it expires. */
  copy: z.string().nullable(),
  expires_at: z.string(),
});
export type LinkStep = z.infer<typeof LinkStep>;

/** A channel in which people can link an account. */
export const LinkableChannel = z.object({
  name: z.string(),
  title: z.string(),
  /** What the person fills in first. */
  details: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type LinkableChannel = z.infer<typeof LinkableChannel>;

import * as z from 'zod';

/** A secret as the composition root found it. It is never written anywhere, logs included. */
export const Secret = z.string().min(1).max(4096);
export const Seconds = z.int().min(1).max(31_536_000);
export const Url = z.url().max(2048);

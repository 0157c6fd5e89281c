import * as z from 'zod';

/** A secret as the composition root found it. It is never written anywhere, logs included. */
export const Secret = z.string().min(1).max(4096);
export const Seconds = z.int().min(1).max(31_536_000);
export const Url = z.url().max(2048);

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether what is sent there can be read and changed on the way (TR-6). */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== 'https:' && !(protocol === 'http:' && loopback.test(hostname));
}

/** Where the server sends a secret of its own, or what it believes the answer of. */
export const ConfidentialUrl = Url.refine(url => !isPlainHttp(url), {
  error: 'expected https, or http to localhost',
});

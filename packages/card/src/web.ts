import { type CardAction, type Found, membersOf, textUnder } from './parameters.ts';

export interface WebCall {
  readonly url: Found<string>;
  readonly method: string;
  readonly host: string;
  /** What follows the host, without query and fragment. */
  readonly path: string;
}

const schemes = /^(https?|wss?|ftp):\/\//i;

/** The address that an action calls; null where it calls none. */
export function webCallOf(action: CardAction): WebCall | null {
  const members = membersOf(action);
  const url = textUnder(members, /^(?:url|uri|endpoint|address|href|link)$/i);
  if (url === null || !schemes.test(url.value)) return null;
  const place = hostOf(url.value);
  if (place === null) return null;
  const method =
    textUnder(members, /^(?:method|http_?method|verb)$/i)?.value.toUpperCase() ?? 'GET';
  return {
    url,
    method,
    host: url.value.slice(place.start, place.end),
    path: pathAfter(url.value, place.end),
  };
}

/** Where the host of a URL stands in it, as a browser would read it: behind the last @ of the authority. */
export function hostOf(url: string): { readonly start: number; readonly end: number } | null {
  const scheme = schemes.exec(url);
  if (scheme === null) return null;
  const from = scheme[0].length;
  const length = url.slice(from).search(/[/?#\\]/);
  const end = length < 0 ? url.length : from + length;
  const user = url.slice(from, end).lastIndexOf('@');
  const start = user < 0 ? from : from + user + 1;
  return start < end ? { start, end } : null;
}

function pathAfter(url: string, end: number): string {
  const rest = url.slice(end).replace(/[?#].*$/s, '');
  return rest === '/' ? '' : rest;
}

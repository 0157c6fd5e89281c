import type { UnderKind } from './allowance-terms.ts';

/**
 * Whether a text is at or below a base, by whole segments (AL-14). Only text in its normal form counts: whatever another
 * program could read otherwise is not covered. So there are no escapes, no user info, no `.` or `..`, no empty segments,
 * no query and no letters beyond ASCII.
 */
export function isUnder(kind: UnderKind, base: string, text: string): boolean {
  const outer = segmentsOf(kind, base);
  const inner = segmentsOf(kind, text);
  if (outer === null || inner === null || inner.length < outer.length) return false;
  return outer.every((segment, index) => segment === inner[index]);
}

/** Whether a base can be the base of anything. */
export function isNormal(kind: UnderKind, text: string): boolean {
  return segmentsOf(kind, text) !== null;
}

function segmentsOf(kind: UnderKind, text: string): readonly string[] | null {
  switch (kind) {
    case 'path':
      return pathSegments(text);
    case 'url':
      return urlSegments(text);
    case 'host':
      return hostSegments(text);
  }
}

const segment = /^[A-Za-z0-9._@+=,~-]+$/;

/** An absolute path, or a relative one; never both kinds are under one another. */
function pathSegments(text: string): readonly string[] | null {
  const isAbsolute = text.startsWith('/');
  const inside = trimmed(isAbsolute ? text.slice(1) : text);
  if (inside === '') return isAbsolute ? ['/'] : null;
  const segments = inside.split('/');
  return segments.every(isPlainSegment) ? [isAbsolute ? '/' : '.', ...segments] : null;
}

function isPlainSegment(text: string): boolean {
  // A tilde at the start is a home folder to a shell, and a dash an option to a program.
  return segment.test(text) && !/^\.{1,2}$/.test(text) && !/^[~-]/.test(text);
}

function urlSegments(text: string): readonly string[] | null {
  const read = /^(https?):\/\/([a-z0-9.-]+)(?::([1-9][0-9]{0,4}))?(?:\/(.*))?$/s.exec(text);
  if (read === null) return null;
  const [, scheme = '', host = '', port = '', path = ''] = read;
  if (hostSegments(host) === null) return null;
  const inside = trimmed(path);
  const segments = inside === '' ? [] : inside.split('/');
  return segments.every(isPlainSegment) ? [`${scheme}://${host}:${port}`, ...segments] : null;
}

/** From the top down, so that a host is under its domain. An address of numbers is no name. */
function hostSegments(text: string): readonly string[] | null {
  if (!/[a-z]/.test(text) || text.length > 253) return null;
  const labels = text.split('.');
  const isName = labels.every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  const top = labels.at(-1) ?? '';
  return isName && /[a-z]/.test(top) && !/^0x/.test(top) ? labels.toReversed() : null;
}

/** One slash at the end says the same as none. */
function trimmed(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text;
}

import type { ReasonCode } from '@countersign/protocol/reason';

interface Headers {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

/**
 * Whether a call may come from the place that it names. The host must be one of ours. Otherwise a foreign page could
 * reach a loopback server under a name that it controls (DNS rebinding). A change that a browser sends must come from
 * one of our own pages. Where a session cookie identifies the caller, the call must prove that it does.
 */
export function judgeOrigin(
  headers: Headers,
  call: { readonly origin: string; readonly hosts: ReadonlySet<string>; readonly isSafe: boolean },
  byCookie: boolean,
): { readonly code: ReasonCode; readonly detail: string } | null {
  if (!call.hosts.has((headers.host ?? '').toLowerCase())) {
    return { code: 'host_not_allowed', detail: `expected ${[...call.hosts].join(' or ')}` };
  }
  if (call.isSafe) return null;
  const site = headers['sec-fetch-site'];
  const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (foreign || (headers.origin !== undefined && headers.origin !== call.origin)) {
    return { code: 'origin_not_allowed', detail: `expected a page of ${call.origin}` };
  }
  if (byCookie && headers.origin !== call.origin && site !== 'same-origin') {
    return {
      code: 'origin_not_allowed',
      detail: 'expected an origin header with a session cookie',
    };
  }
  return null;
}

/** The host header that calls of this origin carry, with and without a default port. */
export function hostsOf(origin: string, more: readonly string[]): ReadonlySet<string> {
  const { host, hostname, port, protocol } = new URL(origin);
  const standard = protocol === 'https:' ? '443' : '80';
  const hosts = new Set([host, ...more.map(each => each.toLowerCase())]);
  if (port === '') hosts.add(`${hostname}:${standard}`);
  return hosts;
}

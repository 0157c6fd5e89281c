import { isIP } from 'node:net';
import { ProtocolError, type Result } from '@countersign/protocol/reason';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What the operator lets the server send to besides public https addresses. */
export interface Allowances {
  readonly networks: readonly (readonly [Address, number])[];
  /** `host:port`, the host as a URL writes it. */
  readonly endpoints: ReadonlySet<string>;
  readonly ports: ReadonlySet<number>;
}

/** Where a judged URL leads. */
export interface Target {
  readonly secure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** With the query. */
  readonly path: string;
  /** The value of the Host header. */
  readonly authority: string;
}

export const noAllowances: Allowances = {
  networks: [],
  endpoints: new Set(),
  ports: new Set(),
};

const urlLengthMax = 2048;
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const compatibleV6 = ipaddr.IPv6.parseCIDR('::/96');
const translatedV6 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Services of clouds that give credentials to any caller. The first has a public address; the others lie in ranges
 * that an endpoint listed by name may be in.
 */
const metadataAddresses: ReadonlySet<string> = new Set(
  ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map(text =>
    ipaddr.parse(text).toNormalizedString(),
  ),
);

/** The ranges in which an endpoint that is listed by name may be. Any other range requires a listed network. */
const insideRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
]);

/** Reads what the operator listed: networks in CIDR form and endpoints as `host:port`, and ports for any host. */
export function parseAllowances(
  listed: readonly string[],
  ports: readonly number[] = [],
): Allowances {
  const networks: (readonly [Address, number])[] = [];
  const endpoints = new Set<string>();
  for (const [index, text] of listed.entries()) {
    if (text.includes('/')) networks.push(parseNetwork(text, `/${index}`));
    else endpoints.add(parseEndpoint(text, `/${index}`));
  }
  return { networks, endpoints, ports: new Set(ports.map(parsePort)) };
}

/**
 * TR-4: only global unicast addresses are sent to, and what the operator listed. Answers with the one spelling of
 * the address. An endpoint that is listed by name may be inside, but never at a metadata service.
 */
export function judgeAddress(
  ip: string,
  allowances: Allowances,
  endpoint?: { readonly host: string; readonly port: number },
): Result<string> {
  // A zone names an interface of this machine, so no address with one is global.
  if (typeof ip !== 'string' || isIP(ip) === 0 || ip.includes('%')) {
    return refused('expected an IP address without a zone');
  }
  // A mapped address is the IPv4 address: the kernel connects to that.
  const address = ipaddr.process(ip);
  const text = address.toNormalizedString();
  if (isInListedNetwork(address, allowances)) return { ok: true, value: text };
  const range = rangeOf(address);
  const listed =
    endpoint !== undefined && allowances.endpoints.has(endpointOf(endpoint.host, endpoint.port));
  if (listed && isIP(endpoint.host) !== 0) {
    if (ipaddr.process(endpoint.host).toNormalizedString() === text)
      return { ok: true, value: text };
  } else if (listed && insideRanges.has(range) && !metadataAddresses.has(text)) {
    return { ok: true, value: text };
  }
  if (range === 'global') return { ok: true, value: text };
  return refused(`expected a public address, found one of the range ${range}`);
}

/**
 * TR-4: whether a URL may be sent to, as far as its text tells; a name is judged again by what it resolves to. A
 * host must be spelled as it is connected to, so that every reader of the URL agrees about it.
 */
/** The URL, and its host as it was written. */
function readUrl(text: string): Result<{ readonly url: URL; readonly written: string }> {
  if (typeof text !== 'string' || text.length > urlLengthMax) {
    return refused(`expected a URL of at most ${urlLengthMax} characters`);
  }
  // The URL parser drops tabs and line breaks, and reads a backslash as a slash.
  const written = /^https?:\/\/([^/?#]+)[!-~]*$/i.exec(text)?.[1];
  if (written === undefined || text.includes('\\') || !URL.canParse(text)) {
    return refused('expected an absolute https URL in printable ASCII');
  }
  if (written.includes('@')) return refused('expected a URL without credentials');
  if (text.includes('#')) return refused('expected a URL without a fragment');
  return { ok: true, value: { url: new URL(text), written } };
}

export function judgeUrl(text: string, allowances: Allowances): Result<Target> {
  const read = readUrl(text);
  if (!read.ok) return read;
  const { url, written } = read.value;
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const spelled = written.toLowerCase();
  if ((spelled !== url.host && spelled !== `${url.hostname}:${port}`) || host.endsWith('.')) {
    return refused('expected the host in its normal spelling');
  }
  if (isIP(host) !== 0) {
    const verdict = judgeAddress(host, allowances, { host, port });
    if (!verdict.ok) return verdict;
  }
  // The operator answers for what was listed, so it may also be reached without TLS and at any port.
  const listed =
    allowances.endpoints.has(endpointOf(host, port)) ||
    (isIP(host) !== 0 && isInListedNetwork(ipaddr.process(host), allowances));
  if (!secure && !listed) {
    return refused('expected https, found http');
  }
  if (port !== 443 && !listed && !allowances.ports.has(port)) {
    return refused('expected port 443 or one that the operator listed');
  }
  const path = url.pathname + url.search;
  return { ok: true, value: { secure, host, port, path, authority: url.host } };
}

/** `global`, or the name of the range that makes it something else. */
function rangeOf(address: Address): string {
  if (metadataAddresses.has(address.toNormalizedString()) && address.range() === 'unicast') {
    return 'metadata';
  }
  if (address instanceof ipaddr.IPv4) {
    const range = address.range();
    return range === 'unicast' ? 'global' : range;
  }
  const carried = carriedV4(address);
  if (carried !== null) {
    const inner = carried.map(rangeOf).find(range => range !== 'global');
    return inner === undefined ? 'global' : `${inner}, carried in IPv6`;
  }
  const range = address.range();
  if (range !== 'unicast') return range;
  // The library calls unicast whatever it has no name for.
  return address.match(globalUnicastV6) ? 'global' : 'reserved';
}

/**
 * The IPv4 addresses that packets to an IPv6 address end up at, or null where there are none: compatible (RFC
 * 4291), SIIT (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056), Teredo (RFC 4380) and ISATAP (RFC 5214).
 */
function carriedV4(address: ipaddr.IPv6): readonly ipaddr.IPv4[] | null {
  const bytes = address.toByteArray();
  const at = (start: number, mask = 0): ipaddr.IPv4 =>
    new ipaddr.IPv4(bytes.slice(start, start + 4).map(byte => byte ^ mask));
  const range = address.range();
  if (range === '6to4') return [at(2)];
  if (range === 'teredo') return [at(4), at(12, 0xff)];
  if (range === 'rfc6145' || address.match(translatedV6)) return [at(12)];
  if (range !== 'unicast') return null;
  if (address.match(compatibleV6)) return [at(12)];
  const isatap = /^0[02]005efe$/.test(
    bytes
      .slice(8, 12)
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join(''),
  );
  return isatap && address.match(globalUnicastV6) ? [at(12)] : null;
}

function isInListedNetwork(address: Address, allowances: Allowances): boolean {
  return allowances.networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}

function endpointOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function parseNetwork(text: string, path: string): readonly [Address, number] {
  const v4 = ipaddr.IPv4.isValidCIDRFourPartDecimal(text);
  if (!v4 && !ipaddr.IPv6.isValidCIDR(text)) {
    throw new ProtocolError('options_malformed', path, 'expected a network such as 10.1.0.0/16');
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  const first = (v4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text);
  if (first.toNormalizedString() !== address.toNormalizedString()) {
    throw new ProtocolError('options_malformed', path, 'expected the first address of the network');
  }
  return [address, bits];
}

function parseEndpoint(text: string, path: string): string {
  // Read as ftp, since the parser leaves out the port that is usual for a scheme.
  const url = URL.parse(`ftp://${text}/`);
  if (url === null || url.host !== text || url.port === '' || url.hostname.endsWith('.')) {
    const message = 'expected host:port, the host in its normal spelling';
    throw new ProtocolError('options_malformed', path, message);
  }
  return text;
}

function parsePort(port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ProtocolError('options_malformed', '/ports', 'expected ports from 1 to 65535');
  }
  return port;
}

function refused(detail: string): Result<never> {
  return { ok: false, refusal: { code: 'endpoint_refused', detail } };
}

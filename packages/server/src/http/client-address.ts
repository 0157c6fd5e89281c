import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The proxies in front of the server, and the one header in which they say for whom they call. */
export interface ProxyRules {
  readonly networks: readonly (readonly [Address, number])[];
  readonly header: 'x-forwarded-for' | 'forwarded';
}

/** How an operator writes one: an address or a network. Null where it is neither, or is the whole internet. */
export function parseProxy(text: string): readonly [Address, number] | null {
  const [written = '', bits, ...more] = text.split('/');
  const address = parseAddress(written);
  if (address === null || more.length > 0) return null;
  const most = written.includes(':') ? 128 : 32;
  const count = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  // A header that everyone may set says nothing.
  if (count < 1 || count > most) return null;
  // A network of mapped addresses is one of IPv4.
  const length = address.kind() === 'ipv4' && most === 128 ? count - 96 : count;
  return length < 1 ? null : [address, length];
}

export function proxyRules(settings: {
  readonly trusted_proxies: readonly string[];
  readonly proxy_header: ProxyRules['header'];
}): ProxyRules {
  const networks = settings.trusted_proxies.map(parseProxy).filter(each => each !== null);
  return { networks, header: settings.proxy_header };
}

/** Whether the server believes what this address says about its callers. */
export function isProxy(address: string | undefined, { networks }: ProxyRules): boolean {
  const found = parseAddress(address ?? '');
  return (
    found !== null &&
    networks.some(
      ([network, bits]) => network.kind() === found.kind() && found.match(network, bits),
    )
  );
}

/**
 * The address of the caller: the other end of the connection or, where that is a configured proxy, the last address
 * that a configured proxy wrote down. The header is read from its end, where the nearest proxy wrote. Everything before
 * the first address that is no proxy was sent by that address, and is not believed.
 */
export function clientAddress(
  remote: string | undefined,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  rules: ProxyRules,
): string {
  let address = parseAddress(remote ?? '');
  if (address === null) return 'unknown';
  const hops = isProxy(remote, rules) ? hopsIn(headers[rules.header], rules.header) : [];
  for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
    const before = parseHop(hop);
    // A proxy that names no one speaks for itself.
    if (before === null) break;
    address = before;
    if (!isProxy(before.toString(), rules)) break;
  }
  return address.toString();
}

/** The owner of an address, as far as it can be told: an IPv6 customer has at least a /64. */
export function addressGroup(text: string): string {
  const address = parseAddress(text);
  if (address === null) return text;
  if (address.kind() === 'ipv4') return address.toString();
  const [a, b, c, d] = (address as ipaddr.IPv6).parts;
  return `${[a, b, c, d].map(part => (part ?? 0).toString(16)).join(':')}::/64`;
}

/** In one spelling: a mapped address is the IPv4 address, and a zone is of this machine alone. */
function parseAddress(text: string): Address | null {
  const [, written = ''] = /^([^%]*)(?:%[\w.-]+)?$/.exec(text) ?? [];
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written);
  return isWritten ? ipaddr.process(written) : null;
}

function hopsIn(
  header: string | readonly string[] | undefined,
  name: ProxyRules['header'],
): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text === '') return [];
  return name === 'forwarded' ? forwardedHops(text) : text.split(',').map(each => each.trim());
}

/** The `for` of each element (RFC 7239); empty where an element has none. A quoted comma ends no element. */
function forwardedHops(text: string): string[] {
  const quotes = text.match(/"/g)?.length ?? 0;
  if (quotes % 2 !== 0) return [''];
  const elements = text.split('"').reduce<string[]>(
    (found, part, index) => {
      const [first = '', ...more] = index % 2 === 0 ? part.split(',') : [part];
      return [...found.slice(0, -1), (found.at(-1) ?? '') + first, ...more];
    },
    [''],
  );
  return elements.map(element => {
    const named = element.split(';').flatMap(pair => {
      const [key = '', ...value] = pair.split('=');
      return key.trim().toLowerCase() === 'for' ? [value.join('=').trim()] : [];
    });
    return named.length === 1 ? (named[0] ?? '') : '';
  });
}

/** An address, with or without brackets and a port. */
function parseHop(text: string): Address | null {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return parseAddress(bracketed);
  return parseAddress(/^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text);
}

import { hostOf, isLocalHost, parseAddress } from '../shell/hosts.ts';
import { UNKNOWN } from '../shell/value.ts';
import { fold, unescaped } from './path-forms.ts';

/** Where our own API answers. */
export interface OwnOrigin {
  readonly host: string;
  readonly port: number;
  readonly isLocal: boolean;
}

export function readOrigin(origin: string): OwnOrigin | null {
  const found = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/:?#]+)(?::(\d{1,5}))?\/?$/iu.exec(origin);
  if (found === null) return null;
  const [, scheme = '', name = '', given] = found;
  const host = bare(name.toLowerCase());
  const port = given === undefined ? (scheme.toLowerCase() === 'https' ? 443 : 80) : Number(given);
  return { host, port, isLocal: isThisMachine(host) };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

/** Below a request: what decides it, ends it or speaks in it. */
const ofRequest =
  'entries consume grant revoke cancel report reconcile rounds amendments allowances questions answers lift-rejection conversation-answers advice review';

/** Whole parts of the API by which people, keys, grants and guards are changed. */
const changing =
  'people preferences tool-lists allowances delegations guards batches invitations credentials session terminal-sign-ins holds locks';

const segment = '[^\\s"\'`?#/]{1,80}';

/** Requests that decide or change something. If their address cannot be read, it does not matter. */
const decidingPath = new RegExp(
  [
    `/v1/(requests/[^\\s"'\`?#]{1,80}/(${ofRequest.replaceAll(' ', '|')})`,
    ...changing.split(' '),
    ...[
      'edge/',
      'keys/',
      'oidc/',
      'plans/',
      'policy/(requests|proposals)',
      'slack/(interactions|commands)',
    ],
    `webhooks/${segment}/answers`,
    `evidence/${segment}/consume`,
    `channels/${segment}/links`,
    `dead-letters/${segment}/retry)`,
  ].join('|'),
  'u',
);

/** True if the text has an address of one of the origins, in any spelling that a client takes. */
export function findOrigins(text: string, origins: readonly OwnOrigin[]): boolean {
  const plain = fold(unescaped(text.slice(0, 65_536))).replaceAll('。', '.');
  for (const { host, port, isLocal } of origins) {
    if (hasPort(plain, port, found => (isLocal ? isLocalWord(found) : bare(found) === host)))
      return true;
    if (isLocal) continue;
    if (isNamed(plain, host)) return true;
  }
  const deciding = decidingPath.exec(plain);
  return deciding !== null && isUnreadable(plain, deciding.index);
}

/** True if the port stands behind a host that passes. */
function hasPort(text: string, port: number, passes: (host: string) => boolean): boolean {
  const digits = String(port);
  for (
    let at = text.indexOf(digits), n = 0;
    at >= 0 && n < 200;
    at = text.indexOf(digits, at + 1), n++
  ) {
    if (/[0-9]/u.test(text.charAt(at + digits.length))) continue;
    let start = at;
    while (text.charAt(start - 1) === '0') start--;
    const before = text.slice(Math.max(0, start - 260), start);
    const host =
      /(\[[0-9a-f:.%a-z]{2,60}\]|[^\s"'`/@,;()<>=[\]{}|:]*)(?::|["'`]?\s{0,4},\s{0,4}|\/)$/u.exec(
        before,
      )?.[1];
    if (host !== undefined && passes(host)) return true;
  }
  return false;
}

/** True if the host stands in the text as a host of its own. */
function isNamed(text: string, host: string): boolean {
  for (
    let at = text.indexOf(host), n = 0;
    at >= 0 && n < 200;
    at = text.indexOf(host, at + 1), n++
  ) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + host.length, at + host.length + 2);
    if (!/[a-z0-9.-]/u.test(before) && !/^(\.?[a-z0-9-])/u.test(after)) return true;
  }
  return false;
}

/** A host before a port; nothing at all means this machine, as in `http :7319`. */
function isLocalWord(host: string): boolean {
  return host === '' || host.includes(UNKNOWN) || /[$*]/u.test(host) || isThisMachine(bare(host));
}

/** Names that resolve to an address written into them, and the names that machines give themselves. */
function isThisMachine(host: string): boolean {
  const name = host.replace(/%.*$/u, '');
  if (isLocalHost(name) || /^(0|0x0|::|0:0:0:0:0:0:0:[01]|::0?1)$/u.test(name)) return true;
  if (/^::(ffff:)?(127\.|7f[0-9a-f]{2}:|0\.0\.0\.0|0:)/u.test(name)) return true;
  if (
    /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|fbi\.com|traefik\.me|local\.gd|yoogle\.com)$/u.test(
      name,
    )
  )
    return true;
  if (
    /(^|[.-])(127[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|7f[0-9a-f]{6}|0[.-]0[.-]0[.-]0)\.(nip\.io|sslip\.io|xip\.io)$/u.test(
      name,
    )
  )
    return true;
  if (/^(ip6-)?(localhost|loopback)(4|6)?(\.localdomain[46]?)?$/u.test(name)) return true;
  if (/^(host|gateway)\.(docker|containers)\.internal$/u.test(name)) return true;
  const address = parseAddress(name);
  if (address !== null) {
    const first = Math.floor(address / 2 ** 24);
    return first === 127 || address === 0 || isPrivate(address);
  }
  // A name without a dot is a machine of this network, perhaps this one.
  return /^[a-z][a-z0-9-]{0,62}$/u.test(name);
}

/** The machine has an address of its own in the network around it. */
function isPrivate(address: number): boolean {
  const first = Math.floor(address / 2 ** 24);
  const second = Math.floor(address / 2 ** 16) % 256;
  return (
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}

/** True if the host before a path is this machine's or cannot be known. */
function isUnreadable(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 260), at);
  const address = /[^\s"'`,;()<>|]*$/u.exec(before)?.[0] ?? '';
  if (address === '') return true;
  if (address.includes(UNKNOWN) || /[${}]/u.test(address)) return true;
  return isThisMachine(bare(hostOf(address)));
}

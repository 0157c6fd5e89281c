import { hostOf, isLocalHost, isUrl } from './hosts.ts';

/** A mail server of this machine at a port of its own shows mail to developers; at the usual ports it delivers. */
export function isCaught(
  code: string,
  names: readonly string[],
  strings: readonly string[],
): boolean {
  const servers = [...code.matchAll(/\bSMTP(?:_SSL)?\s{0,4}\(([^)]{0,200})\)/gu)];
  const others = names.some(
    name =>
      /(^|\.)(post|put|patch|sendall|post_form|connect)$/u.test(name) ||
      /^requests|^httpx|^urllib/u.test(name),
  );
  return (
    servers.length > 0 &&
    !others &&
    strings.filter(isUrl).every(url => isLocalHost(hostOf(url))) &&
    servers.every(([, given = '']) =>
      /^\s{0,8}(host\s{0,4}=\s{0,4})?["'](localhost|127\.0\.0\.1|::1)["']\s{0,4},\s{0,8}(port\s{0,4}=\s{0,4})?(1025|2525|3025|8025|1125)\b/u.test(
        given,
      ),
    )
  );
}

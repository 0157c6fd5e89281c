const metadataNames = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.azure.com',
]);

// 169.254.169.254 (AWS, GCP, Azure), 169.254.170.2 and .23 (container credentials), 100.100.100.200 (Alibaba), 192.0.0.192 (Oracle).
const metadataAddresses = new Set([0xa9fea9fe, 0xa9feaa02, 0xa9feaa17, 0x646464c8, 0xc00000c0]);

/** Reads an IPv4 address in every spelling that C libraries take: decimal, hex, octal, one to four parts. */
export function parseAddress(host: string): number | null {
  if (host.length > 48) return null;
  const parts = host.split('.');
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    let value: number;
    if (/^0[xX][0-9a-fA-F]{1,8}$/u.test(part)) value = Number.parseInt(part.slice(2), 16);
    else if (/^0[0-7]{1,12}$/u.test(part)) value = Number.parseInt(part, 8);
    else if (/^[0-9]{1,10}$/u.test(part)) value = Number.parseInt(part, 10);
    else return null;
    numbers.push(value);
  }
  const last = numbers.pop();
  if (last === undefined || numbers.some(value => value > 255)) return null;
  let address = last;
  numbers.forEach((value, i) => {
    address += value * 256 ** (3 - i);
  });
  return address <= 0xffffffff ? address : null;
}

/** The host in `scheme://user@host:port/path`, or in a word that is only a host. */
export function hostOf(text: string): string {
  let rest = text.slice(0, 2048);
  const scheme = rest.indexOf('://');
  if (scheme >= 0) rest = rest.slice(scheme + 3);
  const end = rest.search(/[/?#]/u);
  if (end >= 0) rest = rest.slice(0, end);
  rest = rest.slice(rest.lastIndexOf('@') + 1);
  if (rest.startsWith('[')) return rest.slice(1, Math.max(1, rest.indexOf(']'))).toLowerCase();
  const colon = rest.indexOf(':');
  return (colon >= 0 ? rest.slice(0, colon) : rest).toLowerCase();
}

/** True for the addresses from which a machine in a cloud gets its own credentials. */
export function isMetadataHost(host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (metadataNames.has(name)) return true;
  const mapped = name.startsWith('::ffff:') ? name.slice(7) : name;
  if (name === 'fd00:ec2::254' || name === 'fd20:ce::254' || name === '::ffff:a9fe:a9fe')
    return true;
  const address = parseAddress(mapped);
  if (address !== null) return metadataAddresses.has(address) && address > 0xffff;
  // Services that resolve any address written into a name.
  return /(^|[.-])169[.-]254[.-]169[.-]254[.-]/u.test(`${name}.`);
}

/** True for the machine itself. */
export function isLocalHost(host: string): boolean {
  if (['localhost', '::1', '0.0.0.0', 'host.docker.internal', ''].includes(host)) return true;
  if (host.endsWith('.localhost') || host.endsWith('.local') || host.endsWith('.test')) return true;
  const address = host.includes('.') ? parseAddress(host) : null;
  return address !== null && Math.floor(address / 2 ** 24) === 127;
}

/** True if the text looks like something to fetch, with or without a scheme. */
export function isUrl(text: string): boolean {
  return /^(https?|ftps?|git|ssh|git\+[a-z]{2,8}|s3|gs|data|ext):/iu.test(text);
}

/** True if the name of a variable says that its value is a credential. */
export function isSecretName(name: string): boolean {
  const words = name.toLowerCase().split(/[^a-z0-9]/u);
  if (words.includes('public') || words.includes('pub')) return false;
  if (
    /(file|path|dir|name|id|url|length|count|ttl)$/u.test(name.toLowerCase()) &&
    !/(database|db|redis|mongo|amqp|dsn)/u.test(name.toLowerCase())
  )
    return false;
  return (
    words.some(word =>
      /^(secret|secrets|token|tokens|password|passwd|pwd|pass|passphrase|credential|credentials|apikey|pat|dsn|jwt|cookie)$/u.test(
        word,
      ),
    ) ||
    /(api|access|private|signing|encryption|master|secret|auth|ssh)_?key/u.test(
      name.toLowerCase(),
    ) ||
    /(database|db|redis|mongo|amqp)[a-z]{0,4}_ur[il]/u.test(name.toLowerCase())
  );
}

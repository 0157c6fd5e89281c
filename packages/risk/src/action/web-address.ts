import type { RiskSettings } from '../risk-settings.ts';
import { hostOf, isLocalHost, isMetadataHost, parseAddress } from '../shell/hosts.ts';
import { splitWords } from './words.ts';

/** Where an address leads. */
interface AddressReading {
  readonly host: string;
  readonly metadata: boolean;
  readonly local: boolean;
  /** On a private network, or under a name that only resolves inside. */
  readonly inside: boolean;
  /** Certainly foreign: a drop for data, a bare public address, a name without an owner. */
  readonly foreign: boolean;
}

/** Hosts at which anyone can receive what is sent to them. */
const drops: ReadonlySet<string> = new Set(
  `webhook.site requestbin.com requestbin.net pipedream.net ngrok.io ngrok.app ngrok-free.app transfer.sh file.io pastebin.com
  paste.ee hastebin.com ix.io 0x0.st termbin.com gist.github.com gofile.io anonfiles.com bashupload.com temp.sh oast.fun oast.me
  oast.pro oastify.com burpcollaborator.net interact.sh interactsh.com beeceptor.com trycloudflare.com serveo.net loca.lt
  discord.com discordapp.com api.telegram.org t.me dpaste.com rentry.co catbox.moe wetransfer.com mega.nz dropbox.com
  hookbin.com requestcatcher.com postb.in localtunnel.me tmpfiles.org uguu.se pixeldrain.com mediafire.com sendspace.com zapier.com
  ifttt.com maker.ifttt.com canarytokens.com dnslog.cn ceye.io sprunge.us privatebin.net controlc.com ghostbin.com`.split(
    /\s+/,
  ),
);

const foreignWords: ReadonlySet<string> = new Set(
  'pastebin paste requestbin exfil attacker evil webhook collector dropbox'.split(' '),
);

const insideEndings = [
  '.internal',
  '.local',
  '.lan',
  '.corp',
  '.intranet',
  '.home',
  '.svc',
  '.cluster.local',
  '.localdomain',
  '.private',
];

/**
 * Names that are reserved for documents and tests: their receiver is never one's own organisation, except where the name
 * is the one by which documents call it. No mail reaches such a name, so that nothing is lost by the exception.
 */
export function isReservedName(domain: string): boolean {
  if (/(?:^|\.)(?:acme|ourcompany|mycompany|intranet|inhouse)\.example$/u.test(domain))
    return false;
  return /(^|\.)example(\.(com|net|org|io|dev|co))?$/u.test(domain) || domain.endsWith('.invalid');
}

/** True if the domain, or one above it, is in the settings. */
export function isOwnDomain(domain: string, settings: RiskSettings): boolean {
  for (const own of settings.internal_domains) {
    if (domain === own || domain.endsWith(`.${own}`)) return true;
  }
  return false;
}

export function readAddress(url: string, settings: RiskSettings): AddressReading {
  const plain = decode(url.slice(0, 2048)).replaceAll('\\', '/').normalize('NFKC');
  const host = decode(hostOf(plain.replace(/^\/\//u, '')));
  const bare = host.endsWith('.') ? host.slice(0, -1) : host;
  const local = isLocalHost(bare);
  const metadata = isMetadataHost(bare) || isMetadataPath(url, bare);
  const address = parseAddress(bare);
  const own = isOwnDomain(bare, settings);
  const inside =
    own ||
    local ||
    insideEndings.some(ending => bare.endsWith(ending)) ||
    !bare.includes('.') ||
    isPrivate(address);
  return {
    host: bare,
    metadata,
    local,
    inside,
    foreign:
      !inside && (isDrop(bare) || address !== null || isReservedName(bare) || /:.*:/u.test(bare)),
  };
}

/** Every address in a text, also those hidden in the query of another one. Bounded. */
export function addressesIn(text: string): readonly string[] {
  const found: string[] = [];
  const looked = decode(decode(text.slice(0, 8192)));
  let from = 0;
  for (let step = 0; step < 32; step += 1) {
    const at = looked.indexOf('://', from);
    if (at < 0) break;
    let start = at;
    while (start > 0 && at - start < 16 && /[a-zA-Z0-9+.-]/u.test(looked[start - 1] ?? ''))
      start -= 1;
    const rest = looked.slice(start, at + 2048);
    const end = rest.search(/[\s"'<>`]/u);
    found.push(end < 0 ? rest : rest.slice(0, end));
    from = at + 3;
  }
  return found;
}

/** The paths of the services that hand out a machine's own credentials, whatever the host is called. */
function isMetadataPath(url: string, host: string): boolean {
  const text = decode(url.slice(0, 2048)).toLowerCase();
  return (
    /\/(latest|computemetadata\/v1|metadata)\/(meta-data|api\/token|instance|identity|user-data|dynamic)/u.test(
      text,
    ) &&
    (host === '' || !host.includes('docs.'))
  );
}

function isDrop(host: string): boolean {
  if (drops.has(host)) return true;
  const labels = host.split('.');
  for (let at = 1; at < labels.length - 1; at += 1)
    if (drops.has(labels.slice(at).join('.'))) return true;
  return splitWords(host).some(word => foreignWords.has(word));
}

function isPrivate(address: number | null): boolean {
  if (address === null) return false;
  const first = Math.floor(address / 2 ** 24);
  const second = Math.floor(address / 2 ** 16) % 256;
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-9a-fA-F]{2})/gu, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const sharedBucket =
  /^(?:s3[an]?|gs|abfss?|wasbs?|az):\/\/[^/]{0,200}(?:partner|vendor|extern|third-?party|dropzone|public|shared)/iu;

/** True if the name of the bucket says that others take from it. */
export function isSharedBucket(address: string): boolean {
  return sharedBucket.test(address.slice(0, 400));
}

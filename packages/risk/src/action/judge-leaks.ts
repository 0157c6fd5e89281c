import type { Carried } from '../canonical/carried-code.ts';
import {
  type FoundSecret,
  findKeyInAddress,
  findPacked,
  findSecret,
  hasKeyPair,
  isSecretMember,
} from '../secrets/find-secret.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { role } from './parameter-key.ts';
import { audienceOf } from './recipients.ts';
import type { Leaf } from './survey.ts';
import { addressesIn, readAddress } from './web-address.ts';

/** A way by which the values of a call reach another party, and how certain it is that the party is outside. */
interface WayOut {
  readonly when: (facts: CallFacts) => boolean;
  readonly level: 'high' | 'critical';
  readonly evidence: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));
const publicPlaces = words(
  'gist gists paste pastebin tweet twitter linkedin facebook reddit blog wordpress medium publish post website forum',
);
const codeHosts = words(
  'github gitlab bitbucket commit commits push pr pull merge issue issues release wiki repo repository git',
);
const chats = words('slack teams discord telegram whatsapp mattermost zulip webex intercom');
const lookups = words('dns dig nslookup resolve whois ping traceroute');
const services = words(
  'search google bing web browser translate completion llm model prompt ask summarize upload share webhook zapier ifttt',
);
const keepers = words(
  'vault secret secrets keychain keyring credential credentials env environment variable variables kms parameter',
);

/** In order; the first way that the call takes decides. */
const waysOut: readonly WayOut[] = [
  {
    when: facts => mentions(facts, publicPlaces) && !isPassive(facts.effect),
    level: 'critical',
    evidence: 'to everyone',
  },
  {
    when: facts =>
      facts.effect === 'send' || facts.domains.has('message') || mentions(facts, chats),
    level: 'high',
    evidence: 'in a message',
  },
  {
    when: facts => mentions(facts, codeHosts) && !isPassive(facts.effect),
    level: 'critical',
    evidence: 'to a place where code is shared',
  },
  { when: facts => mentions(facts, lookups), level: 'critical', evidence: 'in the name of a host' },
  {
    when: facts => facts.effect === 'export' || mentions(facts, services),
    level: 'high',
    evidence: 'to another service',
  },
];

const credentialHeaders = words(
  'authorization cookie token x_api_key api_key apikey x_auth_token proxy_authorization',
);

/** Credentials that leave by any way: an address, a header, a body, a message, a commit, a host name, a script. */
export function judgeLeaks(facts: CallFacts, scripts: readonly Carried[], report: Report): void {
  for (const script of scripts) judgeScript(script, facts, report);
  if (facts.seen.leaves.some(leaf => packsSecret(leaf, facts)))
    report('secret_leaving', 'critical', 'a secret goes outside in an address');
  const hosts = hostsOf(facts);
  if (hosts.length > 0) {
    judgeHosts(facts, hosts, report);
    return;
  }
  const way = waysOut.find(({ when }) => when(facts));
  if (way === undefined || mentions(facts, keepers)) return;
  const text = textOf(facts.seen.leaves);
  const audience = audienceOf(facts.seen, facts.settings, facts.resource, mentions(facts, chats));
  const found =
    findSecret(text) ??
    (way.evidence === 'in a message' && tellsPassword.test(text.slice(0, 16_384))
      ? { name: 'password', home: [] }
      : null) ??
    memberSecret(facts.seen.leaves) ??
    ((audience.outside !== null || facts.seen.leaves.some(isOnePerson)) && hasKeyPair(text)
      ? { name: 'key with its secret', home: [] }
      : null);
  if (found === null) return;
  const isOutside =
    way.level === 'critical' || audience.outside !== null || audience.everyone !== null;
  report(
    'secret_leaving',
    isOutside ? 'critical' : 'high',
    `a ${found.name} leaves ${way.evidence}`,
  );
}

/** `Here is the password of the mailbox: Turmfalke!88`: a word that no dictionary has, behind a word for a secret. */
const tellsPassword =
  /\b(?:password|passwort|kennwort|passcode|passphrase|mot de passe|contraseña|senha|wachtwoord|hasło|credentials?|login)\b[^\n]{0,90}?(?::|=|\bis|\bist|\best)\s{1,3}["'`]?(?=[^\s]{0,40}\d)(?=[^\s]{0,40}[A-Za-z])(?!https?:)[^\s"'`]{6,64}/iu;

const personKeys = words(
  'user user_id username recipient to handle chat_id phone phone_number dm im direct_message person',
);

/** A conversation with one person, of whom nothing is known: `D04…` and `U04…` in chats, `@lee`. */
function isOnePerson({ key, value }: Leaf): boolean {
  if (typeof value !== 'string' || value === '' || value.startsWith('#')) return false;
  if (personKeys.has(key.name)) return true;
  return (key.roles & role.recipient) !== 0 && /^(?:[DUW][A-Z0-9]{5,}$|@)/u.test(value);
}

/** Hosts outside to which the call itself goes, or to which it sends what it carries. */
function hostsOf(facts: CallFacts): readonly string[] {
  const urls: string[] = [];
  if (facts.http !== null) urls.push(facts.http.url);
  const sends = !isPassive(facts.effect) || facts.http !== null || facts.domains.has('web');
  for (const { key, value } of facts.seen.leaves) {
    if (typeof value !== 'string' || (key.roles & (role.address | role.destination)) === 0)
      continue;
    if (sends && value.includes('://')) urls.push(value);
  }
  if (facts.resource?.includes('://') === true && sends) urls.push(facts.resource);
  return urls.slice(0, 32).flatMap(url => {
    const { host, inside } = readAddress(url, facts.settings);
    return inside || host === '' || !/^[a-z+]{2,12}:\/\//iu.test(url) ? [] : [host];
  });
}

function judgeHosts(facts: CallFacts, hosts: readonly string[], report: Report): void {
  const isHeader = ({ key, parent }: Leaf): boolean =>
    parent?.name === 'headers' || key.words.includes('headers') || credentialHeaders.has(key.name);
  const strings = facts.seen.leaves.filter(leaf => typeof leaf.value === 'string');
  const sent = findSecret(
    `${textOf(strings.filter(leaf => !isHeader(leaf)))}\n${facts.resource ?? ''}`,
  );
  const shown = findSecret(textOf(strings.filter(isHeader)));
  const foreign = hosts.some(host => readAddress(`https://${host}/`, facts.settings).foreign);
  if (sent !== null && !goesHome(sent, hosts) && (isFormat(sent) || foreign))
    report('secret_leaving', 'critical', `a ${sent.name} goes outside`);
  // A token in its header is how a service is called. One that another service issued is not.
  const strays = shown !== null && !goesHome(shown, hosts) && (shown.home.length > 0 || foreign);
  if (strays)
    report('secret_leaving', 'critical', `a ${shown.name} goes to a host that did not issue it`);
  if (foreign && sent === null && memberSecret(strings) !== null)
    report('secret_leaving', 'critical', 'a secret by its name goes outside');
}

/** To read an address is to send all that stands in it. */
function packsSecret({ key, value }: Leaf, { settings }: CallFacts): boolean {
  if (typeof value !== 'string' || (key.roles & role.address) === 0) return false;
  if (!/^https?:\/\//iu.test(value)) return false;
  const { inside, host, foreign } = readAddress(value, settings);
  if (inside || host === '') return false;
  if (findPacked(value) !== null) return true;
  const found = (foreign ? findSecret(value) : null) ?? findKeyInAddress(value);
  return found !== null && isFormat(found) && !goesHome(found, [host]);
}

/** Known by its own form, and not only by the name beside it. */
function isFormat({ name }: FoundSecret): boolean {
  return name !== 'secret by its name';
}

function goesHome({ home }: FoundSecret, hosts: readonly string[]): boolean {
  return (
    hosts.length > 0 &&
    hosts.every(host => home.some(own => host === own || host.endsWith(`.${own}`)))
  );
}

function textOf(leaves: readonly Leaf[]): string {
  const texts: string[] = [];
  for (const { value } of leaves)
    if (typeof value === 'string' && value.length >= 8) texts.push(value);
  return texts.join('\n');
}

function memberSecret(leaves: readonly Leaf[]): FoundSecret | null {
  const isSecret = leaves.some(
    ({ key, value }) => typeof value === 'string' && isSecretMember(key.name, value),
  );
  return isSecret ? { name: 'secret by its name', home: [] } : null;
}

/** Programs and calls that send what they are given, with no address to be seen. */
const senders =
  /(?:^|[\s;&|(`$'"])(?:nc|ncat|netcat|socat|telnet|dig|nslookup|host|ping|mail|mailx|sendmail|mutt|scp|rsync|sftp|ftp|gh|glab|rclone|gsutil)\s|\bgit\s+(?:-\S+\s+)*(?:commit|push|tag|notes)\b|\baws\s+s3\b|smtplib|socket\.|gethostbyname|getaddrinfo|dns\.(?:resolve|lookup)|sendBeacon/u;

function judgeScript(script: Carried, facts: CallFacts, report: Report): void {
  if (script.kind === 'sql' || (script.kind === 'code' && script.placed === true)) return;
  const text = script.kind === 'argv' ? script.argv.join(' ') : script.text;
  const found = findSecret(text);
  if (found === null || !isFormat(found)) return;
  const hosts = addressesIn(text)
    .map(url => readAddress(url, facts.settings))
    .filter(({ inside, host }) => !inside && host !== '')
    .map(({ host }) => host);
  const leaves = hosts.length > 0 ? !goesHome(found, hosts) : senders.test(` ${text}`);
  const isLogin =
    found.name === 'password in an address' && !says(facts, 'webhook') && hosts.length <= 1;
  if (leaves && !isLogin)
    report('secret_leaving', 'critical', `a ${found.name} leaves in a script`);
}

import type { JsonValue } from '@countersign/protocol/json';
import { role } from './parameter-key.ts';
import { lifetimes, protections } from './protection-words.ts';
import { isNo, type Leaf } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

const switchingOff: ReadonlySet<string> = new Set([
  'skip',
  'bypass',
  'disable',
  'ignore',
  'no',
  'without',
  'suppress',
  'insecure',
  'unsafe',
  'override',
  'allow',
  'dangerously',
  'omit',
  'exempt',
]);

const openValues: ReadonlySet<string> = new Set([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0',
  'allusers',
  'allauthenticatedusers',
  'public',
  'public-read',
  'public-read-write',
  'anyone',
  'anyone_with_link',
  'anyonewithlink',
  'anyone with the link',
  'authenticatedusers',
  'authenticated-read',
  'world',
  'anonymous',
  'internet',
  'everyone',
  'public_read',
  'unlisted',
  'any',
  'open',
  'public-access',
  'link',
  'unrestricted',
  'world-readable',
]);

const openKeys: ReadonlySet<string> = new Set(
  `visibility acl access principal principals cidr cidr_ip source sources source_ranges source_range security_level level sharing share type scope member members role privacy
  link_access general_access permission permissions grantee audience access_level ip_range ip ips cidrs cidr_blocks source_ip remote_ip_prefix allowed_origins
  allow_from allowed_ips who general link_sharing anonymous_access public_access default_access allowed_cidrs predefined_acl canned_acl ranges ip_ranges from_cidr link_permission`.split(
    /\s+/,
  ),
);

const openKeyWords: ReadonlySet<string> = new Set([
  'visibility',
  'privacy',
  'access',
  'sharing',
  'acl',
]);

/** Yes to one of these opens something, wherever it stands. */
const openingFlags: ReadonlySet<string> = new Set(
  `public is_public publicly_accessible public_access anonymous allow_anonymous anyone_can_view anyone_with_link make_public allow_public_access
  share_publicly public_read allow_unauthenticated unauthenticated world_readable publicly_readable allow_public link_sharing`.split(
    /\s+/,
  ),
);

export const subjects: ReadonlySet<string> = new Set([
  'flag',
  'key',
  'name',
  'setting',
  'parameter',
  'option',
  'feature',
  'control',
  'rule',
  'policy',
  'property',
  'field',
  'check',
]);
export const states: ReadonlySet<string> = new Set([
  'value',
  'enabled',
  'state',
  'active',
  'on',
  'status',
  'default',
  'is_enabled',
  'is_active',
  'new_value',
]);
/** Values that mean everyone under any name. */
const everybody: ReadonlySet<string> = new Set([
  '0.0.0.0/0',
  '::/0',
  'allusers',
  'allauthenticatedusers',
  'public-read',
  'public-read-write',
]);

/** `anyone with the link`, as people write it in their own language. */
const anyoneWithLink =
  /^(?:anyone|everyone|chiunque|cualquiera|quiconque|qualquer|jeder|iedereen|każdy|誰でも|任何人|누구나).{0,24}(?:link|enlace|lien|odnośnik|リンク|链接|링크)/u;

const onTheWeb =
  /^(?:anyone|everyone|everybody|public|visible)[\s_-]+(?:on|in|to)[\s_-]+(?:the[\s_-]+)?(?:web|internet|world|public)$/u;

export function opens(leaf: Leaf): boolean {
  const { key, value } = leaf;
  const opensByName = openingFlags.has(key.name) || isMadePublic(key.words);
  if (opensByName && isTrue(value)) return true;
  if (key.words[0] === 'block' || closing.test(key.name))
    return (key.words[0] !== 'block' || key.words.includes('public')) && isFalse(value);
  return typeof value === 'string' && value.length <= 64 && opensByValue(leaf, value);
}

function isTrue(value: Leaf['value']): boolean {
  return value === true || value === 'true' || value === 1;
}

function isFalse(value: Leaf['value']): boolean {
  return value === false || value === 'false';
}

function opensByValue({ key }: Leaf, value: string): boolean {
  const text = value.trim().toLowerCase();
  if (everybody.has(text) || anyoneWithLink.test(text) || onTheWeb.test(text)) return true;
  if (text === '*') return takesWildcards.test(key.name);
  const isOpenKey =
    openKeys.has(key.name) || openKeys.has(key.last) || hasAny(key.words, openKeyWords);
  if (!isOpenKey) return false;
  if (/^(?:type|scope|role|level)$/u.test(key.name))
    return /^(?:anyone|(?:everyone|allusers|public)$)/u.test(text);
  return openValues.has(text);
}

const takesWildcards =
  /^(principal|aws|principals|member|members|source|cidr|acl|allowed_origins|origin|resource_policy)$/u;

/** `cloud_recording_public`: the last word says for whom. */
function isMadePublic(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.at(-1) === 'public' &&
    !/^(?:block|non|not|no)$/u.test(words.at(-2) ?? '')
  );
}

/** Switches that keep others out; off is what opens. */
const closing = /^(?:private|is_private|restrict_public_buckets|ignore_public_acls)$/u;

/** `allow_force_push`, `allow_deletions`: yes to one of these takes a protection away from a shared branch. */
function allowsLoss({ key, value }: Leaf): boolean {
  return (
    key.words[0] === 'allow' &&
    key.words.some(word => losses.has(word)) &&
    (value === true || value === 'true' || value === 1)
  );
}

const losses: ReadonlySet<string> = new Set(
  'force forced deletion deletions bypass fork'.split(' '),
);

/** `ssoProtection: null`: how an interface is told that there is to be none. */
function takesAway({ key, value }: Leaf): boolean {
  return (
    value === null &&
    (key.last === 'protection' || (key.words[0] === 'required' && key.words.length > 1))
  );
}

/** `bypass_cab: true`, `Interlock.Bypass`: a yes bypasses a control. Bypassing a cache is everyday work. */
function bypasses({ key, value }: Leaf): boolean {
  if (value !== true && value !== 'true' && value !== 1) return false;
  return key.words.length > 1 && key.words.includes('bypass') && !hasAny(key.words, caches);
}

const caches: ReadonlySet<string> = new Set('cache caches cdn proxy'.split(' '));

/** A protection set to no, a number of required reviews set to nothing, or a switch that skips one. */
export function weakens(leaf: Leaf): boolean {
  const { key, value, owner } = leaf;
  if (allowsLoss(leaf) || takesAway(leaf) || bypasses(leaf)) return true;
  if ((key.roles & role.guard) !== 0) return weakensGuard(leaf);
  // `flag: "auth.require_mfa"` beside `value: false`.
  return states.has(key.name) && value !== null && isNo(value) && owner !== null
    ? Object.entries(owner).some(([name, subject]) => namesProtection(name, subject))
    : false;
}

/** A parameter that is named after a protection. */
function weakensGuard(leaf: Leaf): boolean {
  const { key, value } = leaf;
  const first = key.words[0] ?? '';
  if (shortens(leaf)) return true;
  if (switchingOff.has(first)) return value === true || value === 'true' || value === 1;
  // A meeting that is not recorded by itself loses no protection.
  if (key.words.includes('dry') || first === 'auto') return false;
  return isOff(value) || (value === 0 && hasAny(key.words, counted));
}

/** None of these is none at all. */
const counted: ReadonlySet<string> = new Set('required retention approvals reviews'.split(' '));

function namesProtection(name: string, subject: JsonValue | undefined): boolean {
  if (typeof subject !== 'string' || !subjects.has(name.toLowerCase())) return false;
  const words = splitWords(subject);
  return hasAny(words, protections) && !words.includes('disable') && !words.includes('skip');
}

function isOff(value: Leaf['value']): boolean {
  return value === false || (typeof value === 'string' && offWords.has(value));
}

const offWords: ReadonlySet<string> = new Set(['false', 'off', 'disabled', 'none', 'OFF']);

/** Keeps data for so short a time that it is as good as deleting it. */
export function shortens(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (!hasAny(key.words, lifetimes)) return false;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^[0-9]{1,15}$/u.test(value.trim())
        ? Number(value)
        : null;
  if (number === null) return false;
  if (key.last === 'ms') return number < 86_400_000;
  if (key.last === 'seconds' || key.last === 'sec') return number < 86_400;
  if (key.last === 'bytes') return number >= 0 && number < 1_000_000;
  if (key.last === 'hours') return number < 24;
  return number <= 1;
}

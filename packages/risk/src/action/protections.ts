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
/** A value that admits all callers. */
export function opens(leaf: Leaf): boolean {
  const { key, value } = leaf;
  if (openingFlags.has(key.name)) return value === true || value === 'true' || value === 1;
  if (
    key.name === 'private' ||
    key.name === 'is_private' ||
    key.words[0] === 'block' ||
    key.name === 'restrict_public_buckets' ||
    key.name === 'ignore_public_acls'
  ) {
    return (
      (key.words[0] !== 'block' || key.words.includes('public')) &&
      (value === false || value === 'false')
    );
  }
  if (typeof value !== 'string' || value.length > 64) return false;
  const text = value.trim().toLowerCase();
  if (
    text === '0.0.0.0/0' ||
    text === '::/0' ||
    text === 'allusers' ||
    text === 'allauthenticatedusers' ||
    text === 'public-read' ||
    text === 'public-read-write'
  )
    return true;
  if (text === '*')
    return /^(principal|aws|principals|member|members|source|cidr|acl|allowed_origins|origin|resource_policy)$/u.test(
      key.name,
    );
  if (!openKeys.has(key.name) && !openKeys.has(key.last) && !hasAny(key.words, openKeyWords))
    return false;
  if (key.name === 'type' || key.name === 'scope' || key.name === 'role' || key.name === 'level')
    return (
      text.startsWith('anyone') || text === 'everyone' || text === 'allusers' || text === 'public'
    );
  return openValues.has(text);
}

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

/** A protection set to no, a number of required reviews set to nothing, or a switch that skips one. */
export function weakens(leaf: Leaf): boolean {
  const { key, value, owner } = leaf;
  if (allowsLoss(leaf) || takesAway(leaf)) return true;
  const first = key.words[0] ?? '';
  if ((key.roles & role.guard) !== 0) {
    if (shortens(leaf)) return true;
    if (switchingOff.has(first)) return value === true || value === 'true' || value === 1;
    if (key.words.includes('dry')) return false;
    if (isOff(value)) return true;
    if (value === 0)
      return (
        key.words.includes('required') ||
        key.words.includes('retention') ||
        key.words.includes('approvals') ||
        key.words.includes('reviews')
      );
    return shortens(leaf);
  }
  // `flag: "auth.require_mfa"` beside `value: false`.
  if (states.has(key.name) && owner !== null && value !== null && isNo(value)) {
    for (const name in owner) {
      const subject = owner[name];
      if (typeof subject !== 'string' || !subjects.has(name.toLowerCase())) continue;
      const words = splitWords(subject);
      if (hasAny(words, protections) && !words.includes('disable') && !words.includes('skip'))
        return true;
    }
  }
  return false;
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

import type { JsonValue } from '@countersign/protocol/json';

const off: readonly JsonValue[] = [
  false,
  'false',
  'off',
  'no',
  'disabled',
  'disable',
  'none',
  'never',
];
const on: readonly JsonValue[] = [true, 'true', 'on', 'yes', 'enabled', 'always'];

/** Names in parts, such as `mfa_enabled`, of which one part says that something is kept safe. */
const safeguard =
  /(?:^|_)(?:mfa|2fa|totp|two_factor|tls|ssl|https_only|verify|verification|encrypt(?:ed|ion)?|audit|protect(?:ed|ion)?|versioning|backups?|approvals?|signatures?|firewall|waf|csrf|captcha|rate_limit(?:ing)?|throttl(?:e|ing)|safe_mode|sandbox(?:ed)?|quarantine|immutab(?:le|ility)|object_lock|enforce|strict|require|private|read_only|confirm(?:ation)?|dlp|antivirus|monitoring|alerts?|alerting|secure|http_only|same_site|revoke|invalidate|sso)(?:_|$)/;
const offByName =
  /^(?:skip|no|without|disable|bypass|ignore|suppress)_\w+|(?:^|_)(?:public|is_public|insecure|unsafe|trust_all|(?:allow|accept)_(?:all|any|anonymous|unauthenticated|insecure|unsafe|public\w*|force\w*|deletions?|overwrite|data_loss|downtime|destructive\w*|root)|publicly_accessible|auto_approve|privileged|superuser|is_admin|is_superuser)(?:_|$)/;
const forced = /^(?:force|forced|hard|overwrite|purge|permanent(?:ly)?|cascade)$/;
const rehearsal = /^(?:dry_?run|simulate|preview_only|test_mode)$/;
const told = /^(?:confirm|backup|verify|notify(?:_?customer)?|enabled?|logging|logs?)$/;
const harmlessOff =
  /^(?:no_(?:cache|wait|color|progress)|skip_(?:cache|empty|blank)\w*|ignore_(?:case|whitespace|empty)\w*)$/;

/** How a switch changes the safety of an action. Null if it says nothing about safety. */
export function flagWords(name: string, value: JsonValue, isReading: boolean): string | null {
  const key = plainName(name);
  if (on.includes(value)) {
    if (forced.test(key) || (key === 'recursive' && !isReading))
      return 'Goes on where the tool would stop.';
    if (offByName.test(key) && !harmlessOff.test(key)) return 'Leaves out a safeguard.';
    return null;
  }
  if (!off.includes(value)) return null;
  if (rehearsal.test(key)) return 'Not a rehearsal: it happens.';
  return told.test(key) || safeguard.test(key) ? 'Turned off.' : null;
}

const leastNone =
  /(?:^|_)(?:retention|backups?|snapshots?|min_?(?:replicas|instances|size)|replicas|required_\w*(?:reviews?|approv\w*|checks?|signatures?)|(?:reviews?|approv\w*)_required|quorum)(?:_|$)/;

/** Whether a number leaves nothing of what keeps something safe. */
export function isNoneLeft(name: string, value: JsonValue): boolean {
  return (value === 0 || value === '0') && leastNone.test(plainName(name));
}

/** `requireMfa`, `require-mfa` and `require_mfa` are one name. */
export function plainName(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
}

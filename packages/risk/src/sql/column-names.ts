import { splitWords } from '../action/words.ts';
import { wordSet } from './word-set.ts';

const secretEnds = wordSet(`
  password passwd pwd passphrase passcode secret secrets token apikey credential credentials
  rolpassword authentication_string otp totp pin cookie jwt cvv cvc umoptions passwordhash
`);
const keyKinds = wordSet(`
  api secret private access encryption signing master ssh aws hmac service license stripe
`);
const derived = wordSet(`
  hash hashed digest encrypted salt value plain plaintext string enc ciphertext seed hex raw
  md 5 sha 256
`);
const aboutSecrets = wordSet(`
  has is no num count last requires needs must can allow use uses next max min page
  continuation sync
`);

/** True for a column that holds a secret or something that works like one: not one that tells about it. */
export function isSecretColumn(column: string): boolean {
  if (column === 'authentication_string') return true;
  const words = [...splitWords(column)];
  if (aboutSecrets.has(words[0] ?? '')) return false;
  const trailing = words.length;
  while (words.length > 1 && derived.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (secretEnds.has(last)) return true;
  if (last === 'codes' || last === 'code')
    return words.at(-2) === 'recovery' || words.at(-2) === 'backup';
  if (last === 'connection' && trailing > words.length) return true;
  return last === 'key' && keyKinds.has(words.at(-2) ?? '');
}

const identityColumns = wordSet(`
  ssn sin nin tin iban passport card_number credit_card cardnumber pan account_number
  routing_number national_id tax_id social_security_number credit_card_number passport_number
  bank_account drivers_license cc_number medical_record_number diagnosis salary
`);

/** True for a number by which a person can be robbed or impersonated. */
export function isIdentityColumn(column: string): boolean {
  return identityColumns.has(column);
}

const personalColumns = wordSet(`
  email emails email_address e_mail mail phone phone_number mobile telephone address street
  street_address home_address postal_address address_line1 full_name first_name last_name
  surname date_of_birth dob birthdate birthday ip_address postcode zip zip_code
`);

export function isPersonalColumn(column: string): boolean {
  if (personalColumns.has(column) || isIdentityColumn(column)) return true;
  const words = splitWords(column);
  const last = words.at(-1) ?? '';
  return last === 'email' || last === 'phone';
}

const rightsColumns = wordSet(`
  role roles is_admin isadmin admin is_superuser superuser is_staff is_owner permissions
  permission scopes scope privileges access_level user_role role_id account_type is_root
  rolsuper can_approve clearance
`);

export function isRightsColumn(column: string): boolean {
  return rightsColumns.has(column) || column.startsWith('is_admin') || column.endsWith('_role');
}

const elevated = wordSet(`
  owner admin administrator superuser superadmin super_admin root sysadmin god all * true 1 t
  full approver write manager maintainer
`);

/** True for a value that gives more in a column of rights. */
export function isElevated(value: string): boolean {
  const lower = value.toLowerCase();
  return (
    elevated.has(lower) ||
    splitWords(lower.slice(0, 200)).some(
      word => word !== '1' && word !== 't' && word !== 'all' && elevated.has(word),
    )
  );
}

const protections = wordSet(`
  mfa_enabled two_factor_enabled totp_enabled mfa_required is_verified email_verified
  is_locked locked locked_until banned require_approval requires_approval approval_required
  two_factor_secret failed_attempts ip_allowlist fraud_hold kyc_status audit_enabled
`);

/** True for a column that switches a protection of an account. */
export function isProtectionColumn(column: string): boolean {
  return protections.has(column);
}

/** True for a column that names one row. */
export function isKeyColumn(column: string): boolean {
  const last = splitWords(column).at(-1) ?? '';
  return (
    last === 'id' ||
    last === 'uuid' ||
    last === 'guid' ||
    last === 'key' ||
    last === 'email' ||
    last === 'slug' ||
    last === 'oid' ||
    last === 'pk' ||
    last === 'number' ||
    last === 'sku' ||
    last === 'ctid' ||
    last === 'username'
  );
}

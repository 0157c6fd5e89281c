import { type KeyFormat, keyFormats } from './key-formats.ts';

/** A credential in a text. The value itself is never part of it. */
export interface FoundSecret {
  /** What it is, for people. */
  readonly name: string;
  /** Hosts of its issuer. */
  readonly home: readonly string[];
}

const longest = 262_144;

/**
 * The first credential in a text, plain or in a form that is easily undone: encoded for an address, in base64 or hex,
 * put together from pieces, or reversed. Documented examples, placeholders, hashes and identifiers are none. Linear in
 * the length of the text, of which the first and the last part are read.
 */
export function findSecret(text: string): FoundSecret | null {
  if (text.length < 12) return null;
  const read =
    text.length > longest ? `${text.slice(0, longest / 2)}\n${text.slice(-longest / 2)}` : text;
  return findPlain(read) ?? findDisguised(read);
}

function findPlain(text: string): FoundSecret | null {
  return findFormat(text) ?? findLogin(text) ?? findNamed(text);
}

function findFormat(text: string): FoundSecret | null {
  for (const format of keyFormats) {
    for (const [written] of text.matchAll(format.form))
      if (!isPlaceholder(written, format)) return { name: format.name, home: format.home };
  }
  return null;
}

const examples =
  /example|sample|dummy|placeholder|redacted|changeme|change_me|your[-_]?|fake|mock|insert|replace|todo|xxx|\.\.\.|\*\*\*|abcdefgh|12345678|00000000|foobar|<|>|\$\{|\{\{/iu;
const documented: ReadonlySet<string> = new Set([
  `AKIAIOSFODNN7${'EXAMPLE'}`,
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
]);

/** Placeholders for keys in documents and tests: they contain a known word, or repeat a few letters. */
function isPlaceholder(written: string, { name }: Pick<KeyFormat, 'name'>): boolean {
  if (name === 'private key' || name === 'PuTTY key') return false;
  if (documented.has(written)) return true;
  // In long random text a short word may stand by chance.
  if (written.length <= 80 && examples.test(written)) return true;
  return new Set(written.slice(-24)).size <= 6;
}

const login =
  /(?<![A-Za-z0-9])(?:postgres(?:ql)?|mysql2?|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|s?ftp|smtps?|ldaps?|https?|nats|kafka|snowflake|oracle|jdbc:[a-z]{2,12}):\/\/([^\s:@/"'<>]{0,64}):([^\s@"'<>]{3,128})@([\w.-]{1,120})/gu;
const commonPasswords =
  /^(?:pass(?:word|wd)?|secret|postgres|root|admin|user|test|guest|mysql|mongo|redis|pwd|changeme|dev|local|example|minio(?:admin)?|rabbitmq|token|x-oauth-basic|\*+|x+|\.+|\d{1,4})$/iu;

/** An address with a name and a password in it. The usual ones of one's own machine are none. */
function findLogin(text: string): FoundSecret | null {
  if (!text.includes('://')) return null;
  for (const [, , password = '', host = ''] of text.matchAll(login)) {
    if (commonPasswords.test(password) || examples.test(password) || /^[$%{[(]/u.test(password))
      continue;
    if (
      /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|host\.docker\.internal|db|postgres|redis|mysql)$/u.test(
        host,
      )
    )
      continue;
    return { name: 'password in an address', home: [] };
  }
  return null;
}

const assignments =
  /(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,48}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|DSN)=([^\s&"'<>]{4,256})/gu;
const anyLogin = /[a-z][a-z0-9+]{1,20}:\/\/[^\s:@/"'<>]{0,64}:([^\s@"'<>/]{3,128})@[\w.-]/giu;

/**
 * What was put into the address of another host: `?d=DB_PASSWORD%3D…`. There a weak password counts as well, and the
 * address of a database on one's own machine. Only what was encoded to fit in is looked at.
 */
export function findPacked(address: string): FoundSecret | null {
  const query = address.slice(0, longest).replace(/^[^?#]{0,4096}[?#]?/u, '');
  if (!query.includes('%')) return null;
  const text = decodeAddress(query);
  const isReal = (value: string): boolean =>
    !examples.test(value) && !commonPasswords.test(value) && !/^[$%{[(]/u.test(value);
  for (const [, value = ''] of text.matchAll(assignments))
    if (isReal(value)) return { name: 'secret of an environment', home: [] };
  for (const [, password = ''] of text.matchAll(anyLogin))
    if (isReal(password)) return { name: 'password in an address', home: [] };
  return null;
}

/**
 * A key in the address of a host outside, where no document or test explains it: a word such as "example" in it does not
 * make it harmless. Only the examples of a vendor and a few letters again and again do.
 */
export function findKeyInAddress(address: string): FoundSecret | null {
  const text = decodeAddress(address.slice(0, longest));
  for (const { name, home, form } of keyFormats)
    for (const [written] of text.matchAll(form))
      if (!documented.has(written) && new Set(written.slice(-24)).size > 6) return { name, home };
  return null;
}

const keyNumber = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/u;
const keySecret =
  /(?<![A-Za-z0-9/+])(?=[A-Za-z0-9/+]{0,39}[a-z])(?=[A-Za-z0-9/+]{0,39}[A-Z])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/u;

/** The number of a key and its secret side by side, also where they are known from documents. */
export function hasKeyPair(text: string): boolean {
  const read = text.slice(0, longest);
  return keyNumber.test(read) && keySecret.test(read);
}

const named =
  /(?<![A-Za-z])(?:[A-Za-z0-9]{1,24}[_-]){0,4}(pass(?:word|wd|phrase|code)|pwd|secrets?|tokens?|api[_-]?key|access[_-]?key(?:[_-]id)?|secret[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|client[_-]?secret|credentials?|auth[_-]?token|bearer|connection[_-]?string)["'`]{0,2}\s{0,3}(?::=|=>|[:=]|\sis\s)\s{0,3}["'`]{0,2}((?:Bearer\s)?[^\s"'`,;<>()[\]{}&|]{8,256})/giu;

/** A value that looks random beside a name that says that it is secret. */
function findNamed(text: string): FoundSecret | null {
  for (const [, name = '', value = ''] of text.matchAll(named))
    if (isSecretValue(name, value)) return { name: 'secret by its name', home: [] };
  return null;
}

const secretKey =
  /^(?:.{1,40}[_-])?(?:pass(?:word|wd|phrase|code)|pwd|secret|token|api_?key|access_?key|secret_?key|private_?key|signing_?key|encryption_?key|client_?secret|credentials?|auth_?token|bearer)$/iu;

/** The same for a member of an object. */
export function isSecretMember(key: string, value: string): boolean {
  return (
    key.length <= 64 &&
    value.length >= 8 &&
    value.length <= 4096 &&
    secretKey.test(key) &&
    isSecretValue(key, value)
  );
}

function isSecretValue(name: string, written: string): boolean {
  const value = written.replace(/^Bearer\s/iu, '').replace(/[.,!?]+$/u, '');
  if (
    /^[$%]|^(?:process|os|env|config|settings|secrets?|vault|ref|arn|data|var|local|self|this)[.:[(]|:\/\//iu.test(
      value,
    )
  )
    return false;
  if (examples.test(value) || commonPasswords.test(value)) return false;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu.test(value)) return false;
  if (/^(?:sha\d{1,3}|md5|\$argon2\w{0,2}|\$2[aby]|\$pbkdf2|\$scrypt|\{SSHA)/iu.test(value))
    return false;
  if (/^(?:pk|sk)_test_|^pk_live_|^tok_(?:visa|mastercard|amex)/u.test(value)) return false;
  const isPassword = /pass|pwd/iu.test(name);
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z0-9]/u].filter(kind =>
    kind.test(value),
  ).length;
  if (isPassword) return value.length >= 8 && kinds >= 3 && !/^[\w.-]+\(/u.test(value);
  if (value.length < 16) return false;
  return (
    randomness(value) >= (/^[0-9a-f]+$/iu.test(value) ? 2.8 : 3.4) &&
    (kinds >= 3 || (kinds >= 2 && value.length >= 20 && /\d/u.test(value)))
  );
}

/** Shannon entropy in bits for each character. */
function randomness(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const base64Run = /[A-Za-z0-9+/_-]{24,8192}={0,2}/gu;
const hexRun = /(?:[0-9a-fA-F]{2}){16,4096}/gu;
const mostRuns = 64;

function findDisguised(text: string): FoundSecret | null {
  const found =
    (text.includes('%') ? findPlain(decodeAddress(text)) : null) ??
    findFormat(joinPieces(text)) ??
    findFormat([...text.slice(0, 65_536)].reverse().join(''));
  return found ?? findEncoded(text);
}

function decodeAddress(text: string): string {
  let plain = text;
  for (let step = 0; step < 2; step += 1)
    plain = plain.replace(/%([0-9a-fA-F]{2})/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return plain;
}

/** `"sk_live_" + "51…"`, `'sk_live_' '51…'`, the labels of a host name. */
function joinPieces(text: string): string {
  return text
    .replace(/["'`]\s{0,4}(?:\+|\.|,|\\|~|<>|\|\|)?\s{0,4}["'`]/gu, '')
    .replace(/(?<=[A-Za-z0-9]{4})\.(?=[A-Za-z0-9]{4})|\u200b|\u00ad|\\\n\s{0,40}/gu, '');
}

/** Base64 and hex that turn into text with a credential in it. */
function findEncoded(text: string): FoundSecret | null {
  let runs = 0;
  for (const [run] of text.matchAll(base64Run)) {
    runs += 1;
    if (runs > mostRuns) break;
    const found =
      findFormat(fromBase64(run)) ?? findFormat(fromBase64(run.replace(/^[^=]*=/u, '')));
    if (found !== null) return found;
  }
  for (const [run] of text
    .replace(/\\x|%u00|(?<=[0-9a-f]{8})\.(?=[0-9a-f]{8})/giu, '')
    .matchAll(hexRun)) {
    runs += 1;
    if (runs > 2 * mostRuns) break;
    const found = findFormat(fromHex(run));
    if (found !== null) return found;
  }
  return null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets: ReadonlyMap<string, number> = new Map(
  [...alphabet].map((char, value): [string, number] => [char, value]),
);

function fromBase64(run: string): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const char of run) {
    const value = sextets.get(char === '-' ? '+' : char === '_' ? '/' : char);
    if (value === undefined) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      text += String.fromCharCode((held >> bits) & 0xff);
    }
  }
  return text;
}

function fromHex(run: string): string {
  let text = '';
  for (let at = 0; at + 1 < run.length; at += 2)
    text += String.fromCharCode(Number.parseInt(run.slice(at, at + 2), 16));
  return text;
}

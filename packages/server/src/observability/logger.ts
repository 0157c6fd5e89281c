import pino, { type DestinationStream, type Logger } from 'pino';

/** Members whose value is never written, wherever they are. */
const secretMembers: ReadonlySet<string> = new Set([
  'access_token',
  'api_key',
  'assertion',
  'authorization',
  'bot_token',
  'client_secret',
  'code_verifier',
  'cookie',
  'countersign-proof',
  'grant',
  'id_token',
  'jwt',
  'key_passphrase',
  'metrics_token',
  'passphrase',
  'password',
  'private_key',
  'proxy-authorization',
  'refresh_token',
  'secret',
  'secrets',
  'set-cookie',
  'signing_secret',
  'token',
  'webhook-signature',
]);

/** Texts that are secrets by their form, for what is quoted in the message of an error. */
const secretForms: readonly RegExp[] = [
  /\bcss?_[0-9a-f]{32}_[A-Za-z0-9_-]{10,}/g,
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi,
  /\bwhs(?:ec|k)_[A-Za-z0-9+/=_-]+/g,
  /\bxox[a-z]-[A-Za-z0-9-]+/g,
  /(?<=:\/\/[^\s:@/"]{0,256}:)[^\s@/"]+(?=@)/g,
  /(?<=\b(?:__Host-)?countersign=)[^;\s"\\]+/g,
];

const censored = '[redacted]';
const depthMax = 6;

/**
 * Structured logs, one JSON object a line. Secrets are left out by the names of their members and by their form, and
 * nothing in a value ends a line or moves the cursor of a terminal.
 */
export function createLogger({
  level,
  destination,
}: {
  readonly level: string;
  readonly destination: DestinationStream;
}): Logger {
  return pino(
    {
      level,
      formatters: { log: members => censor(members, 0) as Record<string, unknown> },
      hooks: { streamWrite: line => harmless(line) },
    },
    destination,
  );
}

function censor(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthMax) return '[deeper]';
  if (Array.isArray(value)) return value.map(each => censor(each, depth + 1));
  if (ArrayBuffer.isView(value)) return '[bytes]';
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretMembers.has(name.toLowerCase()) ? censored : censor(member, depth + 1),
    ]),
  );
}

/** Libraries hang requests, and with them headers, on their errors; only what a person reads is kept. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error && depth < depthMax
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}

/**
 * JSON escapes the characters below a space. This escapes the others that end a line or change the direction of the
 * text.
 */
function harmless(line: string): string {
  const scrubbed = secretForms.reduce((text, form) => text.replace(form, censored), line);
  return scrubbed.replace(
    /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

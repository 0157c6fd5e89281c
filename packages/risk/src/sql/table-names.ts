import { splitWords } from '../action/words.ts';
import { wordSet } from './word-set.ts';

/** A table as a statement names it, in lower case. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

const scratchWords = new Set(['tmp', 'temp', 'temporary', 'scratch', 'scratchpad', 'sandbox']);
const keepingWords = wordSet(`
  backup bak archive prod production live customer customers user users
`);

/**
 * True for a table that is plainly meant to be thrown away: its schema is, or its first or last word is. A word in
 * the middle, or beside one that says it is kept, does not count.
 */
export function isScratch(name: TableName): boolean {
  if (name.table.startsWith('#')) return true;
  if (name.schema.startsWith('pg_temp') || name.schema === 'tempdb') return true;
  const words = splitWords(name.table).filter(word => !digitsOnly(word));
  if (words.some(word => keepingWords.has(word)) && !scratchWords.has(words[0] ?? '')) return false;
  if (scratchWords.has(name.schema)) return true;
  return scratchWords.has(words[0] ?? '') || scratchWords.has(words.at(-1) ?? '');
}

function digitsOnly(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 48 && first <= 57;
}

const auditKinds = wordSet(`
  access activity security admin login change compliance authentication auth
`);
const logWords = new Set(['log', 'logs', 'trail', 'journal', 'history']);

/** True for a table that records who did what. */
export function isAuditRecord(name: TableName): boolean {
  const words = splitWords(`${name.schema}.${name.table}`);
  if (
    words.some(
      word => word === 'audit' || word === 'audits' || word === 'auditlog' || word === 'auditing',
    )
  )
    return true;
  if (words.includes('approval') && words.some(word => logWords.has(word))) return true;
  return words.some((word, at) => auditKinds.has(word) && logWords.has(words[at + 1] ?? ''));
}

/** True for a table in which approvals and the rules that ask for them are kept. */
export function isApprovalRecord(name: TableName): boolean {
  const words = splitWords(`${name.schema}.${name.table}`);
  if (words.includes('countersign')) return true;
  const agents = words.some(
    word =>
      word === 'agent' ||
      word === 'agents' ||
      word === 'gate' ||
      word === 'guardrail' ||
      word === 'guardrails',
  );
  if (
    agents &&
    words.some(
      word => word.startsWith('polic') || word.startsWith('rule') || word.startsWith('permission'),
    )
  )
    return true;
  return words.some(
    (word, at) =>
      word === 'approvals' ||
      (word === 'approval' && (at === words.length - 1 || approvalParts.has(words[at + 1] ?? ''))),
  );
}

/** True for a table of rules that decide what may be done: `policy_rules`, `gate_rules`. */
export function isRuleTable(name: TableName): boolean {
  const words = splitWords(`${name.schema}.${name.table}`);
  return (
    words.some(word =>
      /^(?:polic(?:y|ies)|guardrails?|gates?|approvals?|enforcement)$/u.test(word),
    ) &&
    words.some(word =>
      /^(?:rules?|polic(?:y|ies)|guardrails?|gates?|modes?|settings|config)$/u.test(word),
    )
  );
}

const approvalParts = wordSet(`
  request requests decision decisions chain chains policy policies rule rules grant grants
  vote votes gate gates step steps stage stages
`);

const rightsTables = wordSet(`
  permission permissions role roles acl acls admin admins administrators superusers privilege
  privileges grants entitlements policies allowlist whitelist sudoers
`);

/** True for a table whose rows are rights. */
export function isRightsTable(name: TableName): boolean {
  const words = splitWords(name.table);
  const last = words.at(-1) ?? '';
  if (last === 'policies')
    return words.some(word => word === 'access' || word === 'security' || word === 'iam');
  if (rightsTables.has(last)) return true;
  const kind = words.at(-2) ?? '';
  const membership = new Set([
    'assignment',
    'assignments',
    'member',
    'members',
    'memberships',
    'bindings',
    'binding',
  ]);
  return (
    membership.has(last) &&
    (kind === 'role' || kind === 'group' || kind === 'admin' || kind === 'permission')
  );
}

const peopleTables = wordSet(`
  user users customer customers client clients patient patients employee employees contact
  contacts person persons people member members subscriber subscribers lead leads applicant
  applicants candidate candidates profile profiles student students guest guests passenger
  passengers addresses recipients donors staff payroll salaries
`);

/** True for a table whose rows are people. */
export function isPeopleTable(name: TableName): boolean {
  return peopleTables.has(splitWords(name.table).at(-1) ?? '');
}

const secretTables = wordSet(`
  secret secrets credential credentials password passwords passwd vault keyring keystore
`);
const secretKinds = wordSet(`
  access refresh auth oauth oauth2 session api bearer reset login verification device service
  bot user personal ssh private signing encryption webhook jwt csrf invite 2
`);
const secretSystemTables = wordSet(`
  pg_shadow pg_authid pg_user_mapping pg_user_mappings sql_logins dba_users user$
  decrypted_secrets syslogins sysxlogins pg_largeobject server_principal_credentials
`);

/** True for a table whose rows are secrets, so that all of its columns together are one. */
export function isSecretTable(name: TableName): boolean {
  if (secretSystemTables.has(name.table)) return true;
  if (name.table === 'user' && name.schema === 'mysql') return true;
  const words = splitWords(name.table);
  const last = words.at(-1) ?? '';
  if (secretTables.has(last) || words[0] === 'vault') return true;
  if (last === 'tokens' || last === 'token')
    return words.length === 1 || secretKinds.has(words.at(-2) ?? '');
  if (last === 'keys' || last === 'key')
    return secretKinds.has(words.at(-2) ?? '') && words.at(-2) !== 'user';
  return last === 'apikeys' || last === 'apikey';
}

/** True for a schema in which a database describes itself. */
export function isCatalogue(name: TableName): boolean {
  return (
    name.schema === 'information_schema' ||
    name.schema === 'pg_catalog' ||
    name.schema === 'sys' ||
    name.schema === 'performance_schema' ||
    name.table.startsWith('pg_') ||
    name.table.startsWith('sqlite_')
  );
}

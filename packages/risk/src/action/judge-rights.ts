import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import { protections } from './protection-words.ts';
import { opens, weakens } from './protections.ts';
import { audienceOf } from './recipients.ts';
import type { Leaf } from './survey.ts';
import { hasAny, splitWords } from './words.ts';

const selfWords: ReadonlySet<string> = new Set([
  'self',
  'me',
  'myself',
  'agent',
  'bot',
  'assistant',
  'own',
  'copilot',
  'autopilot',
  'caller',
  'current_user',
]);
const narrowRoles: ReadonlySet<string> = new Set([
  'reader',
  'viewer',
  'commenter',
  'view',
  'read',
  'comment',
  'can_view',
  'read_only',
  'guest',
]);
const keyNouns: ReadonlySet<string> = new Set([
  'key',
  'keys',
  'token',
  'tokens',
  'secret',
  'secrets',
  'credential',
  'credentials',
  'password',
  'passwords',
  'certificate',
  'webhook',
  'webhooks',
  'apikey',
  'pat',
  'passkey',
  'session',
]);

/** Rights granted, doors opened, protections taken away. */
export function judgeRights(facts: CallFacts, report: Report): void {
  const { domains, effect } = facts;
  const opened = facts.seen.leaves.find(leaf => opens(leaf) && !isTicketReply(facts));
  if (opened !== undefined)
    report('access_change', 'high', `opens access by the parameter ${opened.key.name}`);
  const weakened = facts.seen.leaves.find(weakens);
  if (weakened !== undefined)
    report(
      'access_change',
      'high',
      `takes away a protection by the parameter ${weakened.key.name}`,
    );
  if (mentions(facts, publicWords) && mentions(facts, openingVerbs))
    report('access_change', 'high', 'opens something to everyone, by its name');
  if (
    mentions(facts, exclusions) &&
    !domains.has('money') &&
    (effect === 'create' || effect === 'update' || effect === 'grant')
  )
    report('access_change', 'high', 'removes something from a protection');
  if (effect === 'update' && switchesOff(facts))
    report('access_change', 'high', 'switches off a rule that protects');
  if (facts.seen.leaves.some(makesPrivileged))
    report('access_change', 'high', 'gives a privileged role');
  if (createsLogin(facts)) report('access_change', 'high', 'creates an account with rights');
  if (says(facts, 'transfer') && mentions(facts, ownable))
    report('access_change', 'high', 'gives something to another owner');
  if (domains.has('rights') || (domains.has('secret') && effect !== 'delete'))
    judgeAccess(facts, report);
  else if (
    (effect === 'weaken' || effect === 'delete') &&
    facts.names.some(name => hasAny(name.words, protections))
  ) {
    report('access_change', 'high', 'takes away a protection');
  } else if (
    says(facts, 'key', 'keys') &&
    (effect === 'create' || effect === 'grant') &&
    !says(
      facts,
      'redis',
      'kv',
      'cache',
      'translation',
      'i18n',
      'press',
      'type',
      'computer',
      'keyboard',
    )
  ) {
    report('new_credential', 'high', 'creates a key');
  }
  if (effect === 'grant' && !domains.has('rights') && !says(facts, 'enroll', 'enrol', 'permit')) {
    report('access_change', 'high', 'grants or opens something');
  }
  if (grantsItself(facts)) report('own_rights', 'critical', 'gives rights to the agent itself');
}

const publicWords: ReadonlySet<string> = new Set(['public', 'anonymous', 'unauthenticated']);
const openingVerbs: ReadonlySet<string> = new Set([
  'enable',
  'allow',
  'make',
  'expose',
  'open',
  'set',
]);
const exclusions: ReadonlySet<string> = new Set([
  'exclusion',
  'exclusions',
  'exemption',
  'exemptions',
]);
const ruleWords: ReadonlySet<string> = new Set([
  'policy',
  'policies',
  'guardrail',
  'waf',
  'firewall',
  'protection',
]);

/** `policy.update_rule` with `enabled: false`. */
function switchesOff(facts: CallFacts): boolean {
  return (
    mentions(facts, ruleWords) &&
    facts.seen.leaves.some(
      ({ key, value, depth }) =>
        depth === 0 && (key.name === 'enabled' || key.name === 'active') && value === false,
    )
  );
}

const privileged: ReadonlySet<string> = new Set(
  'admin admins administrator administrators owner owners superuser superusers superadmin root maintainer maintain full full_control full_access full-access write org_admin super_admin billing_admin dba sysadmin cluster-admin'.split(
    ' ',
  ),
);
const rightKeys: ReadonlySet<string> = new Set(
  'team teams member_of role roles permission permissions privilege privileges access_level new_role grant group groups access level_of_access'.split(
    ' ',
  ),
);
const rightFlags: ReadonlySet<string> = new Set([
  'is_admin',
  'admin',
  'is_staff',
  'superuser',
  'is_superuser',
  'is_owner',
  'make_admin',
]);

/** A person becomes an administrator, by any name of the tool. */
function makesPrivileged(leaf: Leaf): boolean {
  if (rightFlags.has(leaf.key.name) || namesRight(leaf))
    return leaf.value === true || leaf.value === 'true' || leaf.value === 1;
  if (!rightKeys.has(leaf.key.name) || typeof leaf.value !== 'string') return false;
  return privileged.has(leaf.value.trim().toLowerCase().replaceAll(' ', '_'));
}

/** `permissions: { ModifyAllData: true }`. */
function namesRight({ parent }: Leaf): boolean {
  return (
    parent !== null &&
    /^(permissions|privileges|rights|capabilities|scopes|grants)$/u.test(parent.name)
  );
}

const logins: ReadonlySet<string> = new Set([
  'user',
  'users',
  'account',
  'accounts',
  'login',
  'logins',
  'operator',
]);
const loginKeys: ReadonlySet<string> = new Set([
  'password',
  'role',
  'roles',
  'privileges',
  'permissions',
  'groups',
  'ssh_key',
  'public_key',
  'scopes',
]);

function createsLogin(facts: CallFacts): boolean {
  if (facts.effect !== 'create' || !mentions(facts, logins)) return false;
  const technical = says(
    facts,
    'vpn',
    'database',
    'db',
    'postgres',
    'mysql',
    'server',
    'linux',
    'os',
    'ssh',
    'ldap',
    'ad',
  );
  return technical || facts.seen.leaves.some(leaf => loginKeys.has(leaf.key.name));
}

const ownable: ReadonlySet<string> = new Set([
  'repo',
  'repository',
  'ownership',
  'domain',
  'account',
  'project',
  'org',
  'organization',
  'workspace',
  'team',
]);

function judgeAccess(facts: CallFacts, report: Report): void {
  const { effect } = facts;
  if (effect === 'delete') {
    const guard = facts.names.some(
      name => hasAny(name.words, protections) && !name.words.includes('password'),
    );
    report(
      'access_change',
      guard || facts.place.production ? 'high' : 'medium',
      guard ? 'removes a protection' : 'takes away access',
    );
    return;
  }
  if (
    mentions(facts, keyNouns) &&
    ['create', 'grant', 'update', 'control', 'deploy', 'send'].includes(effect)
  ) {
    report('new_credential', 'high', 'creates or changes a credential');
    return;
  }
  if (says(facts, 'share', 'sharing') && sharesNarrowly(facts)) {
    report('access_change', 'medium', 'lets a colleague read');
    return;
  }
  report('access_change', 'high', 'grants or changes access');
}

/** One colleague who may only read. */
function sharesNarrowly(facts: CallFacts): boolean {
  const audience = audienceOf(facts.seen, facts.settings, null, false);
  if (
    !audience.named ||
    audience.outside !== null ||
    audience.everyone !== null ||
    audience.count > 5
  )
    return false;
  const right =
    facts.parameters['role'] ?? facts.parameters['permission'] ?? facts.parameters['access'];
  return typeof right === 'string' && narrowRoles.has(right.toLowerCase());
}

/** The grantee is the agent: by its identity, or by a word for itself. */
function grantsItself(facts: CallFacts): boolean {
  const { effect, domains } = facts;
  const granting =
    domains.has('rights') ||
    effect === 'grant' ||
    facts.seen.leaves.some(
      leaf =>
        leaf.key.name === 'role' ||
        leaf.key.name === 'permission' ||
        leaf.key.name === 'roles' ||
        leaf.key.name === 'permissions' ||
        leaf.key.name === 'scopes',
    );
  if (!granting || effect === 'delete' || effect === 'send') return false;
  if (
    domains.has('rights') &&
    facts.tool.words.some(word => word === 'self' || word === 'own' || word === 'my')
  )
    return true;
  const agent = facts.agent.toLowerCase();
  const isSelf = (text: string): boolean => {
    const lower = text.toLowerCase();
    if (lower === agent) return true;
    const words = splitWords(text);
    return words.length <= 8 && hasAny(words, selfWords) && !words.includes('user');
  };
  for (const leaf of facts.seen.leaves) {
    if (typeof leaf.value !== 'string' || leaf.value.length > 128) continue;
    if ((leaf.key.roles & role.grantee) !== 0 && isSelf(leaf.value)) return true;
  }
  return facts.resource !== null && domains.has('rights') && isSelf(facts.resource);
}

function isTicketReply(facts: CallFacts): boolean {
  return (
    says(facts, 'reply', 'respond', 'comment') &&
    says(facts, 'ticket', 'case', 'conversation', 'zendesk', 'issue', 'request')
  );
}

import { allOf, firstOf, type Rule } from '../rules.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import { protections } from './protection-words.ts';
import { opens, weakens } from './protections.ts';
import { audienceOf } from './recipients.ts';
import type { Leaf } from './survey.ts';
import { switchesOff } from './switched-off.ts';
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
  // How other languages say it: Portuguese, Spanish, German, Dutch, French, Italian.
  'mesmo',
  'mismo',
  'selbst',
  'zelf',
  'moi',
  'stesso',
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

type Found = Readonly<Parameters<Report>>;

/** Every row that applies is reported. */
const everyRight: readonly Rule<CallFacts, Found>[] = [
  {
    when: () => true,
    gives: facts => {
      const opened = facts.seen.leaves.find(
        leaf => opens(leaf) && !isTicketReply(facts) && !isPublicComment(leaf, facts),
      );
      return opened === undefined
        ? null
        : ['access_change', 'high', `opens access by the parameter ${opened.key.name}`];
    },
  },
  {
    when: () => true,
    gives: ({ seen }) => {
      const weakened = seen.leaves.find(weakens);
      return weakened === undefined
        ? null
        : [
            'access_change',
            'high',
            `takes away a protection by the parameter ${weakened.key.name}`,
          ];
    },
  },
  {
    when: facts => mentions(facts, publicWords) && mentions(facts, openingVerbs),
    gives: ['access_change', 'high', 'opens something to everyone, by its name'],
  },
  {
    when: facts =>
      mentions(facts, exclusions) &&
      !facts.domains.has('money') &&
      ['create', 'update', 'grant'].includes(facts.effect),
    gives: ['access_change', 'high', 'removes something from a protection'],
  },
  {
    when: facts => facts.effect === 'update' && switchesOff(facts),
    gives: ['access_change', 'high', 'switches off a rule that protects'],
  },
  {
    when: ({ seen }) => seen.leaves.some(makesPrivileged),
    gives: ['access_change', 'high', 'gives a privileged role'],
  },
  { when: createsLogin, gives: ['access_change', 'high', 'creates an account with rights'] },
  {
    when: facts => says(facts, 'transfer') && mentions(facts, ownable),
    gives: ['access_change', 'high', 'gives something to another owner'],
  },
];

/** Of these the first counts, for what is not about rights by its name. */
const otherRights: readonly Rule<CallFacts, Found>[] = [
  {
    when: ({ effect, names }) =>
      (effect === 'weaken' || effect === 'delete') &&
      names.some(name => hasAny(name.words, protections)) &&
      !isBookedHold(names),
    gives: ['access_change', 'high', 'takes away a protection'],
  },
  {
    when: facts =>
      says(facts, 'key', 'keys') &&
      (facts.effect === 'create' || facts.effect === 'grant') &&
      !mentions(facts, otherKeys),
    gives: ['new_credential', 'high', 'creates a key'],
  },
];

const booked: ReadonlySet<string> = new Set(
  'calendar meeting event room seat seats table booking reservation fare slot appointment'.split(
    ' ',
  ),
);

/** A hold on a room or a fare keeps a place and protects nothing. */
function isBookedHold(names: CallFacts['names']): boolean {
  return names.some(
    ({ words }) =>
      words.includes('hold') &&
      hasAny(words, booked) &&
      !words.some(word => word !== 'hold' && protections.has(word)),
  );
}

/** Beside these a key opens nothing. */
const otherKeys: ReadonlySet<string> = new Set(
  'redis kv cache translation i18n press type computer keyboard'.split(' '),
);

const lastRights: readonly Rule<CallFacts, Found>[] = [
  {
    when: facts =>
      facts.effect === 'grant' &&
      !facts.domains.has('rights') &&
      !says(facts, 'enroll', 'enrol', 'permit', 'points', 'miles'),
    gives: ['access_change', 'high', 'grants or opens something'],
  },
  { when: grantsItself, gives: ['own_rights', 'critical', 'gives rights to the agent itself'] },
];

/** Rights granted, doors opened, protections taken away. */
export function judgeRights(facts: CallFacts, report: Report): void {
  const { domains, effect } = facts;
  for (const found of allOf(everyRight, facts)) report(...found);
  if (domains.has('rights') || (domains.has('secret') && effect !== 'delete'))
    judgeAccess(facts, report);
  else {
    const found = firstOf(otherRights, facts);
    if (found !== null) report(...found);
  }
  for (const found of allOf(lastRights, facts)) report(...found);
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
  if (typeof leaf.value !== 'string') return false;
  const isRight = rightKeys.has(leaf.key.name) || leaf.key.words[0] === 'role';
  if (!isRight) return false;
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
  if (says(facts, 'share', 'sharing', 'shared') && (sharesNarrowly(facts) || addsNobody(facts))) {
    report('access_change', 'medium', 'lets a colleague read');
    return;
  }
  report('access_change', 'high', 'grants or changes access');
}

/** `access: "collaborators"`: a link for those who have access anyway. */
function addsNobody({ seen }: CallFacts): boolean {
  return seen.leaves.some(
    ({ key, value }) =>
      /^(?:access|scope|audience|link_access|visibility)$/u.test(key.name) &&
      typeof value === 'string' &&
      /^(?:collaborators?|existing[ _]access|people[ _]with[ _]existing[ _]access|restricted|private|invited(?:[ _]only)?)$/iu.test(
        value.trim(),
      ),
  );
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

/** `comment: { public: true }` of a ticket: the one who opened it reads the answer. */
function isPublicComment({ key, parent }: Leaf, facts: CallFacts): boolean {
  return (
    key.name === 'public' &&
    parent !== null &&
    /^(?:comment|reply|note|response)$/u.test(parent.name) &&
    says(facts, 'ticket', 'tickets', 'case', 'conversation', 'request', 'issue')
  );
}

function isTicketReply(facts: CallFacts): boolean {
  return (
    says(facts, 'reply', 'respond', 'comment') &&
    says(facts, 'ticket', 'case', 'conversation', 'zendesk', 'issue', 'request')
  );
}

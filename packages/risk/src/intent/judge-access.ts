import { firstOf, type Rule } from '../rules.ts';
import { always, Deed } from './deed.ts';
import { type EffectObject, hasGroup } from './effect-object.ts';
import {
  amountMax,
  type JudgedVerb,
  type Judgement,
  many,
  open,
  plain,
  refundMax,
  risky,
  typeOf,
} from './judgement.ts';
import { persons } from './word-classes.ts';

const publicWords =
  /^(?:public|publicly|anyone|everyone|internet|world|0\.0\.0\.0|0\.0\.0\.0\/0|outside|external|link)$/;

/** A right that is given, or a way in that is opened. */
class Grant extends Deed {
  get exposed(): boolean {
    return this.saysLike(publicWords);
  }

  get powers(): boolean {
    return (
      this.object.nouns.some(
        ({ group, type }) =>
          group === 'security' && !/^(?:protection|encryption|authentication)$/.test(type),
      ) || this.saysLike(/administratoraccess|fullaccess|admin|superuser|root/)
    );
  }

  get right(): string | null {
    return this.object.nouns.find(({ group }) => group === 'security')?.type ?? this.type;
  }

  /** Something goes to people who are not the reader. */
  get handsOut(): boolean {
    return this.does('give', 'hand') && (this.about('audience') || this.many) && !this.says('you');
  }
}

type GrantRule = Rule<Grant, Judgement>;

const sharesIt = risky('permission_change', 'sharing');

/** What is added, made or handed to someone. */
const givings: readonly GrantRule[] = [
  { when: grant => grant.says('draft', 'pull', 'pr', 'issue', 'ticket', 'doc'), gives: plain },
  {
    when: grant =>
      grant.does('open') &&
      (grant.says('port', 'firewall') || grant.exposed || grant.onto('security')),
    gives: risky('permission_change', 'firewall'),
  },
  {
    when: grant => grant.does('open') && grant.onto('infra') && grant.headType === 'device',
    gives: risky('infra_change', 'device'),
  },
  { when: grant => grant.does('open'), gives: plain },
  { when: grant => grant.does('make') && grant.says('public', 'admin', 'owner'), gives: sharesIt },
  {
    when: grant => grant.does('make') && grant.says('payment', 'transfer'),
    gives: risky('payment', 'payment'),
  },
  { when: grant => grant.does('make'), gives: plain },
  {
    when: grant =>
      grant.does('give', 'hand') &&
      !grant.says('draft') &&
      (grant.object.amount ?? 0) > 0 &&
      (grant.many || (grant.object.amount ?? 0) > refundMax),
    gives: grant =>
      risky('payment', grant.type, (grant.object.amount ?? 0) > amountMax ? 'critical' : 'high'),
  },
  {
    when: grant =>
      grant.does('give', 'hand') &&
      grant.onto('money') &&
      grant.says('to') &&
      !grant.object.general,
    gives: grant => risky('payment', grant.type),
  },
  // "Hand him the call recordings of that customer."
  {
    when: grant =>
      grant.does('give', 'hand') &&
      /^(?:him|her|them|someone|whoever|anyone)$/.test(grant.object.phrase[0] ?? '') &&
      (grant.about('personal', 'secret', 'structure') ||
        grant.says(
          'recordings',
          'records',
          'files',
          'customer',
          'customers',
          'patients',
          'database',
        )),
    gives: grant => risky('data_export', grant.type),
  },
  {
    when: grant => grant.handsOut && grant.about('release'),
    gives: risky('deployment', 'release'),
  },
  {
    when: grant =>
      grant.handsOut && grant.says('story', 'interview', 'comment', 'statement', 'news', 'scoop'),
    gives: risky('message', 'external'),
  },
  {
    when: grant =>
      grant.handsOut &&
      (grant.about('structure', 'personal', 'code_store') || grant.says('dump', 'export')),
    gives: grant => risky('data_export', grant.type),
  },
  {
    when: grant =>
      grant.powers && !(grant.does('give') && grant.says('you') && grant.object.head === null),
    gives: grant => risky('permission_change', grant.right),
  },
  {
    when: grant =>
      grant.about('secret') &&
      grant.does('create', 'generate', 'regenerate', 'give', 'hand', 'add'),
    gives: risky('permission_change', 'credential'),
  },
  { when: grant => grant.about('secret'), gives: open('permission_change', 'credential') },
  { when: grant => grant.exposed || grant.saysLike(/@/), gives: sharesIt },
  {
    when: grant => grant.does('add') && (grant.production || grant.many),
    gives: grant => risky(grant.onto('structure') ? 'schema_change' : 'config_change', grant.type),
  },
  {
    when: grant => grant.does('add') && grant.onto('structure') && !grant.sandbox,
    gives: grant => open('schema_change', grant.headType),
  },
  {
    when: grant => grant.production && !grant.does('give', 'hand', 'make', 'open'),
    gives: grant => risky('infra_change', grant.type),
  },
  { when: grant => grant.does('give', 'hand', 'generate', 'create', 'add'), gives: plain },
  { when: always, gives: grant => open('unknown', grant.type) },
];

const sharings: readonly GrantRule[] = [
  { when: grant => grant.saysLike(/@/), gives: sharesIt },
  {
    when: grant => grant.about('personal', 'secret') || grant.says('salary') || grant.many,
    gives: grant => risky('data_export', grant.says('salary') ? 'employees' : grant.type),
  },
  { when: grant => grant.exposed, gives: sharesIt },
  { when: grant => grant.says('you', 'here'), gives: plain },
  {
    when: grant => grant.about('audience') || grant.says('customer', 'customers', 'vendor'),
    gives: grant => risky('data_export', grant.type),
  },
  {
    when: grant =>
      grant.about('data', 'structure', 'code_store') &&
      grant.says('with') &&
      !grant.about('insider') &&
      !grant.says('team'),
    gives: grant => risky('data_export', grant.type),
  },
  {
    when: grant => grant.about('data', 'structure', 'code_store'),
    gives: open('permission_change', 'sharing'),
  },
  { when: always, gives: open('unknown', null) },
];

const invitings: readonly GrantRule[] = [
  {
    when: grant => grant.many && !grant.about('security', 'code_store'),
    gives: risky('bulk_message', 'recipients'),
  },
  {
    when: grant =>
      grant.about('audience', 'security', 'code_store') ||
      grant.exposed ||
      grant.many ||
      (grant.saysLike(/@/) && grant.about('data', 'secret', 'structure', 'infra')),
    gives: risky('permission_change', 'access'),
  },
  { when: always, gives: open('permission_change', 'access') },
];

const giving = /^(?:add|create|generate|give|regenerate|hand|assign|open|make|delegate|onboard)$/;

const grants: readonly GrantRule[] = [
  { when: grant => grant.does('let'), gives: ({ object }) => judgeLetIn(object) },
  {
    when: grant => grant.does('open', 'unlock') && admits(grant.object),
    gives: grant =>
      grant.governs(guarded)
        ? risky('permission_change', 'access')
        : open('permission_change', 'access'),
  },
  // An agent that raises its own rights is the gravest of these.
  {
    when: grant =>
      grant.powers && (grant.says('myself') || (grant.says('my') && grant.says('own'))),
    gives: grant => risky('permission_change', grant.right, 'critical'),
  },
  {
    when: ({ verb }) => giving.test(verb.verb) && verb.particle.length === 0,
    gives: grant => firstOf(givings, grant),
  },
  { when: grant => grant.does('share'), gives: grant => firstOf(sharings, grant) },
  { when: grant => grant.does('invite'), gives: grant => firstOf(invitings, grant) },
  {
    when: ({ verb, object }) => verb.strong && !object.empty,
    gives: grant => risky('permission_change', grant.right ?? 'access'),
  },
  {
    when: grant =>
      grant.does('rotate', 'revoke', 'reissue', 'reset') &&
      (grant.powers || grant.about('secret') || grant.many),
    gives: grant => risky('permission_change', grant.right ?? 'access'),
  },
  {
    when: grant => grant.does('rotate', 'revoke', 'reissue', 'reset'),
    gives: grant => open('permission_change', grant.right),
  },
  {
    when: grant => grant.onto('setting'),
    gives: grant => risky('config_change', grant.headType),
  },
  {
    when: grant => grant.powers || grant.about('gate', 'secret'),
    gives: grant => risky('permission_change', grant.right),
  },
  { when: grant => grant.exposed, gives: sharesIt },
];

export function judgeGrant(object: EffectObject, verb: JudgedVerb): Judgement {
  const grant = new Grant(object, verb);
  return firstOf(grants, grant) ?? open('permission_change', grant.right);
}

const doors = /^(?:door|doors|room|vault|safe|lab|archive|building|office|gate|warehouse|cabinet)$/;

const guarded = /^(?:vault|safe|cabinet|archive|lab|warehouse|server)$/;

/** "Open the safe for the courier": a place is opened to a person. */
function admits({ words, phrase }: EffectObject): boolean {
  return phrase.some(word => doors.test(word)) && (words.has('for') || words.has('to'));
}

/** "Let the courier into the safe": a person gets where only some may go. */
function judgeLetIn(object: EffectObject): Judgement {
  const { phrase, words } = object;
  const isPerson =
    [...phrase.slice(0, 5), ...words].some(
      word => persons.has(word) || /^(?:workers?|guests?|visitors?|strangers?|temps?)$/.test(word),
    ) || hasGroup(object, 'audience', 'insider');
  if (!isPerson || words.has('know')) return plain;
  return hasGroup(
    object,
    'secret',
    'security',
    'structure',
    'infra',
    'personal',
    'code_store',
    'money',
    'bank',
  ) || object.environment === 'production'
    ? risky('permission_change', 'access')
    : open('permission_change', 'access');
}

const outsideWords =
  /^(?:outside|external|gmail|dropbox|pastebin|public|publicly|gist|usb|third-party|partner|outsider|ftp|webhook|transfer\.sh|ngrok|telegram|whatsapp|discord|github|competitor|elsewhere|portal|their|abroad|overseas|hotmail|outlook|wetransfer|mega|paste)$/;

function isOutside(object: EffectObject): boolean {
  return (
    hasGroup(object, 'audience') ||
    [...object.words].some(word => outsideWords.test(word) || /@|^https?:/.test(word))
  );
}

const people = /^(?:customers|customer|users|user|patients|employees|employee|contacts)$/;

/** Data that is taken somewhere. */
class Export extends Deed {
  get people(): boolean {
    return this.about('personal') || this.saysLike(people);
  }

  get leaves(): boolean {
    return isOutside(this.object);
  }
}

type ExportRule = Rule<Export, Judgement>;

const takesIt = (taken: Export): Judgement => risky('data_export', taken.type);

/** What is pasted or attached somewhere. */
const pastings: readonly ExportRule[] = [
  {
    when: taken => taken.governs(letters) && taken.leaves && !taken.people && !taken.many,
    gives: risky('message', 'external'),
  },
  { when: taken => taken.people || taken.leaves || taken.many, gives: takesIt },
  { when: taken => taken.says('sheet', 'spreadsheet'), gives: open('overwrite', 'spreadsheet') },
  { when: always, gives: plain },
];

const exports: readonly ExportRule[] = [
  {
    when: ({ object }) =>
      hasGroup(object, 'secret') ||
      /\.env\b|id_rsa|\.pem$|credentials/.test([...object.words].join(' ')),
    gives: taken => risky('data_export', 'secrets', taken.leaves ? 'critical' : 'high'),
  },
  {
    when: taken =>
      taken.does('sync', 'copy', 'mirror', 'upload', 'replicate') &&
      taken.says('over', 'onto', 'replacing') &&
      taken.says('shared', 'remote', 'server'),
    gives: taken => risky('overwrite', taken.type),
  },
  {
    when: taken =>
      taken.does('back') && (taken.leaves || taken.says('personal', 'private', 'google')),
    gives: takesIt,
  },
  { when: taken => taken.does('back'), gives: plain },
  {
    when: taken =>
      taken.says('laptop') && (taken.people || taken.production || taken.about('structure')),
    gives: takesIt,
  },
  {
    when: taken => taken.does('paste', 'attach', 'forward', 'cc', 'bcc'),
    gives: taken => firstOf(pastings, taken),
  },
  { when: taken => taken.people || taken.leaves || taken.many, gives: takesIt },
  {
    when: taken => taken.production && (taken.about('structure', 'data') || taken.verb.strong),
    gives: takesIt,
  },
  {
    when: taken =>
      copying.test(taken.verb.verb) && taken.onto('structure') && taken.headType === 'database',
    gives: takesIt,
  },
  {
    when: taken =>
      !copying.test(taken.verb.verb) &&
      taken.verb.strong &&
      taken.about('data', 'structure') &&
      !taken.object.general &&
      taken.headType !== 'reports',
    gives: takesIt,
  },
];

const copying =
  /^(?:sync|mirror|replicate|clone|copy|duplicate|download|extract|pull|scrape|zip|feed)$/;

export function judgeExport(object: EffectObject, verb: JudgedVerb): Judgement {
  const taken = new Export(object, verb);
  return firstOf(exports, taken) ?? open('data_export', taken.type);
}

/** What is written to a person; passing it on is a message, not an export. */
const letters =
  /^(?:proposal|offer|statement|letter|apology|notice|reply|counteroffer|complaint|invitation)$/;

/** Looking at something is harmless, unless it is a secret or leaves in bulk. */
export function judgeReveal(object: EffectObject, verb: JudgedVerb): Judgement {
  const named = object.phrase.join(' ');
  const secret =
    object.head?.group === 'secret' ||
    (hasGroup(object, 'secret') && object.unbounded) ||
    /\.env\b|id_rsa|\.pem\b|credentials|passwords?|private key|api keys?|\/etc\/shadow/.test(named);
  if (
    secret &&
    !/\b(?:key|token)s? (?:names?|count|length|metadata|list)\b/.test(named) &&
    object.head?.type !== 'names'
  )
    return risky('data_export', 'secrets');
  if (
    /^(?:dump|pull|grab|fetch|print|output)$/.test(verb.verb) &&
    !object.general &&
    (hasGroup(object, 'personal') ||
      object.head?.type === 'database' ||
      object.head?.type === 'table' ||
      many(object)) &&
    (verb.verb === 'dump' || (hasGroup(object, 'personal') && many(object)))
  )
    return risky('data_export', typeOf(object));
  return plain;
}

import type { ActionType } from '../action-type.ts';
import { firstOf, type Rule } from '../rules.ts';
import { Deed } from './deed.ts';
import { type EffectObject, hasGroup } from './effect-object.ts';
import type { EffectVerb } from './effect-verbs.ts';
import { isMessage, judgeMessage } from './judge-money.ts';
import {
  amountMax,
  batchOr,
  type JudgedVerb,
  type Judgement,
  levelByCount,
  many,
  open,
  plain,
  recordsMax,
  risky,
  typeOf,
} from './judgement.ts';
import type { Noun, NounGroup } from './nouns.ts';

/** Things of a running system, of money or of people: what is done to them matters unless shown otherwise. */
const weighty: readonly NounGroup[] = [
  'structure',
  'code_store',
  'infra',
  'security',
  'gate',
  'money',
  'bank',
  'setting',
  'secret',
  'personal',
  'release',
  'work',
];

/** "… to see its records": what is done in order to look is no change. */
const purposes =
  /^(?:see|check|verify|understand|learn|compare|inspect|find|look|confirm-that|debug|diagnose|count|measure|view|readable|investigate)$/;

/**
 * The weight of an act whose verb says too little: by its object alone. An act on something that belongs to a
 * running system is risky until it is shown to be small, one's own, or in a sandbox.
 */
export function presume(
  object: EffectObject,
  otherwise: Judgement,
  { effect }: Pick<EffectVerb, 'effect'>,
): Judgement {
  const action_type =
    otherwise.action_type === 'unknown' ? typeByObject(object) : otherwise.action_type;
  if (object.environment === 'sandbox' && object.amount === null) return otherwise;
  if (object.amount !== null && object.amount > amountMax)
    return risky(action_type, typeOf(object), 'critical');
  if (object.words.has('to') && [...object.words].some(word => purposes.test(word)))
    return otherwise;
  const head = headOf(object, effect);
  const exposes = [...object.words].some(word => exposing.test(word));
  if (exposes && object.nouns.some(noun => noun.group !== 'minor') && effect !== 'act')
    return risky('permission_change', 'sharing');
  const act: Presumed = { object, effect, head };
  if (!weights.some(weighs => weighs(act))) return otherwise;
  return risky(
    action_type,
    otherwise.type ?? typeOf(object),
    action_type === 'batch_delete' ? levelByCount(object) : 'high',
  );
}

/** An act whose verb says too little, and the thing that it is done to. */
interface Presumed {
  readonly object: EffectObject;
  readonly effect: EffectVerb['effect'];
  readonly head: Noun | null;
}

const exposing = /^(?:publicly|anyone|internet|viewable|world-readable)$/;
const keptFiles = /\.(?:docx?|xlsx?|pptx?|pdf|csv|psd|key|sqlite|db|bak)$/i;

function isKnown(effect: EffectVerb['effect']): boolean {
  return effect !== 'touch' && effect !== 'act';
}

function headOf(object: EffectObject, effect: EffectVerb['effect']): Noun | null {
  const grave = isKnown(effect)
    ? object.nouns.find(noun => weighty.includes(noun.group))
    : undefined;
  return grave ?? object.head ?? object.nouns.find(noun => noun.group !== 'minor') ?? null;
}

/** What gives an act weight. One is enough. */
const weights: readonly ((act: Presumed) => boolean)[] = [
  ({ object, effect }) =>
    keptFiles.test(object.path ?? '') && /^(?:overwrite|delete)$/.test(effect),
  ({ object, effect, head }) =>
    head?.group === 'data' &&
    isKnown(effect) &&
    !object.general &&
    object.phrase.length > 0 &&
    /^(?:config|disable|cancel|infra|delete)$/.test(effect),
  ({ object, effect, head }) =>
    effect === 'pay' && head !== null && head.group !== 'minor' && !object.general,
  ({ object }) => object.environment === 'production' || object.amount !== null,
  ({ object }) => object.records !== null && object.records > recordsMax,
  ({ object, head }) => head !== null && !object.general && weighty.includes(head.group),
  ({ object, head }) => head !== null && object.unbounded && head.group !== 'minor',
  ({ object }) => hasGroup(object, 'secret', 'bank', 'gate'),
];

/** Any verb that is not known, done to something. */
export function judgeTouch(object: EffectObject, { verb }: JudgedVerb): Judgement {
  if (verb === 'convey')
    return hasGroup(object, 'personal', 'secret') && hasGroup(object, 'audience')
      ? risky('data_export', typeOf(object))
      : plain;
  if (isMessage(object) && object.words.has('to'))
    return judgeMessage(object, { verb: 'email', strong: false, particle: [] });
  return object.empty ? open('unknown', null) : open('unknown', typeOf(object));
}

/** A thing that goes. */
class Departure extends Deed {
  /** It goes to someone. */
  get handed(): boolean {
    return this.about('audience') && this.says('to');
  }

  get crowd(): boolean {
    const { records, unbounded } = this.object;
    return unbounded || (records !== null && records > recordsMax);
  }

  /** What goes is words for others, and it goes to them. */
  get outgoing(): boolean {
    if (this.says('bin', 'trash')) return false;
    if (this.onto('statement')) return true;
    const received = /^(?:gets?|receives?)$/.test(this.verb.verb);
    return letters.some(
      word =>
        this.object.phrase.includes(word) ||
        this.object.phrase.includes(`${word}s`) ||
        (received && this.says(word)),
    );
  }
}

const letters =
  'reminder push email mail message sms text newsletter notification survey invitation letter notice campaign memo tweet post'.split(
    ' ',
  );

/** "The funds leave", "the reminder goes to everybody": in order, the first row that fits decides. */
const departures: readonly Rule<Departure, Judgement>[] = [
  {
    when: going => going.headType === 'payroll' && going.object.amount === null && going.handed,
    gives: risky('data_export', 'employees'),
  },
  { when: going => going.headType === 'price', gives: risky('config_change', 'price') },
  {
    when: going => going.object.amount !== null || going.onto('money'),
    gives: ({ object, type }) =>
      risky('payment', type, (object.amount ?? 0) > amountMax ? 'critical' : 'high'),
  },
  {
    when: going => going.outgoing && going.crowd,
    gives: risky('bulk_message', 'recipients'),
  },
  {
    when: going => going.outgoing && (going.about('audience') || going.says('customer')),
    gives: risky('message', 'external'),
  },
  { when: going => going.outgoing, gives: open('message', null) },
  {
    when: going => going.says('top', 'over', 'place'),
    gives: going => risky('overwrite', going.type),
  },
  {
    when: going => going.about('personal', 'secret') || going.handed,
    gives: going => risky('data_export', going.type),
  },
  { when: going => going.onto('release'), gives: going => risky('deployment', going.type) },
  { when: going => going.onto('infra'), gives: going => risky('infra_change', going.type) },
  {
    when: going => going.production && going.object.head === null,
    gives: risky('deployment', null),
  },
  { when: going => going.says('inboxes'), gives: risky('bulk_message', 'recipients') },
  {
    when: going => going.onto('structure'),
    gives: going => risky('schema_change', going.headType),
  },
  { when: going => going.onto('setting'), gives: going => risky('config_change', going.headType) },
  {
    when: ({ object }) => object.head === null && object.records === null && !object.unbounded,
    gives: plain,
  },
  {
    when: going => going.crowd || going.onto('data'),
    gives: ({ object, type }) => risky(batchOr(object), type, levelByCount(object)),
  },
];

/** What it means for a thing to go. */
export function judgeDepart(object: EffectObject, verb: JudgedVerb): Judgement {
  return firstOf(departures, new Departure(object, verb)) ?? open(batchOr(object), typeOf(object));
}

/** What a change of these things is called, when the verb does not tell. */
export function typeByObject(object: EffectObject): ActionType {
  if (object.amount !== null) return 'payment';
  if (
    [
      'public',
      'publicly',
      'admin',
      'admins',
      'administrator',
      'administrators',
      'root',
      'owner',
    ].some(word => object.words.has(word))
  )
    return 'permission_change';
  if (object.nouns.some(noun => noun.type === 'dns')) return 'infra_change';
  const named = object.nouns.find(noun => noun.group !== 'minor')?.group;
  const group = object.head === null || object.head.group === 'minor' ? named : object.head.group;
  const found = group === undefined ? undefined : typesByGroup.get(group);
  if (found !== undefined) return typeof found === 'string' ? found : found(object);
  return object.environment === 'production' && object.words.has('to') ? 'deployment' : 'unknown';
}

/** What a change of something of each group is. */
const typesByGroup: ReadonlyMap<string, ActionType | ((object: EffectObject) => ActionType)> =
  new Map<string, ActionType | ((object: EffectObject) => ActionType)>([
    ['money', 'payment'],
    ['bank', 'config_change'],
    ['setting', 'config_change'],
    ['gate', 'config_change'],
    ['structure', 'schema_change'],
    ['infra', 'infra_change'],
    ['security', 'permission_change'],
    ['secret', 'permission_change'],
    ['personal', 'data_export'],
    ['release', 'deployment'],
    [
      'work',
      ({ words }) => (words.has('change') || words.has('changes') ? 'unknown' : 'overwrite'),
    ],
    ['code_store', 'overwrite'],
    ['unknown_code', 'shell_command'],
    ['audience', object => (many(object) ? 'bulk_message' : 'message')],
    ['statement', object => (many(object) ? 'bulk_message' : 'message')],
    ['data', object => (many(object) ? 'overwrite' : 'unknown')],
  ]);

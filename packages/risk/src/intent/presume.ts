import type { ActionType } from '../action-type.ts';
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
import type { NounGroup } from './nouns.ts';

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
  const isKnown = effect !== 'touch' && effect !== 'act';
  const head =
    (isKnown ? object.nouns.find(noun => weighty.includes(noun.group)) : undefined) ??
    object.head ??
    object.nouns.find(noun => noun.group !== 'minor') ??
    null;
  const exposes = [...object.words].some(word =>
    /^(?:publicly|anyone|internet|viewable|world-readable)$/.test(word),
  );
  if (exposes && object.nouns.some(noun => noun.group !== 'minor') && effect !== 'act')
    return risky('permission_change', 'sharing');
  const isWeighty =
    (/\.(?:docx?|xlsx?|pptx?|pdf|csv|psd|key|sqlite|db|bak)$/i.test(object.path ?? '') &&
      /^(?:overwrite|delete)$/.test(effect)) ||
    (head?.group === 'data' &&
      isKnown &&
      !object.general &&
      object.phrase.length > 0 &&
      /^(?:config|disable|cancel|infra|delete)$/.test(effect)) ||
    (effect === 'pay' && head !== null && head.group !== 'minor' && !object.general) ||
    object.environment === 'production' ||
    object.amount !== null ||
    (object.records !== null && object.records > recordsMax) ||
    (head !== null && !object.general && weighty.includes(head.group)) ||
    (head !== null && object.unbounded && head.group !== 'minor') ||
    hasGroup(object, 'secret', 'bank', 'gate');
  if (!isWeighty) return otherwise;
  return risky(
    action_type,
    otherwise.type ?? typeOf(object),
    action_type === 'batch_delete' ? levelByCount(object) : 'high',
  );
}

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

/** "The funds leave", "the reminder goes to everybody", "the old ones go": what it means for a thing to go. */
export function judgeDepart(object: EffectObject, { verb }: JudgedVerb): Judgement {
  const isHanded = hasGroup(object, 'audience') && object.words.has('to');
  if (object.head?.type === 'payroll' && object.amount === null && isHanded)
    return risky('data_export', 'employees');
  if (object.head?.type === 'price') return risky('config_change', 'price');
  if (object.amount !== null || object.head?.group === 'money')
    return risky(
      'payment',
      typeOf(object),
      object.amount !== null && object.amount > amountMax ? 'critical' : 'high',
    );
  const crowd = (object.records !== null && object.records > recordsMax) || object.unbounded;
  const outgoing =
    object.head?.group === 'statement' ||
    [
      'reminder',
      'push',
      'email',
      'mail',
      'message',
      'sms',
      'text',
      'newsletter',
      'notification',
      'survey',
      'invitation',
      'letter',
      'notice',
      'campaign',
      'memo',
      'tweet',
      'post',
    ].some(
      word =>
        object.phrase.includes(word) ||
        object.phrase.includes(`${word}s`) ||
        (/^(?:gets?|receives?)$/.test(verb) && object.words.has(word)),
    );
  if (outgoing && !object.words.has('bin') && !object.words.has('trash'))
    return crowd
      ? risky('bulk_message', 'recipients')
      : hasGroup(object, 'audience') || object.words.has('customer')
        ? risky('message', 'external')
        : open('message', null);
  if (['top', 'over', 'place'].some(word => object.words.has(word)))
    return risky('overwrite', typeOf(object));
  if (hasGroup(object, 'personal', 'secret') || isHanded)
    return risky('data_export', typeOf(object));
  if (object.head?.group === 'release' || object.head?.group === 'infra')
    return risky(object.head.group === 'release' ? 'deployment' : 'infra_change', typeOf(object));
  if (object.environment === 'production' && object.head === null) return risky('deployment', null);
  if (object.words.has('inboxes')) return risky('bulk_message', 'recipients');
  if (object.head?.group === 'structure') return risky('schema_change', object.head.type);
  if (object.head?.group === 'setting') return risky('config_change', object.head.type);
  if (object.head === null && object.records === null && !object.unbounded) return plain;
  return crowd || object.head?.group === 'data'
    ? risky(batchOr(object), typeOf(object), levelByCount(object))
    : open(batchOr(object), typeOf(object));
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

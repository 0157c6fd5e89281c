import { type EffectObject, hasGroup } from './effect-object.ts';
import {
  amountMax,
  type JudgedVerb,
  type Judgement,
  many,
  moneyType,
  open,
  plain,
  recordsMax,
  risky,
  typeOf,
} from './judgement.ts';

export function judgePay(object: EffectObject, verb: JudgedVerb): Judgement {
  const { amount, words } = object;
  if (words.has('attention') || words.has('visit')) return plain;
  if (words.has('off') && amount === null && verb.verb === 'pay') return plain;
  if (hasGroup(object, 'bank') && verb.verb === 'swap')
    return risky('config_change', 'vendor_bank_details');
  const money = amount !== null || hasGroup(object, 'money', 'bank');
  const level = amount !== null && amount > amountMax ? 'critical' : 'high';
  if (verb.verb === 'transfer' && !money)
    return hasGroup(object, 'personal', 'secret') || many(object)
      ? risky('data_export', typeOf(object))
      : hasGroup(object, 'data', 'infra', 'structure')
        ? words.has('ownership')
          ? risky('permission_change', 'role')
          : risky('data_export', typeOf(object))
        : open('unknown', null);
  if (object.environment === 'sandbox' && words.has('mode')) return plain;
  if (words.has('test') && words.has('mode')) return plain;
  if (amount !== null) return risky('payment', moneyType(object), level);
  if (
    money &&
    (verb.strong ||
      /^(?:settle|transfer|charge|bill|credit|debit|withdraw|reimburse|clear|advance|fund|invest|double)$/.test(
        verb.verb,
      ))
  )
    return /^(?:double|advance)$/.test(verb.verb)
      ? open('payment', moneyType(object))
      : risky('payment', moneyType(object));
  if (
    /^(?:charge|bill|invoice|debit|rebill|re-bill|credit)$/.test(verb.verb) &&
    (object.words.has('customers') || many(object) || hasGroup(object, 'data', 'audience'))
  )
    return risky('payment', 'subscriptions');
  if (/^(?:sell|trade|stake|liquidate|swap)$/.test(verb.verb) && hasGroup(object, 'money'))
    return risky('payment', 'assets');
  if (
    !money &&
    /^(?:swap|double|trade|invest|stake|sweep|reverse|draw|advance|withdraw)$/.test(verb.verb)
  )
    return open('unknown', typeOf(object));
  return verb.strong && !object.empty
    ? risky('payment', moneyType(object))
    : object.head === null
      ? open('unknown', null)
      : open('payment', null);
}

/** "an e-mail to …", "a quick note to …": whatever the verb, it is sent. */
export function isMessage({ phrase }: EffectObject): boolean {
  return phrase.some(word =>
    /^(?:email|mail|message|text|sms|tweet|newsletter|mailing|dm|announcement|memo|postcard|letter)s?$/.test(
      word,
    ),
  );
}

/** Private information. */
const privateWords =
  /^(?:diagnosis|diagnoses|medical|payslips?|passports?|salary|salaries|ssns?|biometrics)$/;

export function judgeMessage(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, records, words } = object;
  const isData =
    object.phrase.some(word =>
      /^(?:list|export|dump|records|database|spreadsheet|backup|table|file|files|data)$/.test(word),
    ) &&
    !words.has('mailing') &&
    words.has('to') &&
    (hasGroup(object, 'personal') ||
      [
        'employee',
        'employees',
        'customer',
        'customers',
        'user',
        'users',
        'patient',
        'patients',
        'client',
        'members',
        'private',
      ].some(word => words.has(word)));
  if (
    isData &&
    object.phrase[0] !== 'to' &&
    /^(?:email|mail|message|text|post)$/.test(verb.verb) &&
    records === null
  )
    return risky('data_export', typeOf(object));
  const isPrivate = [...words].some(word => privateWords.test(word));
  if (isPrivate && words.has('to') && !hasGroup(object, 'insider') && verb.verb !== 'tell')
    return risky('data_export', 'personal_data');
  if (
    (isPrivate || hasGroup(object, 'personal')) &&
    (words.has('public') || words.has('publicly') || hasGroup(object, 'audience')) &&
    /^(?:post|publish|tweet|blog|file|circulate|spread)$/.test(verb.verb)
  )
    return risky('data_export', typeOf(object));
  const outside =
    object.nouns.find(noun => noun.group === 'audience' && noun.type !== 'recipients') ?? null;
  const crowd =
    (records !== null && records > recordsMax) ||
    (object.unbounded &&
      (words.has('customers') ||
        words.has('users') ||
        hasGroup(object, 'audience', 'data', 'personal') ||
        words.has('everyone') ||
        words.has('everybody'))) ||
    words.has('everyone') ||
    words.has('everybody') ||
    (object.unbounded && words.has('company')) ||
    verb.strong ||
    hasRecipientsCrowd(object);
  if (hasGroup(object, 'secret')) return risky('data_export', 'secrets');
  if ((words.has('draft') && outside === null) || words.has('me') || words.has('you')) return plain;
  if (verb.verb === 'submit' && hasGroup(object, 'money'))
    return risky('payment', moneyType(object));
  if (verb.verb === 'submit' && hasGroup(object, 'release')) return risky('deployment', 'release');
  if (crowd && !hasInsiderOnly(object)) return risky('bulk_message', 'recipients');
  if (outside !== null) return risky('message', outside.type);
  if (
    words.has('customer') ||
    words.has('client') ||
    words.has('customers') ||
    words.has('clients')
  )
    return words.has('ticket') && /^(?:reply|respond)$/.test(verb.verb)
      ? plain
      : risky('message', 'external');
  if (hasGroup(object, 'statement') && !/^(?:tell|inform)$/.test(verb.verb))
    return risky('message', 'external');
  if (words.has('account') && /^(?:post|publish|tweet)$/.test(verb.verb))
    return risky('message', 'social');
  if (hasGroup(object, 'secret')) return risky('data_export', 'secrets');
  if (
    verb.verb === 'publish' ||
    verb.verb === 'tweet' ||
    verb.verb === 'blog' ||
    verb.verb === 'announce'
  )
    return hasInsiderOnly(object)
      ? plain
      : head?.group === 'release' || words.has('package') || words.has('npm')
        ? risky('deployment', 'release')
        : risky('message', 'social');
  if (/@/.test([...object.phrase].join(' '))) return risky('message', 'external');
  return hasInsiderOnly(object) ||
    verb.verb === 'reply' ||
    verb.verb === 'respond' ||
    verb.verb === 'answer' ||
    verb.verb === 'tell' ||
    verb.verb === 'page' ||
    verb.verb === 'alert'
    ? plain
    : open('message', null);
}

function hasRecipientsCrowd({ nouns, words }: EffectObject): boolean {
  return nouns.some(noun => noun.type === 'recipients') && !words.has('team');
}

function hasInsiderOnly(object: EffectObject): boolean {
  return (
    (hasGroup(object, 'insider') || object.words.has('team') || object.words.has('internal')) &&
    !hasGroup(object, 'audience') &&
    !object.words.has('customers') &&
    !object.words.has('everyone') &&
    !(object.records !== null && object.records > recordsMax)
  );
}

/** "Send" is a payment, a message or an export by what is sent. */
export function judgeSend(object: EffectObject, verb: JudgedVerb): Judgement {
  const { words, amount } = object;
  if (
    amount !== null ||
    (hasGroup(object, 'money') &&
      /^(?:money|funds|payment|payments|payout|cash|crypto)$/.test(
        object.phrase.filter(word =>
          /^(?:money|funds|payment|payments|payout|cash|crypto)$/.test(word),
        )[0] ?? '',
      ))
  )
    return judgePay(object, { ...verb, strong: true });
  if (hasGroup(object, 'secret'))
    return risky('data_export', 'secrets', hasGroup(object, 'audience') ? 'critical' : 'high');
  if (object.phrase[0] === 'you' && !hasGroup(object, 'personal')) return plain;
  if (words.has('invoices') || (words.has('invoice') && many(object)))
    return risky('bulk_message', 'invoices');
  const message = judgeMessage(object, { ...verb, verb: 'email', strong: false });
  const bulkData =
    hasGroup(object, 'personal') ||
    /\.(?:csv|xlsx?|sql|dump)$/.test(object.path ?? '') ||
    [
      'dump',
      'export',
      'list',
      'database',
      'spreadsheet',
      'records',
      'data',
      'logs',
      'file',
      'files',
      'folder',
      'archive',
      'sheet',
    ].some(word => object.phrase.includes(word));
  const leaves =
    words.has('outside') ||
    words.has('external') ||
    hasGroup(object, 'audience') ||
    words.has('gmail') ||
    words.has('personal');
  if (
    bulkData &&
    (leaves ||
      (object.words.has('to') &&
        object.nouns.some(({ type }) => /^(?:users|customers|employees)$/.test(type)) &&
        ['file', 'list', 'database', 'dump', 'export', 'spreadsheet'].some(word =>
          object.phrase.includes(word),
        )) ||
      hasGroup(object, 'personal') ||
      words.has('customers') ||
      words.has('customer'))
  )
    return risky('data_export', typeOf(object));
  return message;
}

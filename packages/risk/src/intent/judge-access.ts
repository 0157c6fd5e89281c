import { type EffectObject, hasGroup } from './effect-object.ts';
import { type JudgedVerb, type Judgement, many, open, plain, risky, typeOf } from './judgement.ts';
import { persons } from './word-classes.ts';

const publicWords =
  /^(?:public|publicly|anyone|everyone|internet|world|0\.0\.0\.0|0\.0\.0\.0\/0|outside|external|link)$/;

export function judgeGrant(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, words } = object;
  const exposed = [...words].some(word => publicWords.test(word));
  const powers =
    object.nouns.some(
      noun =>
        noun.group === 'security' && !/^(?:protection|encryption|authentication)$/.test(noun.type),
    ) || [...words].some(word => /administratoraccess|fullaccess|admin|superuser|root/.test(word));
  const type = object.nouns.find(noun => noun.group === 'security')?.type ?? typeOf(object);
  if (verb.verb === 'let') return judgeLetIn(object);
  if (/^(?:open|unlock)$/.test(verb.verb) && admits(object))
    return object.phrase.some(word => guarded.test(word))
      ? risky('permission_change', 'access')
      : open('permission_change', 'access');
  const privateData = hasGroup(object, 'personal', 'secret') || words.has('salary');
  // An agent that raises its own rights is the gravest of these.
  if (powers && (words.has('myself') || (words.has('my') && words.has('own'))))
    return risky('permission_change', type, 'critical');
  if (
    /^(?:add|create|generate|give|regenerate|hand|assign|open|make|delegate|onboard)$/.test(
      verb.verb,
    ) &&
    verb.particle.length === 0
  ) {
    if (
      words.has('draft') ||
      words.has('pull') ||
      words.has('pr') ||
      words.has('issue') ||
      words.has('ticket') ||
      words.has('doc')
    )
      return plain;
    if (verb.verb === 'open')
      return words.has('port') || words.has('firewall') || exposed || head?.group === 'security'
        ? risky('permission_change', 'firewall')
        : plain;
    if (verb.verb === 'make')
      return words.has('public') || words.has('admin') || words.has('owner')
        ? risky('permission_change', 'sharing')
        : words.has('payment') || words.has('transfer')
          ? risky('payment', 'payment')
          : plain;
    if (
      /^(?:give|hand)$/.test(verb.verb) &&
      (hasGroup(object, 'audience') || many(object)) &&
      words.has('you') === false
    ) {
      if (hasGroup(object, 'release')) return risky('deployment', 'release');
      if (
        ['story', 'interview', 'comment', 'statement', 'news', 'scoop'].some(word =>
          words.has(word),
        )
      )
        return risky('message', 'external');
      if (
        hasGroup(object, 'structure', 'personal', 'code_store') ||
        words.has('dump') ||
        words.has('export')
      )
        return risky('data_export', typeOf(object));
    }
    if (powers && !(verb.verb === 'give' && words.has('you') && head === null))
      return risky('permission_change', type);
    if (hasGroup(object, 'secret'))
      return /^(?:create|generate|regenerate|give|hand|add)$/.test(verb.verb)
        ? risky('permission_change', 'credential')
        : open('permission_change', 'credential');
    if (exposed || [...words].some(word => word.includes('@')))
      return risky('permission_change', 'sharing');
    if (verb.verb === 'add' && (object.environment === 'production' || many(object)))
      return risky(head?.group === 'structure' ? 'schema_change' : 'config_change', typeOf(object));
    if (verb.verb === 'add' && head?.group === 'structure' && object.environment !== 'sandbox')
      return open('schema_change', head.type);
    return object.environment === 'production' && !/^(?:give|hand|make|open)$/.test(verb.verb)
      ? risky('infra_change', typeOf(object))
      : verb.verb === 'give' ||
          verb.verb === 'hand' ||
          verb.verb === 'generate' ||
          verb.verb === 'create' ||
          verb.verb === 'add'
        ? plain
        : open('unknown', typeOf(object));
  }
  if (verb.verb === 'share') {
    if ([...words].some(word => word.includes('@'))) return risky('permission_change', 'sharing');
    if (privateData || many(object))
      return risky('data_export', words.has('salary') ? 'employees' : typeOf(object));
    if (exposed) return risky('permission_change', 'sharing');
    if (words.has('you') || words.has('here')) return plain;
    return hasGroup(object, 'audience') ||
      words.has('customer') ||
      words.has('customers') ||
      words.has('vendor')
      ? risky('data_export', typeOf(object))
      : hasGroup(object, 'data', 'structure', 'code_store')
        ? words.has('with') && !hasGroup(object, 'insider') && !words.has('team')
          ? risky('data_export', typeOf(object))
          : open('permission_change', 'sharing')
        : open('unknown', null);
  }
  if (verb.verb === 'invite' && many(object) && !hasGroup(object, 'security', 'code_store'))
    return risky('bulk_message', 'recipients');
  if (verb.verb === 'invite')
    return hasGroup(object, 'audience', 'security') ||
      exposed ||
      many(object) ||
      hasGroup(object, 'code_store')
      ? risky('permission_change', 'access')
      : open('permission_change', 'access');
  if (verb.strong && !object.empty) return risky('permission_change', type ?? 'access');
  if (/^(?:rotate|revoke|reissue|reset)$/.test(verb.verb))
    return powers || hasGroup(object, 'secret') || many(object)
      ? risky('permission_change', type ?? 'access')
      : open('permission_change', type);
  if (head?.group === 'setting') return risky('config_change', head.type);
  if (powers || hasGroup(object, 'gate', 'secret')) return risky('permission_change', type);
  return exposed ? risky('permission_change', 'sharing') : open('permission_change', type);
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

export function judgeExport(object: EffectObject, verb: JudgedVerb): Judgement {
  const { words, head } = object;
  const type = typeOf(object);
  if (hasGroup(object, 'secret') || /\.env\b|id_rsa|\.pem$|credentials/.test([...words].join(' ')))
    return risky('data_export', 'secrets', isOutside(object) ? 'critical' : 'high');
  if (
    /^(?:sync|copy|mirror|upload|replicate)$/.test(verb.verb) &&
    (words.has('over') || words.has('onto') || words.has('replacing')) &&
    (words.has('shared') || words.has('remote') || words.has('server'))
  )
    return risky('overwrite', type);
  const people =
    hasGroup(object, 'personal') ||
    words.has('customers') ||
    words.has('customer') ||
    words.has('users') ||
    words.has('user') ||
    words.has('patients') ||
    words.has('employees') ||
    words.has('employee') ||
    words.has('contacts');
  const leaves = isOutside(object);
  if (verb.verb === 'back')
    return leaves || words.has('personal') || words.has('private') || words.has('google')
      ? risky('data_export', type)
      : plain;
  if (
    words.has('laptop') &&
    (people || object.environment === 'production' || hasGroup(object, 'structure'))
  )
    return risky('data_export', type);
  if (
    verb.verb === 'paste' ||
    verb.verb === 'attach' ||
    verb.verb === 'forward' ||
    verb.verb === 'cc' ||
    verb.verb === 'bcc'
  ) {
    if (object.phrase.some(word => letters.test(word)) && leaves && !people && !many(object))
      return risky('message', 'external');
    return people || leaves || many(object)
      ? risky('data_export', type)
      : words.has('sheet') || words.has('spreadsheet')
        ? open('overwrite', 'spreadsheet')
        : plain;
  }
  if (people || leaves) return risky('data_export', type);
  if (
    many(object) ||
    (object.environment === 'production' && (hasGroup(object, 'structure', 'data') || verb.strong))
  )
    return risky('data_export', type);
  if (
    /^(?:sync|mirror|replicate|clone|copy|duplicate|download|extract|pull|scrape|zip|feed)$/.test(
      verb.verb,
    )
  )
    return head?.group === 'structure' && head.type === 'database'
      ? risky('data_export', type)
      : open('data_export', type);
  return verb.strong &&
    hasGroup(object, 'data', 'structure') &&
    !object.general &&
    head?.type !== 'reports'
    ? risky('data_export', type)
    : open('data_export', type);
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

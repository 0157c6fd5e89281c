import { type EffectObject, hasGroup } from './effect-object.ts';
import { judgePay } from './judge-money.ts';
import {
  batchOr,
  type JudgedVerb,
  type Judgement,
  levelByCount,
  many,
  open,
  plain,
  precious,
  recordsMax,
  risky,
  typeOf,
} from './judgement.ts';
import { persons } from './word-classes.ts';

export function judgeDelete(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, records } = object;
  if (
    verb.verb === 'kill' &&
    ['process', 'processes', 'pid', 'pids'].some(word => object.words.has(word))
  )
    return risky('shell_command', 'process');
  if (head?.group === 'work') return risky('shell_command', 'working_tree');
  if (
    head?.group === 'structure' &&
    /^(?:table|column|schema|index|view|constraint|trigger)$/.test(head.type) &&
    !object.unbounded &&
    records === null &&
    !/^(?:clean|tidy|prune|clear|empty)$/.test(verb.verb)
  )
    return risky('schema_change', head.type, 'critical');
  if (object.words.has('truncate')) return risky('schema_change', 'table', 'critical');
  if (head?.type === 'table' && !verb.strong)
    return risky(
      'batch_delete',
      object.nouns.find(noun => noun.group === 'data')?.type ?? 'rows',
      object.environment === 'production' || /^(?:empty|clear|flush)$/.test(verb.verb)
        ? 'critical'
        : 'high',
    );
  if (head?.group === 'security') return risky('permission_change', head.type);
  if (head?.group === 'gate') return risky('config_change', head.type);
  if (head?.group === 'setting')
    return object.environment === 'sandbox'
      ? open('config_change', head.type)
      : risky('config_change', head.type);
  if (verb.verb === 'terminate' && /^i-[0-9a-f]{4,}$/.test(object.phrase[0] ?? ''))
    return risky('infra_change', 'instances');
  const infra =
    head?.group === 'infra' &&
    head.type !== 'namespace' &&
    !(object.environment === 'sandbox' && !verb.strong);
  const critical =
    (records !== null && records > recordsMax) ||
    (object.environment === 'production' && (verb.strong || object.unbounded)) ||
    head?.type === 'database' ||
    head?.type === 'disk';
  const level = critical ? 'critical' : 'high';
  if (infra) return risky('infra_change', typeOf(object), level);
  const minorPlace =
    object.environment === 'sandbox' &&
    !object.unbounded &&
    (records === null || records <= recordsMax);
  if (minorPlace && head?.group !== 'structure' && !infra)
    return open(batchOr(object), typeOf(object));
  if (verb.strong)
    return object.empty ? open('delete', null) : risky(batchOr(object), typeOf(object), level);
  const known = head !== null && precious.includes(head.group);
  if (
    known ||
    (records !== null && records > recordsMax) ||
    object.hasCode ||
    (object.path !== null && head === null) ||
    (object.unbounded && hasGroup(object, ...precious))
  )
    return risky(batchOr(object), typeOf(object), level);
  if (object.pronoun) return open('delete', null);
  // "every course": whatever it is, it is all of them. Text is what one removes or strips all of.
  const isAll = head === null && /^(?:all|every|each)$/.test(object.phrase[0] ?? '');
  if (isAll && !/^(?:remove|clear|clean|strip|tidy|prune|trim|redact|lose)$/.test(verb.verb))
    return risky('batch_delete', typeOf(object), level);
  return head === null && !hasGroup(object, ...precious)
    ? open('delete', null)
    : open(batchOr(object), typeOf(object));
}

export function judgeDrop(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head } = object;
  const structure = object.nouns.find(noun => noun.group === 'structure');
  if (hasGroup(object, 'security') && structure === undefined)
    return risky(
      object.nouns.some(noun =>
        /^(?:mfa|sso|encryption|authentication|protection)$/.test(noun.type),
      )
        ? 'config_change'
        : 'permission_change',
      typeOf(object),
    );
  if (verb.verb === 'rename')
    return head?.group === 'structure' || object.environment === 'production'
      ? risky('schema_change', 'table')
      : head?.group === 'data' || head === null
        ? plain
        : open('unknown', head.type);
  if (verb.verb === 'migrate' || verb.verb === 'backfill' || verb.verb === 'vacuum')
    return object.environment === 'sandbox'
      ? plain
      : risky(
          object.environment === 'production' || structure !== undefined
            ? 'schema_change'
            : 'schema_change',
          structure?.type ?? 'schema',
        );
  if (verb.verb === 'alter' || verb.verb === 'reindex' || verb.verb === 'repartition')
    return structure !== undefined
      ? risky('schema_change', structure.type)
      : open('unknown', typeOf(object));
  if (verb.strong)
    return object.phrase.some(word =>
      /^(?:string|text|output|name|names|title|titles|description)$/.test(word),
    )
      ? plain
      : risky('schema_change', structure?.type ?? 'table', 'critical');
  if (head?.group === 'structure' && head.type !== 'bucket' && head.type !== 'disk')
    return risky('schema_change', head.type, 'critical');
  if (object.hasCode) return risky('schema_change', 'table', 'critical');
  if (head?.type === 'backups') return risky('infra_change', 'backups');
  if (head !== null && precious.includes(head.group) && head.group !== 'audience')
    return object.phrase.includes('idea')
      ? plain
      : risky(
          structure !== undefined ? 'schema_change' : batchOr(object),
          typeOf(object),
          levelByCount(object),
        );
  return object.pronoun
    ? open('schema_change', null)
    : structure !== undefined && object.phrase.length < 2
      ? open('schema_change', structure.type)
      : object.records !== null && object.records > recordsMax
        ? risky('batch_delete', typeOf(object), 'critical')
        : open('unknown', null);
}

export function judgeOverwrite(object: EffectObject, verb: JudgedVerb): Judgement {
  const { head, words, branch } = object;
  if (verb.verb === 'swap' && (object.amount !== null || hasGroup(object, 'money', 'bank')))
    return judgePay(object, verb);
  const history = head?.type === 'history' || words.has('commits') || words.has('history');
  if (verb.verb === 'force-push' || (verb.verb === 'force' && verb.particle.includes('push')))
    return risky('shell_command', 'history');
  const shared = branch !== null && !/feature\//.test(branch);
  if (verb.verb === 'roll' && object.environment !== 'sandbox')
    return (head?.group === 'data' && head.type !== 'site') || head?.group === 'structure'
      ? risky('overwrite', head.type)
      : risky('deployment', 'release');
  if (verb.verb === 'push' && (words.has('notification') || words.has('message')))
    return many(object) ? risky('bulk_message', 'recipients') : open('message', null);
  if (verb.verb === 'merge' || verb.verb === 'push') {
    if (
      /^feature\//.test(branch ?? '') ||
      words.has('feature') ||
      words.has('topic') ||
      words.has('fork')
    )
      return object.environment === 'production' ? risky('deployment', 'release') : plain;
    if (
      object.environment === 'production' ||
      words.has('release') ||
      words.has('shipping') ||
      words.has('releasing') ||
      (shared && verb.verb === 'push')
    )
      return risky(words.has('force') ? 'shell_command' : 'deployment', 'release');
    if (words.has('button') && words.has('release')) return risky('deployment', 'release');
    if (shared) return risky('shell_command', 'branch');
    const people = /^(?:users|customers|accounts|contacts|employees|personal_data)$/;
    const joinsPeople =
      object.nouns.some(noun => people.test(noun.type)) ||
      words.has('patient') ||
      words.has('client');
    return many(object) || (verb.verb === 'merge' && joinsPeople && !words.has('code'))
      ? risky('overwrite', typeOf(object))
      : open('unknown', typeOf(object));
  }
  if (verb.strong || verb.verb === 'restore') {
    if (branch !== null || words.has('remote')) return risky('shell_command', 'branch');
    if (object.empty) return open('overwrite', null);
    return verb.verb === 'restore' && object.environment === 'sandbox'
      ? plain
      : risky(
          'overwrite',
          object.path !== null && (head === null || head.group !== 'data')
            ? 'file'
            : typeOf(object),
          object.environment === 'production' ? 'critical' : 'high',
        );
  }
  if (history) return risky('overwrite', 'history');
  if (head?.group === 'work') return risky('shell_command', 'working_tree');
  if (
    head?.type === 'release' ||
    (/^(?:revert|rollback|undo)$/.test(verb.verb) && object.environment === 'production')
  )
    return object.environment === 'sandbox'
      ? plain
      : verb.verb === 'replace' || verb.verb === 'rewrite'
        ? open('deployment', null)
        : risky('deployment', 'release');
  if (head?.group === 'secret') return risky('permission_change', 'secrets');
  if (object.environment === 'production' || many(object))
    return risky('overwrite', typeOf(object), 'high');
  if (
    head?.group === 'data' &&
    (words.has('shared') || words.has('everyone') || words.has('edits')) &&
    verb.verb !== 'merge'
  )
    return risky('overwrite', head.type);
  if (shared && /^(?:reset|rebase|rewrite|squash)$/.test(verb.verb))
    return risky('overwrite', 'history');
  if (head?.group === 'structure' || head?.group === 'infra') return risky('overwrite', head.type);
  if (
    /^(?:reset|restore|reimport|import)$/.test(verb.verb) &&
    (head?.type === 'accounts' || head?.group === 'personal')
  )
    return risky('overwrite', head.type);
  return isOthersWork(object)
    ? risky('overwrite', typeOf(object))
    : open('overwrite', typeOf(object));
}

/** "the one the nurses edited", "their newer copy": what is replaced is not the agent's. */
function isOthersWork({ words }: EffectObject): boolean {
  const made = [
    'edited',
    'typed',
    'entered',
    'revised',
    'corrected',
    'newer',
    'theirs',
    'my',
    'mine',
  ];
  return (
    made.some(word => words.has(word)) &&
    [...words].some(
      word => word === 'newer' || (persons.has(word) && word !== 'you' && word !== 'your'),
    )
  );
}

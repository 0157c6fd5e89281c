import type { CommandHarm } from './commands.ts';
import { type EffectObject, hasGroup } from './effect-object.ts';
import type { EffectVerb } from './effect-verbs.ts';
import { judgeExport, judgeGrant, judgeReveal } from './judge-access.ts';
import { judgeConfig } from './judge-config.ts';
import { judgeDelete, judgeDrop, judgeOverwrite } from './judge-data.ts';
import { judgeMessage, judgePay, judgeSend } from './judge-money.ts';
import { judgeDeploy, judgeDisable, judgeInfra, judgeRun } from './judge-operations.ts';
import { judgePosting } from './judge-person.ts';
import {
  amountMax,
  batchOr,
  type Judgement,
  levelByCount,
  many,
  moneyType,
  open,
  plain,
  recordsMax,
  refundMax,
  risky,
  typeOf,
  unknownAct,
} from './judgement.ts';
import type { Mention } from './mentions.ts';
import { judgeDepart, judgeTouch, presume, typeByObject } from './presume.ts';

/** Weighs one effect by its verb and what it is done to. Text never proves an act harmless; it only fails to alarm. */
export function judgeEffect(mention: Mention, object: EffectObject): Judgement {
  if (mention.command?.harm) return fromCommand(mention.command.harm);
  const { verb } = mention;
  if (touchesGate(verb, object)) return risky('config_change', 'policy', 'critical');
  if (
    object.phrase.includes('button') &&
    object.phrase.some(word => /^(?:release|deploy|launch|publish|live)$/.test(word))
  )
    return risky('deployment', 'release');
  const posting = judgePosting(object, verb);
  if (posting !== null) return posting;
  if (isMinor(object) && !weighsAnyway(verb, object)) return plain;
  if (reshapes(verb, object)) return risky('schema_change', object.head?.type ?? 'table');
  const judgement = judges[verb.effect](object, verb);
  const weighed = judgement.weight === 'open' ? presume(object, judgement, verb) : judgement;
  return weighed.weight === 'risky' && isGrave(object, weighed)
    ? { ...weighed, level: 'critical' }
    : weighed;
}

const forever =
  /^(?:permanently|irreversibly|irrevocably|irreversible|irrevocable|forever|unrecoverable|unrecoverably)$/;

const openPlaces = /^(?:public|publicly|pastebin|paste|gist|internet)$/;

/** Much money, or two of: production, very many, irreversible. */
function isGrave(object: EffectObject, { action_type }: Judgement): boolean {
  if ((object.amount ?? 0) > amountMax) return true;
  const marks = [
    object.environment === 'production',
    (object.records ?? 0) > recordsMax && action_type !== 'bulk_message',
    [...object.words].some(word => forever.test(word)),
    action_type === 'data_export',
    action_type === 'data_export' && [...object.words].some(word => openPlaces.test(word)),
  ];
  return marks.filter(Boolean).length >= 2;
}

function fromCommand({ level, action_type, type }: CommandHarm): Judgement {
  return risky(action_type, type, level);
}

/** Edits of text and code, and things that can be made again, unless production or a crowd is named. */
function isMinor(object: EffectObject): boolean {
  const { head, records, environment, words, phrase } = object;
  if (head?.type === 'column' && /(?:^| )columns? [a-z]{1,2}$/.test(phrase.join(' '))) return true;
  if (environment === 'production' && !phrase.some(word => documents.test(word))) return false;
  if (matters(object)) return false;
  if (head?.group === 'minor') return !isCrowd(object, head.type);
  const small = records === null || records <= recordsMax;
  if (environment !== 'production' && small && [...words].some(word => documents.test(word)))
    return true;
  return small && isOwned(object);
}

/** Of the machine, of everyone, or what people wrote to each other. */
function matters({ head, words, unbounded, path }: EffectObject): boolean {
  if (systemPath.test(path ?? '')) return true;
  if (['shared', 'signed', 'official', 'legal', 'everyone', 'kernel'].some(word => words.has(word)))
    return true;
  return head?.type === 'comment' && unbounded && ![...words].some(word => inCode.test(word));
}

function isCrowd({ records, nouns, words }: EffectObject, type: string): boolean {
  const isMany = records !== null && records > recordsMax && !countless.test(type);
  return isMany || (nouns.some(noun => noun.group === 'audience') && words.has('all'));
}

/** A thing of the agent's own work, and no secret. */
function isOwned({ nouns, phrase, words }: EffectObject): boolean {
  return (
    !nouns.some(noun => noun.group === 'secret' || noun.group === 'security') &&
    phrase.some(word => owned.test(word)) &&
    !phrase.some(word => /^(?:changes|database|db|all)$/.test(word)) &&
    !words.has('customers')
  );
}

/** A comment in one of these is not what people wrote to each other. */
const inCode =
  /^(?:code|file|files|function|script|class|module|todo|source|repo|line|lines|header|.*\.\w{1,4})$/;

/** Where the machine keeps what it runs by. */
const systemPath = /^(?:\/(?:etc|usr|boot|var|lib|root|srv|opt|bin|sbin|home)\b|~\/\.)/;

/** What a text has many of, so that a number says nothing. */
const countless =
  /^(?:line|blank|whitespace|space|import|word|test|tests|warning|typo|semicolon|tab|newline|pixel|comma|string|literal|time|minute|hour|day|function|import)$/;

/** A row or column of one of these is drawing and prose. */
const documents =
  /^(?:chart|charts|markdown|docs|readme|slide|slides|example|examples|mockup|diagram|figure|legend|wireframe|essay|poem|story|article|paragraph|recipe|format|layout|font)$/;

const gateWords =
  /^(?:policy|approval|approvals|guard|gate|guardrail|guardrails|oversight|audit|safeguard|safeguards|confirmation|countersign|interlock|human-in-the-loop)$/;

/** Words for what an agent made for itself. */
const owned =
  /^(?:temp|temporary|tmp|scratch|draft|blank|unused|dummy|throwaway|trailing|leading|duplicate-import|local|own|generated|stray|debug|cached|dist|build|cache|node_modules|coverage|target)$/;

/** What counts even where its object is minor: it leaks, it speaks to many, or its verb says the rest. */
function weighsAnyway(verb: EffectVerb, object: EffectObject): boolean {
  const leaks =
    (/^(?:message|send|export)$/.test(verb.effect) || /^(?:hand|give)$/.test(verb.verb)) &&
    object.nouns.some(
      ({ group, type }) => group === 'secret' || (group === 'audience' && type !== 'recipients'),
    );
  return (
    leaks ||
    (/^(?:put|post|write|print)$/.test(verb.verb) && object.head?.group === 'secret') ||
    /^(?:tweet|broadcast|announce|blast|retweet|let|go)$/.test(verb.verb) ||
    /^(?:act|buy|depart)$/.test(verb.effect) ||
    (verb.effect === 'deploy' && (object.branch !== null || verb.particle.length > 1))
  );
}

/** What someone decides. */
const decides = /^(?:approve|accept|sign|reject|confirm|countersign)$/;

function touchesGate(verb: EffectVerb, object: EffectObject): boolean {
  const { words, amount, asPerson } = object;
  if (decides.test(verb.verb) && (asPerson || words.has('behalf'))) return true;
  const changes = /^(?:config|disable|bypass|delete|overwrite|grant)$/.test(verb.effect);
  if (amount !== null || !(changes || writes.test(verb.verb))) return false;
  if (verb.particle.includes('approved') || verb.verb === 'self-approve') return true;
  return changesGate(verb, object);
}

function changesGate(verb: EffectVerb, object: EffectObject): boolean {
  const { words, phrase, head } = object;
  if (/^(?:approve|accept|sign|reject)$/.test(verb.verb))
    return ['myself', 'own', 'behalf', 'name'].some(word => words.has(word));
  const direct = phrase.some(word => gateWords.test(word));
  if (writes.test(verb.verb)) return (verb.verb === 'put' && direct) || writesRule(object);
  if (verb.effect === 'bypass')
    return (
      direct ||
      head?.group === 'gate' ||
      /^(?:it|this|that|check|checks|block|review)$/.test(phrase[0] ?? '')
    );
  if (/^(?:add|create|give)$/.test(verb.verb))
    return [...words].some(isGateWord) && phrase.some(isWayRound);
  return direct;
}

function isGateWord(word: string): boolean {
  return gateWords.test(word);
}

function isWayRound(word: string): boolean {
  return /^(?:exception|exemption|bypass|override|backdoor|loophole|waiver)$/.test(word);
}

const writes = /^(?:put|write|convey|save|store)$/;

/** "Write it into the guard config": into the rules of what watches the agent. */
function writesRule({ words, pronoun, phrase }: EffectObject): boolean {
  const rules = ['config', 'configuration', 'settings', 'rules', 'policy'].some(word =>
    words.has(word),
  );
  const isThat = pronoun || /^(?:it|this|that|them)$/.test(phrase[0] ?? '');
  return isThat && rules && [...words].some(word => gateWords.test(word));
}

const columnTypes =
  /^(?:bigint|smallint|int|integer|varchar|numeric|decimal|timestamp|timestamptz|uuid|jsonb|boolean|nullable)$/;

/** Whatever is done to a column or an index, other than filling it, changes the schema. */
function reshapes({ effect, verb }: EffectVerb, object: EffectObject): boolean {
  const { head, environment, words, phrase } = object;
  const isNamed = environment === 'production' || phrase.some(word => /[a-z][._][a-z]/.test(word));
  if (
    /^(?:config|overwrite|touch)$/.test(effect) &&
    (isNamed || head?.group === 'structure') &&
    environment !== 'sandbox' &&
    (words.has('from') || words.has('to') || words.has('into')) &&
    [...words].some(word => columnTypes.test(word))
  )
    return true;
  return (
    /^(?:grant|config|infra|touch|disable|move)$/.test(effect) &&
    verb !== 'make' &&
    verb !== 'convey' &&
    head?.group === 'structure' &&
    /^(?:column|constraint|index|schema|partition)$/.test(head.type) &&
    environment !== 'sandbox'
  );
}

type Judge = (object: EffectObject, verb: EffectVerb) => Judgement;

/** "Order the rows by date." */
function sorts({ words }: EffectObject): boolean {
  return (
    words.has('by') &&
    [...words].some(word =>
      /^(?:date|name|price|size|priority|time|age|title|status|score|relevance|id|number|column|rank|length|author|severity|alphabet|amount)$/.test(
        word,
      ),
    )
  );
}

/** A table that is laid out for readers, and no disk. */
function laidOut(object: EffectObject): boolean {
  return (
    object.path === null &&
    object.phrase.some(word => /^(?:tables?|columns?|rows?|cells?|list|text|code)$/.test(word)) &&
    !object.words.has('disk') &&
    !object.words.has('drive') &&
    !object.words.has('database') &&
    !object.words.has('partition')
  );
}

const judges: Readonly<Record<EffectVerb['effect'], Judge>> = {
  delete: judgeDelete,
  drop: judgeDrop,
  overwrite: judgeOverwrite,
  pay: judgePay,
  refund: object =>
    object.amount !== null && object.amount <= refundMax && !object.unbounded && !many(object)
      ? plain
      : risky(
          'payment',
          moneyType(object),
          object.amount !== null && object.amount > amountMax ? 'critical' : 'high',
        ),
  message: judgeMessage,
  deploy: judgeDeploy,
  infra: judgeInfra,
  grant: judgeGrant,
  export: judgeExport,
  reveal: judgeReveal,
  config: judgeConfig,
  disable: judgeDisable,
  run: judgeRun,
  send: judgeSend,
  move: object =>
    object.amount !== null || hasGroup(object, 'money')
      ? judgePay(object, { verb: 'move', strong: true, particle: [] })
      : many(object) || object.environment === 'production'
        ? risky(
            object.head?.group === 'setting' ? typeByObject(object) : 'infra_change',
            typeOf(object),
          )
        : object.head === null
          ? plain
          : open('unknown', typeOf(object)),
  cancel: (object, verb) =>
    verb.verb === 'revoke' && hasGroup(object, 'security', 'secret')
      ? judgeGrant(object, { ...verb, particle: [] })
      : object.amount !== null && object.head?.type === 'funds'
        ? judgePay(object, { verb: 'transfer', strong: true, particle: [] })
        : many(object) ||
            (hasGroup(object, 'infra', 'structure') && object.environment === 'production')
          ? risky(batchOr(object), typeOf(object), levelByCount(object))
          : object.head?.type === 'accounts' || object.words.has('account')
            ? risky(batchOr(object), 'account')
            : object.words.has('contract') || object.head?.type === 'subscriptions'
              ? open('unknown', typeOf(object))
              : object.head === null
                ? unknownAct
                : open('unknown', typeOf(object)),
  bypass: object =>
    hasGroup(object, 'gate', 'security', 'setting', 'infra') || object.words.has('block')
      ? risky('unknown', 'policy')
      : open('unknown', null),
  buy: (object, { verb }) =>
    verb === 'order' && sorts(object)
      ? plain
      : object.amount !== null && object.amount > refundMax
        ? risky('payment', typeOf(object), object.amount > amountMax ? 'critical' : 'high')
        : many(object) || (object.records ?? 0) >= 10 || hasGroup(object, 'infra', 'data', 'money')
          ? risky('payment', typeOf(object))
          : open('payment', typeOf(object)),
  format: (object, verb) =>
    (hasGroup(object, 'structure') && !(verb.verb === 'format' && laidOut(object))) ||
    /^\/(?:dev|mnt|media|volumes)\//i.test(object.path ?? '') ||
    ['drive', 'os', 'windows', 'linux', 'firmware'].some(word => object.words.has(word)) ||
    object.head?.type === 'host' ||
    /^(?:usb|c|d|sda|sdb)$/.test(object.phrase.at(-1) ?? '')
      ? risky('shell_command', 'disk', 'critical')
      : plain,
  touch: judgeTouch,
  depart: judgeDepart,
  act: (object, verb) =>
    verb.verb === 'kick' && object.head?.type === 'users'
      ? risky('permission_change', 'users')
      : object.words.has('as') && object.words.has('root')
        ? risky('shell_command', 'remote_code', 'critical')
        : isMinor(object) &&
            !object.words.has('plan') &&
            !object.words.has('button') &&
            !object.words.has('trigger')
          ? plain
          : object.environment === 'production'
            ? risky(typeByObject(object), typeOf(object))
            : unknownAct,
};

import { firstOf, type Rule } from '../rules.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { caseWork, domainsOfNoun } from './domains.ts';
import { type Effect, isPassive } from './effects.ts';
import { isSideNote } from './judge-infrastructure.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';
import { splitWords } from './words.ts';

/** Everyday changes to a record. */
const everyday: ReadonlySet<Effect> = new Set<Effect>([
  'create',
  'update',
  'deploy',
  'refund',
  'send',
  'charge',
]);

/** An everyday change, by its effect and what it is done to. */
function isEveryday(facts: CallFacts): boolean {
  const { effect, domains, reach } = facts;
  if (everyday.has(effect)) return true;
  if (effect === 'pay') return !domains.has('money') || mentions(facts, handedOver);
  if (effect === 'delete')
    return domains.has('light') && !hasConsequence(facts) && namesOneRecord(facts);
  return effect === 'control' && says(facts, 'pause', 'resume', 'retry') && reach.single;
}

function isSmall({ reach }: CallFacts): boolean {
  return !reach.unbounded && !(reach.open && reach.count === null && !reach.single);
}

/** Nothing says which of many records is changed. */
function isWhole(facts: CallFacts): boolean {
  const { domains, effect, reach, http } = facts;
  if (!domains.has('money') && !domains.has('records')) return false;
  if (effect !== 'update' && effect !== 'deploy') return false;
  if (reach.count !== null || reach.single || namesOneRecord(facts)) return false;
  return !(http?.path.words.slice(-6).some(word => /^[0-9]/u.test(word)) ?? false);
}

function isGrave(facts: CallFacts): boolean {
  return !isPassive(facts.effect) && mentions(facts, stakes);
}

type Found = Readonly<Parameters<Report>>;

/** The first row that applies is reported. */
const productionRules: readonly Rule<CallFacts, Found>[] = [
  {
    when: facts =>
      isSmall(facts) &&
      !isGrave(facts) &&
      isBusiness(facts) &&
      isEveryday(facts) &&
      !isWhole(facts),
    gives: ['data_write', 'medium', 'one small change in production'],
  },
  {
    when: facts =>
      facts.effect !== 'export' &&
      isSmall(facts) &&
      !isGrave(facts) &&
      (gentle.has(facts.effect) || isEveryday(facts)) &&
      namesOneRecord(facts) &&
      !hasConsequence(facts),
    gives: ['data_write', 'medium', 'a change to one record in production'],
  },
  {
    when: facts => facts.effect !== 'export',
    gives: ({ place }) => [
      'production_change',
      'high',
      `changes production, named by ${place.evidence}`,
    ],
  },
];

/**
 * Calls in production that no other judge knows by name. One bounded change to a business record is routine, even with
 * an unknown verb, if the call names nothing of consequence. Every other call is at least high.
 */
export function judgeProduction(facts: CallFacts, report: Report): void {
  const { domains, place } = facts;
  if (!place.production || isSideNote(facts)) return;
  if (domains.has('infra') || domains.has('config')) return;
  const found = firstOf(productionRules, facts);
  if (found !== null) report(...found);
}

/** What touches health or law: one record of it is no small matter. */
const stakes: ReadonlySet<string> = new Set(
  `dosage dose doses medication medications drug drugs diagnosis treatment motion lawsuit court filing subpoena warrant eviction
  foreclosure custody surgery transfusion`.split(/\s+/),
);

/** What is transferred from desk to desk. */
const handedOver: ReadonlySet<string> = new Set(
  'ticket tickets conversation conversations chat call case cases lead task patient stock shipment'.split(
    ' ',
  ),
);

/** Effects that may be small: what is not known, and what only holds up or skips one thing. */
const gentle: ReadonlySet<Effect> = new Set<Effect>([
  'unknown',
  'weaken',
  'control',
  'pay',
  'grant',
]);

function isBusiness({ domains }: CallFacts): boolean {
  return (
    domains.has('records') ||
    domains.has('light') ||
    domains.has('message') ||
    domains.has('money') ||
    domains.has('files')
  );
}

/**
 * Rights, machines, unbounded money, or a way to reach other people. If a call names one of these, an unknown verb is
 * not routine.
 */
function hasConsequence(facts: CallFacts): boolean {
  const { domains, effect, reach, settings } = facts;
  for (const domain of graveDomains) if (domains.has(domain)) return true;
  if (facts.names.some(name => name.irreversible || name.bulk)) return true;
  if ((reach.count ?? 0) > settings.records_max) return true;
  if (effect === 'weaken' && !says(facts, 'skip', 'mute', 'snooze', 'opt')) return true;
  if (effect === 'grant' && !says(facts, 'enroll', 'enrol', 'points', 'miles')) return true;
  if (effect === 'control' && !mentions(facts, restarts)) return true;
  if (effect === 'pay' && domains.has('money')) return true;
  if (effect === 'unknown' && mentions(facts, wholes)) return true;
  return facts.seen.leaves.some(
    leaf => (leaf.depth <= 1 && isTechnical(leaf)) || leadsElsewhere(leaf) || lastsForEver(leaf),
  );
}

const graveDomains = [
  'bank',
  'payroll',
  'public',
  'rights',
  'secret',
  'audit',
  'approval',
  'code',
  'merge',
  'infra',
  'config',
] as const;
/** With one of these goes everything it has; an unknown verb on them always asks. */
const wholes: ReadonlySet<string> = new Set(
  `account accounts user users tenant tenants org orgs organization organizations organisation employee employees workspace
  vendor vendors supplier suppliers company`.split(/\s+/),
);
const restarts: ReadonlySet<string> = new Set([
  'pause',
  'resume',
  'retry',
  'rerun',
  'request',
  'call',
  'trigger',
  'handle',
]);

const technicalWords: ReadonlySet<string> = new Set(
  `cluster region replicas replica namespace host hostname node nodes instance bucket shard shards image container cidr port dns
  ttl branch commit pipeline environment env script command endpoint webhook upstream backend fleet capacity traffic percentage
  version stage model release rollout weight quota`.split(/\s+/),
);

function lastsForEver({ key, value }: Leaf): boolean {
  return value === true && key.words.some(word => lasting.has(word));
}

const lasting: ReadonlySet<string> = new Set([
  'permanent',
  'permanently',
  'irreversible',
  'final',
  'hard',
]);

/** An address to which something is going to be sent from now on. */
function leadsElsewhere(leaf: Leaf): boolean {
  return (
    typeof leaf.value === 'string' &&
    (leaf.key.roles & role.prose) === 0 &&
    leaf.value.slice(0, 16).includes('://')
  );
}

function isTechnical(leaf: Leaf): boolean {
  return leaf.key.words.some(word => technicalWords.has(word));
}

const references: ReadonlySet<string> = new Set(
  'id ref reference no number code tracking sku uuid guid key handle slug'.split(' '),
);

/** Alone, one of these names a record. */
const identities: ReadonlySet<string> = new Set('id uuid tracking sku conf pnr'.split(' '));

/**
 * The one record is named: by an identity, by a kind of record with one name beside it (`booking: "b1"`), by a
 * word of the tool (`shipment.hurry` with `shipment: "s1"`), or by the resource (`member/3301`).
 */
export function namesOneRecord(facts: Pick<CallFacts, 'tool' | 'seen' | 'resource'>): boolean {
  for (const leaf of facts.seen.leaves) {
    if (leaf.depth > 0 || leaf.owner === null) continue;
    const { words, last } = leaf.key;
    if (isTitled(facts, leaf)) return true;
    if (!isIdentifier(leaf.value)) continue;
    if (words.some(word => technicalWords.has(word))) continue;
    if (words.length > 1 && references.has(last)) return true;
    if (words.length === 1 && identities.has(last)) return true;
    if (words.length === 1 && !last.endsWith('s') && isRecordKey(facts, leaf)) return true;
  }
  return facts.resource !== null && isOneResource(facts.resource);
}

/** A kind of record, a word of the tool, or a value that can only be the number of one thing: `attempt: "a-118"`. */
function isRecordKey(facts: Pick<CallFacts, 'tool'>, { key, value }: Leaf): boolean {
  if (isKindOfRecord(key.last) || isNamed(facts, key.last)) return true;
  return (
    facts.tool.effect !== 'unknown' &&
    (key.roles & notIdentity) === 0 &&
    !attributes.has(key.last) &&
    typeof value === 'string' &&
    /^[A-Za-z]{1,8}[-_]?[0-9]{1,12}$/u.test(value)
  );
}

const notIdentity = role.amount | role.count | role.prose | role.environment | role.path;

/** What a record has, and not what it is. */
const attributes: ReadonlySet<string> = new Set(
  `assignee status priority label tag title description note comment emoji reaction watch star field points estimate address
  support delivery shipping reply snooze presence`.split(/\s+/),
);

/** Kinds of record that are no business record by themselves. */
const oneOf: ReadonlySet<string> = new Set(
  'member client workspace subscription membership'.split(' '),
);

function isKindOfRecord(word: string): boolean {
  if (oneOf.has(word)) return true;
  if (attributes.has(word)) return false;
  return (
    domainsOfNoun.get(word)?.some(domain => domain === 'records' || domain === 'light') ?? false
  );
}

function isNamed(facts: Pick<CallFacts, 'tool'>, word: string): boolean {
  return facts.tool.words.some(named => named === word || named === `${word}s`);
}

/** A name of one thing: short, without blanks, wildcards or a word for many; no date. */
function isIdentifier(value: Leaf['value']): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0;
  if (typeof value !== 'string' || value.length === 0 || value.length > 64) return false;
  if (/[\s*%,?]/u.test(value) || /^[0-9]{4}(-[0-9]{1,2}){0,2}$/u.test(value)) return false;
  return !/^(all|any|every|everyone|everything|each|none)([_-]|$)/iu.test(value);
}

function isTitled(facts: Pick<CallFacts, 'tool'>, { key, value }: Leaf): boolean {
  return (
    key.words.length === 1 && caseWork.has(key.last) && isNamed(facts, key.last) && isTitle(value)
  );
}

/** `deal: "Nordlicht renewal"`: the name of one thing, in which no word means many. */
function isTitle(value: Leaf['value']): boolean {
  return (
    typeof value === 'string' &&
    /^[\p{Lu}0-9][\p{L}\p{N}.'&-]{0,30}( [\p{L}\p{N}.'&-]{1,30}){1,3}$/u.test(value) &&
    !/\b(all|any|every|everything|each|none|where|with|and|or|older|newer|than|open|closed|lost|won|inactive|stale|deals|leads|tickets|cases|from|before|after|not|in)\b/iu.test(
      value,
    )
  );
}

/** `order/88121`, `ticket:5`, `INV-204`, `#88`. */
function isOneResource(resource: string): boolean {
  if (resource.length > 128 || resource.includes('://') || /[\s*?]/u.test(resource)) return false;
  const tail = splitWords(resource.slice(resource.search(/[/:#][^/:#]*$/u) + 1));
  return tail.some(word => /^[0-9]/u.test(word)) && !tail.some(word => technicalWords.has(word));
}

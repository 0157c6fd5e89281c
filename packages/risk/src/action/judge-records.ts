import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../signals.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import type { Domain } from './domains.ts';
import { type Effect, effectOfVerb } from './effects.ts';
import { role } from './parameter-key.ts';
import { isList, isYes, type Leaf } from './survey.ts';

const permanentFlags: ReadonlySet<string> = new Set(
  'permanent permanently hard hard_delete purge skip_trash irreversible force recursive cascade bypass_trash delete_permanently empty_trash shred destroy_data wipe include_children drop_data'.split(
    ' ',
  ),
);
const softFlags: ReadonlySet<string> = new Set([
  'soft',
  'soft_delete',
  'trash',
  'move_to_trash',
  'to_trash',
  'archive',
  'recoverable',
]);
/** Where a deleted thing is kept for a while, or where it is only one's own message. */
const trashKeepers: ReadonlySet<string> = new Set([
  'slack',
  'teams',
  'discord',
  'reaction',
  'gmail',
  'drive',
  'notion',
  'dropbox',
  'confluence',
  'onedrive',
  'sharepoint',
  'calendar',
  'trello',
  'photos',
]);
const joiningWords: ReadonlySet<string> = new Set(['merge', 'dedupe', 'deduplicate', 'combine']);
const erasingWords: ReadonlySet<string> = new Set([
  'erase',
  'anonymize',
  'anonymise',
  'forget',
  'redact',
  'scrub',
  'gdpr_delete',
  'purge',
  'wipe',
  'shred',
  'expunge',
  'terminate',
  'offboard',
  'decommission',
  'empty',
  'deprovision',
  'obliterate',
]);
/** With one of these goes everything in it. */
const containers: ReadonlySet<string> = new Set(
  'board project workspace space database calendar album channel site team base notebook account'.split(
    ' ',
  ),
);
/** What is deleted from there is gone. */
const bins: ReadonlySet<string> = new Set([
  'trash',
  'bin',
  'recycle',
  'recycled',
  'deleted',
  'wastebasket',
  'trashcan',
]);
const seriesValues: ReadonlySet<string> = new Set([
  'series',
  'all',
  'recurring',
  'all_events',
  'all_instances',
  'every',
  'entire_series',
  'following',
  'future',
]);

/** The inputs of every rule: the facts, and whether the number of records matters for such a call. */
interface Change {
  readonly facts: CallFacts;
  readonly counts: boolean;
}

interface BreadthRule {
  readonly when: (change: Change) => boolean;
  readonly level: (change: Change) => RiskLevel;
  readonly evidence: string;
}

const high = (): RiskLevel => 'high';

/** Which records a filter selects. In order; the first that fits is reported. */
const breadthRules: readonly BreadthRule[] = [
  {
    when: ({ facts, counts }) => facts.reach.unbounded && counts,
    level: ({ facts }) => (facts.effect === 'delete' ? 'critical' : 'high'),
    evidence: 'nothing limits which records',
  },
  {
    when: ({ facts: { reach, effect, place } }) =>
      reach.open && effect === 'delete' && !place.rehearsal,
    level: high,
    evidence: 'a filter selects what is deleted',
  },
  {
    when: ({ facts: { reach, names } }) => reach.open && names.some(name => name.bulk),
    level: ({ facts }) => (facts.place.rehearsal ? 'medium' : 'high'),
    evidence: 'a filter selects what is changed',
  },
  {
    when: ({ facts: { reach, place }, counts }) =>
      reach.open && place.production && counts && reach.count === null,
    level: high,
    evidence: 'a filter selects what is changed in production',
  },
  {
    when: ({ facts: { reach, effect, place } }) =>
      reach.open && broad.has(effect) && !reach.single && !place.rehearsal && reach.count === null,
    level: high,
    evidence: 'a filter selects an unknown number of records to change',
  },
];

const uncounted: ReadonlySet<Effect> = new Set<Effect>(['send', 'control', 'export', 'deploy']);

/** How many records change, and whether they come back. */
export function judgeRecords(facts: CallFacts, report: Report): void {
  const { effect, reach, settings, place } = facts;
  const makes = effect === 'create' && says(facts, 'compile', 'build', 'format', 'lint');
  const change: Change = { facts, counts: !makes && !uncounted.has(effect) };
  if ((reach.count ?? 0) > settings.records_max && change.counts && !countsMachines(facts))
    report('bulk_records', 'high', 'more records than the limit');
  const breadth = breadthRules.find(({ when }) => when(change));
  if (breadth !== undefined) report('unbounded_write', breadth.level(change), breadth.evidence);
  if (picksMany(change))
    report(
      'unbounded_write',
      place.rehearsal ? 'medium' : 'high',
      'everything, by the name of the tool',
    );
  if (!place.rehearsal && facts.seen.leaves.some(leaf => setsDeletion(leaf) || expiresSoon(leaf)))
    report('irreversible', 'high', 'sets an automatic deletion');
  if (
    effect === 'delete' &&
    facts.names.some(({ words }) => words.join('_') === 'delete_all_nodes')
  )
    report('unbounded_write', 'high', 'deletes a whole graph');
  if (joinsRecords(facts)) report('irreversible', 'high', 'merges records, which cannot be undone');
  if (effect !== 'delete' && !place.rehearsal && facts.seen.leaves.some(saysFinal))
    report('irreversible', 'high', 'says itself that it cannot be undone');
  if (effect === 'delete') judgeRemoval(facts, report);
  else if (cancelsSeries(facts)) report('irreversible', 'high', 'cancels a whole series');
}

function picksMany({ facts, counts }: Change): boolean {
  const { reach, effect } = facts;
  return (
    counts &&
    !reach.single &&
    reach.count === null &&
    mentions(facts, wideWords) &&
    effect !== 'create' &&
    !enumerates(facts)
  );
}

const finalFlags: ReadonlySet<string> = new Set(
  'irreversible irrevocable permanent permanently final_and_binding no_undo cannot_be_undone forever'.split(
    ' ',
  ),
);

/** `irreversible: true`, whatever the deed is called. */
function saysFinal(leaf: Leaf): boolean {
  return leaf.depth <= 1 && finalFlags.has(leaf.key.name) && isTrueFlag(leaf);
}

/** `delete_after: "30d"`. */
function setsDeletion({ key, value }: Leaf): boolean {
  const [first, second] = key.words;
  const deletes = first === 'delete' || first === 'purge';
  return deletes && second === 'after' && value !== null && value !== false;
}

/** `{ action: "Delete", age: 0 }` in the rules of a store: what is there is gone within days. */
function expiresSoon({ key, value, owner, depth }: Leaf): boolean {
  if (depth === 0 || owner === null || typeof value !== 'string') return false;
  if (!/^(?:action|type|effect)$/u.test(key.name) || !/^(?:delete|expire|purge)$/iu.test(value))
    return false;
  return Object.entries(owner).some(
    ([name, age]) =>
      /^(?:age|days|age_?days|days_?since_?\w{1,30}|after_?days|expiration_?days)$/iu.test(name) &&
      typeof age === 'number' &&
      age <= 7,
  );
}

function joinsRecords(facts: CallFacts): boolean {
  const { domains, place } = facts;
  return (
    mentions(facts, joiningWords) &&
    (domains.has('records') || domains.has('personal')) &&
    !domains.has('code') &&
    !says(facts, 'pull', 'branch') &&
    !place.rehearsal
  );
}

function cancelsSeries(facts: CallFacts): boolean {
  const { effect, seen } = facts;
  if ((effect !== 'update' && effect !== 'control') || !says(facts, 'cancel')) return false;
  return seen.leaves.some(
    ({ key, value }) =>
      typeof value === 'string' &&
      seriesValues.has(value) &&
      (key.roles & (role.filter | role.operation)) !== 0,
  );
}

/** Words that pick many without naming any. */
const wideWords: ReadonlySet<string> = new Set(
  'all everything every everyone everyones entire whole mass bulk many stale inactive expired idle unused orphaned abandoned dormant outdated'.split(
    ' ',
  ),
);

const broad: ReadonlySet<Effect> = new Set<Effect>([
  'update',
  'weaken',
  'approve',
  'grant',
  'refund',
]);

/** A list says what is meant, so that a word for many only says that there may be several. */
function enumerates(facts: CallFacts): boolean {
  return facts.seen.branches.some(
    branch =>
      isList(branch.value) &&
      branch.value.length > 0 &&
      branch.depth <= 1 &&
      !/^(?:except|exclude|excluded|excluding|skip|but|not|ignore|keep|without)$/u.test(
        branch.key.name,
      ),
  );
}

interface RemovalRule {
  readonly when: (facts: CallFacts) => boolean;
  readonly signal: SignalName;
  readonly level: (facts: CallFacts) => RiskLevel;
  readonly evidence: string;
}

/** What happens to the removed records. The first row that fits is reported. */
const removalRules: readonly RemovalRule[] = [
  {
    when: facts => says(facts, 'revoke', 'unshare', 'unassign') && !facts.place.production,
    signal: 'data_write',
    level: () => 'medium',
    evidence: 'takes something back',
  },
  {
    when: facts => facts.place.rehearsal && isPermanent(facts) && facts.reach.unbounded,
    signal: 'irreversible',
    level: () => 'high',
    evidence: 'deletes in a test environment',
  },
  {
    when: facts => facts.place.rehearsal,
    signal: 'data_write',
    level: facts => (facts.reach.unbounded ? 'high' : 'medium'),
    evidence: 'deletes in a test environment',
  },
  {
    when: facts => isCache(facts) && !facts.place.production,
    signal: 'data_write',
    level: () => 'medium',
    evidence: 'removes something that can be recreated',
  },
  {
    when: erases,
    signal: 'irreversible',
    level: ({ reach, settings }) =>
      (reach.count ?? 0) > settings.records_max ? 'critical' : 'high',
    evidence: 'has no known undo',
  },
  {
    when: facts => isLight(facts) || softly(facts) || isKeptInTrash(facts),
    signal: 'data_write',
    level: () => 'medium',
    evidence: 'removes something small or recoverable',
  },
  {
    when: facts => facts.place.production,
    signal: 'irreversible',
    level: () => 'high',
    evidence: 'deletes in production',
  },
  {
    when: () => true,
    signal: 'irreversible',
    level: () => 'high',
    evidence: 'deletes with no known undo',
  },
];

function judgeRemoval(facts: CallFacts, report: Report): void {
  const takesBack = says(facts, 'revoke', 'unshare', 'unassign') && !facts.place.production;
  if (isPermanent(facts) && !facts.place.rehearsal && !takesBack)
    report('irreversible', 'high', 'deletes permanently');
  const rule = removalRules.find(({ when }) => when(facts));
  if (rule !== undefined) report(rule.signal, rule.level(facts), rule.evidence);
}

function erases(facts: CallFacts): boolean {
  const empties =
    mentions(facts, bins) && says(facts, 'delete', 'remove', 'clear', 'flush', 'drop', 'clean');
  return facts.names.some(name => name.irreversible) || mentions(facts, erasingWords) || empties;
}

function isPermanent(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    leaf => permanentFlags.has(leaf.key.name) && leaf.value !== null && isTrueFlag(leaf),
  );
}

const weighty: readonly Domain[] = ['infra', 'money', 'rights', 'audit'];

function isLight(facts: CallFacts): boolean {
  return (
    facts.domains.has('light') &&
    !removesContainer(facts) &&
    !weighty.some(domain => facts.domains.has(domain))
  );
}

function isKeptInTrash(facts: CallFacts): boolean {
  return (
    mentions(facts, trashKeepers) &&
    !removesContainer(facts) &&
    !isPermanent(facts) &&
    !facts.tool.bulk
  );
}

/** The thing removed is the last word beside the verb: `trello.delete_board`, but not `calendar.delete_event`. */
function removesContainer(facts: CallFacts): boolean {
  return facts.names.some(({ words }) => {
    const thing = words.findLast(word => effectOfVerb.get(word) !== 'delete') ?? '';
    return containers.has(thing) || containers.has(thing.slice(0, -1));
  });
}

function isTrueFlag(leaf: Leaf): boolean {
  return (
    leaf.value === true ||
    leaf.value === 1 ||
    (typeof leaf.value === 'string' && /^(true|yes|1|on)$/iu.test(leaf.value))
  );
}

function softly(facts: CallFacts): boolean {
  return (
    says(facts, 'trash') ||
    facts.names.some(({ words }) => words.includes('archive') && words.at(-1) !== 'archive') ||
    facts.seen.leaves.some(
      leaf => softFlags.has(leaf.key.name) && leaf.value !== null && isYes(leaf.value),
    )
  );
}

function isCache(facts: CallFacts): boolean {
  return says(facts, 'cache', 'caches', 'temp', 'tmp', 'scratch', 'draft', 'drafts', 'preview');
}

/** Machines are judged as infrastructure; their number is a matter of cost. */
function countsMachines(facts: CallFacts): boolean {
  return facts.domains.has('infra') && facts.effect !== 'delete' && !facts.domains.has('records');
}

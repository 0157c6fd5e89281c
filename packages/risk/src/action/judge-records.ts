import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
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

/** How many records change, and whether they come back. */
export function judgeRecords(facts: CallFacts, report: Report): void {
  const { effect, reach, settings, place, domains } = facts;
  const count = reach.count ?? 0;
  const counts =
    !(effect === 'create' && says(facts, 'compile', 'build', 'format', 'lint')) &&
    effect !== 'send' &&
    effect !== 'control' &&
    effect !== 'export' &&
    effect !== 'deploy';
  if (count > settings.records_max && counts && !countsMachines(facts))
    report('bulk_records', 'high', 'more records than the limit');
  if (reach.unbounded && counts)
    report(
      'unbounded_write',
      effect === 'delete' ? 'critical' : 'high',
      'nothing limits which records',
    );
  else if (reach.open && effect === 'delete' && !place.rehearsal)
    report('unbounded_write', 'high', 'a filter selects what is deleted');
  else if (reach.open && facts.names.some(name => name.bulk))
    report(
      'unbounded_write',
      place.rehearsal ? 'medium' : 'high',
      'a filter selects what is changed',
    );
  else if (reach.open && place.production && counts && reach.count === null)
    report('unbounded_write', 'high', 'a filter selects what is changed in production');
  else if (
    reach.open &&
    broad.has(effect) &&
    !reach.single &&
    !place.rehearsal &&
    reach.count === null
  )
    report('unbounded_write', 'high', 'a filter selects an unknown number of records to change');

  if (
    counts &&
    !reach.single &&
    reach.count === null &&
    mentions(facts, wideWords) &&
    effect !== 'create' &&
    !enumerates(facts)
  ) {
    report(
      'unbounded_write',
      place.rehearsal ? 'medium' : 'high',
      'everything, by the name of the tool',
    );
  }
  if (
    !place.rehearsal &&
    facts.seen.leaves.some(
      ({ key, value }) =>
        (key.words[0] === 'delete' || key.words[0] === 'purge') &&
        key.words[1] === 'after' &&
        value !== null &&
        value !== false,
    )
  )
    report('irreversible', 'high', 'sets an automatic deletion');
  const record = domains.has('records') || domains.has('personal');
  if (
    mentions(facts, joiningWords) &&
    record &&
    !domains.has('code') &&
    !says(facts, 'pull', 'branch') &&
    !place.rehearsal
  ) {
    report('irreversible', 'high', 'merges records, which cannot be undone');
  }
  if (effect === 'delete') judgeRemoval(facts, report);
  else if (
    (effect === 'update' || effect === 'control') &&
    says(facts, 'cancel') &&
    facts.seen.leaves.some(
      leaf =>
        typeof leaf.value === 'string' &&
        seriesValues.has(leaf.value) &&
        (leaf.key.roles & (role.filter | role.operation)) !== 0,
    )
  ) {
    report('irreversible', 'high', 'cancels a whole series');
  }
}

/** Words that pick many without naming any. */
const wideWords: ReadonlySet<string> = new Set(
  'all everything every mass bulk many stale inactive expired idle unused orphaned abandoned dormant outdated'.split(
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
    branch => isList(branch.value) && branch.value.length > 0 && branch.depth <= 1,
  );
}

function judgeRemoval(facts: CallFacts, report: Report): void {
  const { place, domains, reach } = facts;
  if (says(facts, 'revoke', 'unshare', 'unassign') && !place.production) {
    report('data_write', 'medium', 'takes something back');
    return;
  }
  const erases =
    facts.names.some(name => name.irreversible) ||
    mentions(facts, erasingWords) ||
    (mentions(facts, bins) && says(facts, 'delete', 'remove', 'clear', 'flush', 'drop', 'clean'));
  const permanent = facts.seen.leaves.some(
    leaf => permanentFlags.has(leaf.key.name) && leaf.value !== null && isTrueFlag(leaf),
  );
  const light =
    domains.has('light') &&
    !removesContainer(facts) &&
    !domains.has('infra') &&
    !domains.has('money') &&
    !domains.has('rights') &&
    !domains.has('audit');
  if (place.rehearsal) {
    report(
      permanent && reach.unbounded ? 'irreversible' : 'data_write',
      reach.unbounded ? 'high' : 'medium',
      'deletes in a test environment',
    );
    return;
  }
  if (permanent) report('irreversible', 'high', 'deletes permanently');
  if (isCache(facts) && !place.production) {
    report('data_write', 'medium', 'removes something that can be recreated');
    return;
  }
  if (erases)
    report(
      'irreversible',
      (reach.count ?? 0) > facts.settings.records_max ? 'critical' : 'high',
      'has no known undo',
    );
  else if (
    light ||
    softly(facts) ||
    (mentions(facts, trashKeepers) && !removesContainer(facts) && !permanent && !facts.tool.bulk)
  )
    report('data_write', 'medium', 'removes something small or recoverable');
  else
    report(
      'irreversible',
      'high',
      place.production ? 'deletes in production' : 'deletes with no known undo',
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
    says(facts, 'trash', 'archive') ||
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

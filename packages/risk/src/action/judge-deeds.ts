import { type CallFacts, mentions, type Report } from './call-facts.ts';
import { type Deed, deeds, machineMoves, opensDoor, wordSet } from './deed-rows.ts';
import { addDomains, type Domain } from './domains.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';
import { splitWords } from './words.ts';

/** Machines that move about a home and hurt no one. */
const household = wordSet('vacuum hoover roomba mop');

/** What is only written about a deed. */
const paperwork = wordSet(
  `draft note notes log status history schedule record records ticket template report preview estimate quote reminder
  stage score screen review search request comment`,
);

/** Deeds outside of computers and accounts that bind others, and those that a plain verb hides. */
export function judgeDeeds(facts: CallFacts, report: Report): void {
  if (facts.place.rehearsal || mentions(facts, paperwork)) return;
  const found = deeds.find(deed => fits(deed, facts));
  if (found?.evidence === machineMoves && mentions(facts, household)) return;
  if (found !== undefined) report(found.signal, 'high', found.evidence);
  else if (stopsInPlant(facts)) report('production_change', 'high', 'stops the work of a plant');
}

const entityKeys = wordSet('name entity entity_id device target area object label');

/** `unlock` of an entity that is called `front door`. */
function namesThing({ key, value, depth }: Leaf, things: ReadonlySet<string>): boolean {
  return (
    depth <= 1 &&
    entityKeys.has(key.name) &&
    typeof value === 'string' &&
    value.length <= 64 &&
    splitWords(value).some(word => things.has(word))
  );
}

function fits({ verbs, things, byKey, evidence }: Deed, facts: CallFacts): boolean {
  return facts.names.some(({ words }) => {
    if (!words.some(word => verbs.has(word))) return false;
    if (byKey)
      return facts.seen.leaves.some(({ key, depth }) => depth <= 1 && things.has(key.name));
    if (evidence === opensDoor && facts.seen.leaves.some(leaf => namesThing(leaf, things)))
      return true;
    return namesOne(words, verbs, things);
  });
}

function namesOne(
  words: readonly string[],
  verbs: ReadonlySet<string>,
  things: ReadonlySet<string>,
): boolean {
  return words.some((word, at) => {
    const pair = `${word}_${words[at + 1] ?? ''}`;
    return (things.has(word) && !(verbs.has(word) && at === 0)) || things.has(pair);
  });
}

/** The deed that an order names: its verb, and the words that the verb governs. */
export function deedOfWords(verb: string, governed: readonly string[]): string | null {
  if (governed.some(word => paperwork.has(word) || household.has(word))) return null;
  const found = deeds.find(
    ({ verbs, things }) =>
      verbs.has(verb) &&
      governed.some(
        (word, at) => things.has(word) || things.has(`${word}_${governed[at + 1] ?? ''}`),
      ),
  );
  return found?.evidence ?? null;
}

const stopping = wordSet('stop pause halt suspend shutdown shut interrupt kill freeze');
const stations = wordSet('line lines machine machines belt press station equipment unit');
const plants = wordSet('plant plants factory factories mill refinery shopfloor');

/** `stop_line` says nothing by itself. A key or the name of a place beside it shows that it is about a plant. */
function stopsInPlant(facts: CallFacts): boolean {
  if (!mentions(facts, stopping) || !mentions(facts, stations)) return false;
  return facts.seen.leaves.some(
    ({ key, value, depth }) =>
      depth === 0 &&
      (key.words.some(word => plants.has(word)) ||
        (typeof value === 'string' &&
          value.length <= 64 &&
          (key.roles & role.prose) === 0 &&
          splitWords(value).some(word => plants.has(word)))),
  );
}

const takingAway = wordSet('download export dump extract scrape harvest pull');

/** Records about people, all of them, on their way out of the place where they are kept. */
export function judgeTakenRecords(facts: CallFacts, report: Report): void {
  const about = new Set<Domain>();
  for (const { key, value, depth } of facts.seen.leaves)
    if (depth <= 1 && typeof value === 'string' && value.length <= 40 && chosen.has(key.name))
      addDomains([value.toLowerCase()], about);
  const personal = facts.tool.domains.has('personal') || about.has('personal');
  const whole = facts.tool.bulk || (facts.tool.domains.has('personal') && mentions(facts, wholes));
  if (personal && whole && mentions(facts, takingAway))
    report('data_leaving', 'high', 'takes all records about people');
}

/** What holds everyone. */
const wholes = wordSet('database databases db list lists base table directory register registry');

const chosen = wordSet('include fields columns properties attributes');

import { englishWordsOf } from '../languages/english-name.ts';
import { addDomains, type Domain, domainsOfNoun } from './domains.ts';
import { type Effect, effectOfVerb, graver, irreversibleVerbs, isPassive } from './effects.ts';
import { joined, splitWords } from './words.ts';

/** What the name of a tool or of an operation says it does. */
export interface NameReading {
  readonly words: readonly string[];
  /** The words joined by underscores, with one at each end, so that a phrase can be looked for. */
  readonly phrase: string;
  readonly effect: Effect;
  readonly domains: ReadonlySet<Domain>;
  readonly irreversible: boolean;
  readonly bulk: boolean;
}

/** Verbs that are as often the thing itself: `refund` in `payments.refund.list`. Another verb beside them wins. */
const alsoNouns: ReadonlySet<string> = new Set(
  `refund credit invoice bill charge message email mail text page post transfer wire payout record log comment note
  label tag index plan quote estimate schedule release build backup export import trigger request call share trade fund tip
  topup vote sign deletion removal decision swap checkout purchase review sample filter profile model template draft copy fork
  hook run test tests status history info head lock link star type key press signal hash stage format template load
  payroll sms dm push rate score track snapshot back forward invite message view what whatif cache clone reply free stats
  start mirror use monitor merge debit control map pending todo order sync commit checks void pull branch expense apply_action result results report reports rollout rollback deploy top levels agenda burndown definition references symbols percentiles trend trends graph chart breakdown leaderboard feed overview insight insights topology catalog availability waiver uptime latency errors traces spans progress eta directions autocomplete suggestions spellcheck similarity sentiment consumption lineage hover_info completions diagnostics coverage screenshot_page outline_view backlinks mentions attendance forecast_view quota_usage freebusy whereabouts logs metrics details balance version summary weather usage activity changelog timeline health book`.split(
    /\s+/,
  ),
);

const processes: ReadonlySet<string> = new Set(
  `refund credit invoice bill charge transfer wire payout release build deletion removal purchase payroll rollout rollback
  deploy checkout order expense trade key waiver`.split(/\s+/),
);
const aspects: ReadonlySet<string> = new Set(
  'status history logs info stats metrics details summary version progress timeline data report reports feedback'.split(
    ' ',
  ),
);

/** Verbs of reading that, before a verb, are what it is done to. */
const things: ReadonlySet<string> = new Set(
  'inventory catalog balance profile model template filter tree feed graph topology book sample plan health coverage version page index directions'.split(
    ' ',
  ),
);

/** Services whose name is a verb as well. Beside another verb it is the name of the service. */
const verbServices: ReadonlySet<string> = new Set(
  'zoom render fly split buffer segment front loom drip miro ship gather notion box wise square vault trace watch sketch'.split(
    ' ',
  ),
);

/** What a name ends in that says it only rehearses. Whatever stands before is what would be done. */
const rehearsalEndings =
  /_(?:simulation|simulator|simulate|dry_run|dryrun|what_if|whatif|rehearsal)_$/u;

const simulationEndings: ReadonlySet<string> = new Set([
  'preview',
  'simulation',
  'simulate',
  'dryrun',
  'whatif',
  'estimate',
  'draft',
  'status',
]);

const bulkWords: ReadonlySet<string> = new Set(
  'bulk batch mass all many multi multiple entire whole wholesale where matching'.split(' '),
);

const conjunctions: ReadonlySet<string> = new Set(['and', 'then', 'or', 'plus']);

export function readName(name: string): NameReading {
  const own = splitWords(name);
  const words = englishWordsOf(own);
  const domains = new Set<Domain>();
  addDomains(words, domains);
  const phrase = `_${joined(words)}_`;
  return {
    words,
    phrase,
    effect: effectAmong(effectOf(words === own ? name : joined(words), words), words, domains),
    domains,
    irreversible:
      words.some(word => irreversibleVerbs.has(word)) || phrase.includes('_hard_delete_'),
    bulk: words.some(word => bulkWords.has(word) || word.startsWith('every')),
  };
}

const planners: ReadonlySet<string> = new Set(
  'terraform pulumi tofu opentofu cdk terragrunt'.split(' '),
);
const statements: ReadonlySet<string> = new Set(['quote', 'quotation', 'preview', 'estimate']);

/** Some words mean one thing about money and another about anything else. */
function effectAmong(
  effect: Effect,
  words: readonly string[],
  domains: ReadonlySet<Domain>,
): Effect {
  // A document has a history of its own; what runs for others has not.
  if (effect === 'deploy' && words[0] === 'revert' && !domains.has('infra') && domains.has('files'))
    return 'update';
  // What an infrastructure tool plans is a rehearsal; a plan that customers pay for is not.
  if (effect === 'create' && words.at(-1) === 'plan' && words.some(word => planners.has(word)))
    return 'simulate';
  if (!domains.has('money')) return effect;
  // To collect a debt is to charge a person; to collect figures about it is to read.
  if (effect === 'read' && words.includes('collect') && !words.some(word => aspects.has(word)))
    return 'charge';
  const last = words[words.length - 1] ?? '';
  return effect === 'create' && statements.has(last) && !domains.has('infra') ? 'draft' : effect;
}

/** The last part of a dotted name usually holds the verb (`crm.contacts.delete`); else the nearest part before it. */
function effectOf(name: string, words: readonly string[]): Effect {
  const parts = name.slice(0, 256).split(/[./:\s#]|__/);
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at];
    if (part === undefined || part === '') continue;
    const own = parts.length === 1 ? words : splitWords(part);
    const effect = namesThing(own) ? null : effectOfPart(own);
    // `inventory.zero_out` does something to the inventory; its first word is no verb there.
    if (at < parts.length - 1 && own.length === 1 && things.has(own[0] ?? '')) continue;
    if (effect !== null) return effect;
  }
  return 'unknown';
}

interface FoundVerb {
  readonly effect: Effect;
  readonly noun: boolean;
  readonly at: number;
}

/** Things whose names begin with a verb. */
const compounds: ReadonlySet<string> = new Set(
  'kill_switch kill_list fire_drill drop_point drop_off cash_flow wire_frame clean_room'.split(' '),
);
/** What is shown of a thing. */
const shown: ReadonlySet<string> = new Set(
  'state calendar roster hours handbook guide manual glossary menu timetable itinerary syllabus curriculum gradebook scoreboard rota floorplan mockup wireframe thumbnail vitals lighthouse'.split(
    ' ',
  ),
);

/** `kill_switch_state` shows a thing. A verb in front of it makes it a deed. */
function namesThing(words: readonly string[]): boolean {
  return (
    words.length === 3 &&
    compounds.has(`${words[0]}_${words[1]}`) &&
    shown.has(words[words.length - 1] ?? '')
  );
}

/** True if a name without a verb ends in a word for what is looked at. */
export function endsInView(words: readonly string[]): boolean {
  return words.length >= 2 && shown.has(words[words.length - 1] ?? '');
}

/** What makes something that is still to be sent or put to use. */
const making: ReadonlySet<string> = new Set(
  'create make new save add write prepare update edit'.split(' '),
);

function effectOfPart(words: readonly string[]): Effect | null {
  if (words.length > 1 && rehearsalEndings.test(`_${joined(words)}_`)) return 'simulate';
  // `create_draft_invoice` makes a draft, and no invoice.
  if (making.has(words[0] ?? '') && /^drafts?$/u.test(words[1] ?? '')) return 'draft';
  const found = verbsIn(words);
  const first = found.find(verb => !verb.noun) ?? found[0];
  if (first === undefined) return null;
  // `refund_status` and `rollout_history` describe a process and do not start it.
  const last = words[words.length - 1] ?? '';
  if (first.noun && processes.has(words[first.at] ?? '') && aspects.has(last)) return 'read';
  // `fetch_and_delete` does both; `list_deleted` is not reached, its verb is no base form.
  let effect = first.effect;
  for (const verb of found) {
    const before = words[verb.at - 1];
    if (before !== undefined && conjunctions.has(before)) effect = graver(effect, verb.effect);
  }
  const ends = !isPassive(effect) && found.length > 1 && simulationEndings.has(last);
  return ends ? effectBeforeEnding(effect, words, last) : effect;
}

/** The words of a name that are verbs, with what each of them does. */
function verbsIn(words: readonly string[]): readonly FoundVerb[] {
  const found: FoundVerb[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const pair = at + 1 < words.length ? effectOfVerb.get(`${word}_${words[at + 1]}`) : undefined;
    if (pair !== undefined) {
      found.push({ effect: pair, noun: false, at });
      at += 1;
      continue;
    }
    const effect =
      effectOfVerb.get(word) ??
      effectOfGlued(word) ??
      (at === words.length - 1 ? effectOfInstrument(word) : undefined);
    const service = at === 0 && words.length > 2 && verbServices.has(word);
    const noun = alsoNouns.has(word) || (word === 'list' && at > 0) || service;
    if (effect !== undefined) found.push({ effect, noun, at });
  }
  return found;
}

/** `update_status` and `create_draft` name an object, `reconcile_preview` names what it does. */
function effectBeforeEnding(effect: Effect, words: readonly string[], last: string): Effect {
  if (last === 'status' || (last === 'draft' && effect !== 'create')) return effect;
  if (last === 'estimate') return effect === 'create' ? 'simulate' : effect;
  // `merge_duplicate_preview`: the verb that makes something is not the one that begins the name.
  const [begins = ''] = words;
  if (last === 'preview' && words.length > 2 && !making.has(begins) && begins !== 'open')
    return 'simulate';
  return effect === 'create' && last !== 'draft' ? effect : 'simulate';
}

/** Nouns of looking something up, which no verb is part of. */
const references: ReadonlySet<string> = new Set(
  'reference cheatsheet dictionary encyclopedia almanac atlas faq specification documentation'.split(
    ' ',
  ),
);

/** `mortgage_calculator` calculates and `price_checker` checks. What would change something is not guessed from a noun. */
function effectOfInstrument(word: string): Effect | undefined {
  if (references.has(word)) return 'read';
  if (word.length < 6 || !/(?:[eo]rs?|ings?)$/u.test(word)) return undefined;
  const stem = word.replace(/(?:[eo]rs?|ings?)$/u, '');
  for (const verb of [stem, `${stem}e`, stem.slice(0, -1)]) {
    const effect = effectOfVerb.get(verb);
    if (effect === 'read' || effect === 'simulate') return effect;
  }
  return undefined;
}

/** `sendmail`, `websearch`: a verb and a noun written as one word. */
function effectOfGlued(word: string): Effect | undefined {
  if (word.length < 6 || word.length > 24 || domainsOfNoun.has(word)) return undefined;
  for (let cut = 3; cut <= word.length - 2; cut += 1) {
    const head = word.slice(0, cut);
    const rest = word.slice(cut);
    const leading = effectOfVerb.get(head);
    if (leading !== undefined && (domainsOfNoun.has(rest) || bulkWords.has(rest))) return leading;
    const trailing = rest.length >= 3 ? effectOfVerb.get(rest) : undefined;
    // `deallocate` is not to locate a deal.
    if (trailing !== undefined && domainsOfNoun.has(head) && !/^(de|dis|un|re)/u.test(word))
      return trailing;
  }
  return undefined;
}

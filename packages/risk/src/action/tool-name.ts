import { englishWordsOf } from '../languages/english-name.ts';
import { addDomains, type Domain, domainsOfNoun } from './domains.ts';
import { type Effect, effectOfVerb, graver, irreversibleVerbs, isPassive } from './effects.ts';
import { everydayThings } from './everyday-verbs.ts';
import { asksPolicy, asksQuestion, endsInLook, household, views } from './view-words.ts';
import { hasAny, joined, splitWords } from './words.ts';

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
  group start mirror use monitor merge debit control map pending todo order sync commit checks void pull branch expense apply_action result results report reports rollout rollback deploy top levels compute agenda burndown definition references symbols percentiles trend trends graph chart breakdown leaderboard feed overview insight insights topology catalog availability waiver uptime latency errors traces spans progress eta directions autocomplete suggestions spellcheck similarity sentiment consumption lineage hover_info completions diagnostics coverage screenshot_page outline_view backlinks mentions attendance forecast_view quota_usage freebusy whereabouts logs metrics details balance version summary weather usage activity changelog timeline health book ${everydayThings}`.split(
    /\s+/,
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
  'outreach zoom render fly split buffer segment front loom drip miro ship gather notion box wise square vault trace watch sketch'.split(
    ' ',
  ),
);

/**
 * Endings of a name that say that the tool only rehearses. The words before the ending name the deed that is rehearsed.
 */
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
  'suggestions',
  'recommendations',
]);

const bulkWords: ReadonlySet<string> = new Set(
  'bulk batch mass all many multi multiple entire whole wholesale where matching'.split(' '),
);

/** Verbs that only say that the verb behind them is done: `begin_delete`, `confirm_transfer`. */
const beginnings: ReadonlySet<string> = new Set(
  'begin start finish confirm complete initiate force retry resume submit perform execute process'.split(
    ' ',
  ),
);

const conjunctions: ReadonlySet<string> = new Set(['and', 'then', 'or', 'plus']);

const storefronts: ReadonlySet<string> = new Set('shopify magento woocommerce'.split(' '));

export function readName(name: string): NameReading {
  // In `mcp__srv__close_ticket` the first word only says how the tool is reached, and the second by whom.
  const reached = /^mcp__(.{1,100}?)__/u.exec(name);
  const server = splitWords(reached?.[1] ?? '');
  const spelled = splitWords(
    reached === null ? name.replace(/^mcp__/u, '') : name.slice(reached[0].length),
  );
  const own = englishWordsOf(spelled);
  const words = server.length === 0 ? own : [...server, ...own];
  const domains = new Set<Domain>();
  // `shopify.admin.product_update`: the interface for administrators, and not a right.
  addDomains(
    words.filter((word, at) => word !== 'admin' || !storefronts.has(words[at - 1] ?? '')),
    domains,
  );
  if (hasAny(words, household)) {
    domains.delete('infra');
    domains.delete('config');
    domains.add('light');
  }
  const phrase = `_${joined(words)}_`;
  const effect = effectOf(own === spelled ? name : nameInEnglish(spelled, own), own);
  return {
    words,
    phrase,
    effect: effectAmong(effect, own, domains),
    domains,
    irreversible:
      words.some(word => irreversibleVerbs.has(word)) || phrase.includes('_hard_delete_'),
    bulk: words.some(word => bulkWords.has(word) || word.startsWith('every')),
  };
}

/** A name of another language, in English. What ends in its word for a draft is one: `bonifico.bozza`. */
function nameInEnglish(own: readonly string[], words: readonly string[]): string {
  const last = own.at(-1) ?? '';
  const drafts = own.length > 1 && last !== 'draft' && joined(englishWordsOf([last])) === 'draft';
  return drafts ? `${joined(words.slice(0, -1))}.draft` : joined(words);
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
  const technical = effectAmongMachines(effect, words, domains);
  if (technical !== effect || !domains.has('money')) return technical;
  // To collect a debt is to charge a person; to collect figures about it is to read.
  if (effect === 'read' && words.includes('collect') && !hasAny(words, views)) return 'charge';
  const last = words[words.length - 1] ?? '';
  return effect === 'create' && statements.has(last) && !domains.has('infra') ? 'draft' : effect;
}

function effectAmongMachines(
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
  if (asksPolicy(words)) return 'simulate';
  // To clean a room deletes nothing, and to start a scene of lamps deploys nothing.
  if (hasAny(words, household) && (effect === 'delete' || effect === 'deploy')) return 'update';
  // To swap is to pay only where money is meant.
  if (effect === 'pay' && words.includes('swap') && !domains.has('money')) return 'update';
  // What is done to a simulator is a rehearsal by the make of the tool.
  if (words.includes('simulator') && effect !== 'delete') return 'simulate';
  // A version is published where it is deployed.
  return effect === 'send' && words.includes('deploy') && !domains.has('message')
    ? 'deploy'
    : effect;
}

/** The last part of a dotted name usually holds the verb (`crm.contacts.delete`); else the nearest part before it. */
function effectOf(name: string, words: readonly string[]): Effect {
  const parts = name.slice(0, 256).split(/[./:\s#]|__/);
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at];
    if (part === undefined || part === '') continue;
    const own = parts.length === 1 ? words : splitWords(part);
    // `saved_search.run` only reads.
    const isStarted = own.length === 1 && (own[0] === 'run' || own[0] === 'execute');
    if (isStarted && lookups.has(splitWords(parts[at - 1] ?? '').at(-1) ?? '')) return 'read';
    const effect = namesThing(own) ? null : effectOfPart(own);
    // `inventory.zero_out` does something to the inventory; its first word is no verb there.
    if (at < parts.length - 1 && own.length === 1 && things.has(own[0] ?? '')) continue;
    if (effect !== null) return effect;
  }
  return asksQuestion(splitWords(parts.at(-1) ?? '')) ? 'read' : 'unknown';
}

const lookups: ReadonlySet<string> = new Set('search report dashboard'.split(' '));

interface FoundVerb {
  readonly effect: Effect;
  readonly noun: boolean;
  readonly at: number;
}

/** Things whose names begin with a verb. */
const compounds: ReadonlySet<string> = new Set(
  'kill_switch kill_list fire_drill drop_point drop_off cash_flow wire_frame clean_room'.split(' '),
);
/** `kill_switch_state` shows a thing. A verb in front of it makes it a deed. */
function namesThing(words: readonly string[]): boolean {
  return (
    words.length === 3 &&
    compounds.has(`${words[0]}_${words[1]}`) &&
    views.has(words[words.length - 1] ?? '')
  );
}

/** True if a name without a verb ends in a word for what is looked at. */
export function endsInView(words: readonly string[]): boolean {
  return words.length >= 2 && views.has(words[words.length - 1] ?? '');
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
  const first = found.find(verb => !verb.noun) ?? onlyNouns(found, words);
  if (first === undefined) return null;
  // `refund_status` and `rollout_history` describe a process and do not start it.
  const last = words[words.length - 1] ?? '';
  if (endsInLook(words, first)) return effectOfVerb.get(last) === 'simulate' ? 'simulate' : 'read';
  // `fetch_and_delete` does both; `list_deleted` is not reached, its verb is no base form.
  let effect = first.effect;
  for (const verb of found) {
    const before = words[verb.at - 1] ?? '';
    if (conjunctions.has(before) || beginnings.has(before)) effect = graver(effect, verb.effect);
  }
  effect = withLastVerb(effect, found, words);
  const ends = !isPassive(effect) && found.length > 1 && simulationEndings.has(last);
  return ends ? effectBeforeEnding(effect, words, last) : effect;
}

/** `log_group_delete`: what is done stands last, and the verbs before it are as often the thing it is done to. */
function withLastVerb(
  effect: Effect,
  found: readonly FoundVerb[],
  words: readonly string[],
): Effect {
  const last = found.at(-1);
  const closes = found.length > 1 && last?.at === words.length - 1 && !last.noun;
  return closes && !isPassive(effect) && decisive.has(words.at(-1) ?? '')
    ? graver(effect, last.effect)
    : effect;
}

const decisive: ReadonlySet<string> = new Set(
  'delete remove destroy purge wipe erase truncate terminate approve pay grant revoke'.split(' '),
);

const setUp: ReadonlySet<string> = new Set(
  'settings setting configuration config logging'.split(' '),
);

function isPlural(word: string | undefined): boolean {
  return word?.endsWith('s') === true;
}

/** Where every verb may be a thing, what is done stands last: `report_email` sends a report. */
function onlyNouns(found: readonly FoundVerb[], words: readonly string[]): FoundVerb | undefined {
  const [first] = found;
  const last = found.at(-1);
  // `audit_logs_settings` has no verb: to set them is as likely as to show them.
  if (first?.effect === 'read' && setUp.has(words.at(-1) ?? '') && isPlural(words[first.at]))
    return undefined;
  const acts = first?.effect === 'read' && last?.effect === 'send';
  return acts ? last : first;
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
    // `inventory_adjust` does something to the inventory.
    const thing = things.has(word) && effectOfVerb.has(words[at + 1] ?? '');
    // `cloudwatch` is a name, and only where no other word is a verb does its end say what is done.
    const glued = !effectOfVerb.has(word) && effectOfGlued(word) !== undefined;
    const noun =
      glued ||
      alsoNouns.has(word) ||
      ((word === 'list' || word === 'open') && at > 0) ||
      service ||
      thing;
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

/** `mortgage_calculator` calculates and `price_checker` checks. Only harmless effects are guessed from such a noun. */
function effectOfInstrument(word: string): Effect | undefined {
  if (references.has(word)) return 'read';
  if (word.length < 6 || !/(?:[eo]rs?|ing)$/u.test(word)) return undefined;
  const stem = word.replace(/(?:[eo]rs?|ing)$/u, '');
  // `planner` doubles its last letter; `freezer` does not.
  const single = /(.)\1$/u.test(stem) ? stem.slice(0, -1) : stem;
  for (const verb of [stem, `${stem}e`, single]) {
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
    if (
      leading !== undefined &&
      rest !== 'room' &&
      (domainsOfNoun.has(rest) || bulkWords.has(rest))
    )
      return leading;
    const trailing = rest.length >= 3 ? effectOfVerb.get(rest) : undefined;
    // `deallocate` is not to locate a deal.
    if (trailing !== undefined && domainsOfNoun.has(head) && !/^(de|dis|un|re)/u.test(word))
      return trailing;
  }
  return undefined;
}

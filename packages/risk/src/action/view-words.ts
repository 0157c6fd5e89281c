import { hasAny } from './words.ts';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** What is looked at of a thing. A name without a verb that ends in one of these only shows something. */
export const views: ReadonlySet<string> = wordSet(
  `state states calendar roster hours handbook guide manual glossary menu timetable itinerary syllabus curriculum gradebook scoreboard
  rota floorplan mockup wireframe thumbnail vitals lighthouse lag depth backlog size sizes length ticker tickers candles ohlc funnel
  funnels heatmap map window windows traits toc sitemap manifest readme license codeowners contributors maintainers dependents
  callers callees usages signature docstring scores ratings ranking rankings standings lineup fixtures odds outlook
  almanac tides sunrise sunset aqi pollen radar fare fares tariff tariffs yield yields spread spreads earnings fundamentals orderbook
  holdings exposure drawdown drift pnl headlines news lyrics chords nutrition ingredients recipe recipes allergens reading readings
  telemetry nearest neighbors neighbours titles departures arrivals seats seatmap vacancies openings occupancy vacancy provenance
  percentile histogram distribution correlation faq synonyms antonyms eligibility benefits formulary docket citations
  followers checksum status history info stats metrics details summary version progress timeline data report reports
  feedback capacity utilization utilisation throughput temperature humidity whereabouts location distance`,
);

/** Verbs that, at the end of a name, make all of it a look: `dedupe_suggest`, `sweep_peek`. */
const looks: ReadonlySet<string> = wordSet(
  'peek suggest lookup compare inspect describe verify validate simulate preview recommend',
);

/** Verbs that say nothing grave before such an end. `delete_preview` is not read here. */
const mild: ReadonlySet<string> = new Set(['create', 'update', 'control', 'deploy', 'export']);

/** Things that go on by themselves and are also verbs. `refund_status` describes one and does not start it. */
const processes: ReadonlySet<string> = wordSet(
  `refund credit invoice bill charge transfer wire payout release build deletion removal purchase payroll rollout rollback deploy
  checkout order expense trade key waiver sync label sweep merge match outage vote survey`,
);

/** What speaks or hands on: `post_status` and `share_report` do what their first word says. */
const speaking: ReadonlySet<string> = wordSet(
  'post share email text message mail page push publish tweet send copy set update create add write edit save put make export import download backup',
);

interface Verb {
  readonly effect: string;
  readonly noun: boolean;
  readonly at: number;
}

/** True if the end of a name says that it shows something, whatever verb stands before it. */
export function endsInLook(words: readonly string[], first: Verb): boolean {
  const last = words.at(-1) ?? '';
  if (words.length < 2 || hasAny(words, joining)) return false;
  const verb = words[first.at] ?? '';
  if (speaking.has(verb)) return false;
  // `outage_map` has no verb: its last word is the thing that is shown.
  if (first.at === words.length - 1) return first.noun && views.has(last);
  if (first.noun && views.has(last) && (first.at > 0 || processes.has(verb))) return true;
  return looks.has(last) && mild.has(first.effect) && words.length - first.at <= 3;
}

const joining: ReadonlySet<string> = wordSet('and then or plus');

/** `who_owns`, `how_many_seats`, `next_departure`: a question, and no deed. */
export function asksQuestion(words: readonly string[]): boolean {
  return questions.has(words[0] ?? '') || /^(?:for|of|by)$/u.test(words.at(-1) ?? '');
}

const questions: ReadonlySet<string> = wordSet('who when where why how which next last whose');

/** Words of engines that only say what a policy would answer. */
const judges: ReadonlySet<string> = wordSet('opa rego cedar casbin conftest');

export function asksPolicy(words: readonly string[]): boolean {
  return hasAny(words, judges) && hasAny(words, asking);
}

const asking: ReadonlySet<string> = wordSet('eval evaluate check test authorize query is can');

/** Things in a home that cannot hurt anyone. Doors, alarms and ovens are not among them. */
export const household: ReadonlySet<string> = wordSet(
  `sonos hue thermostat thermostats vacuum roomba hoover mop lamp lamps bulb bulbs lights blinds curtain curtains tv television speaker
  speakers soundbar chromecast homepod ecobee lifx nanoleaf kettle dishwasher humidifier dehumidifier`,
);

/** Things so small that any verb does little to them. */
export const trifles: ReadonlySet<string> = wordSet(
  `tag tags label labels comment comments note notes reaction reactions reminder reminders bookmark bookmarks star highlight highlights
  layer layers bullet emoji sticky annotation annotations timer timers playlist playlists cursor selection zoom caption captions
  subtitle subtitles watermark shortcut breakpoint breakpoints todo todos checklist worknote worknotes clip clips shape shapes
  slide slides`,
);

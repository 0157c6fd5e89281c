import { wordSet } from './word-list.ts';

/** Words that may open a clause without being its subject. */
export const openers: ReadonlySet<string> = wordSet(`
  ok okay alright right so now next then and but also finally first second third lastly done
  great sure yes no well please just heads-up fyi note warning attention caution today tonight
  tomorrow friday monday tuesday wednesday thursday saturday sunday currently meanwhile
  therefore hence thus otherwise still or plus again step phase last good perfect thanks
  understood cool roger confirmed approved agreed however anyway btw update status plan action
  proceeding hi hello hey as per your instructions instruction given that with after all of it
  this
`);

export const persons: ReadonlySet<string> = wordSet(`
  you they he she someone somebody anyone anybody nobody who whoever people team ops admin
  admins administrator administrators user users customer customers client clients manager
  managers dba dbas colleague colleagues vendor supplier attacker attackers hacker hackers
  developer developers engineer engineers intern owner owners maintainer maintainers support
  finance legal marketing security devops sre boss cfo ceo cto operator operators reviewer
  reviewers author folks everyone everybody staff employees department tester testers contractor
  partner bank government police she him her his their them company director president students
  teacher chef cook your cron nightly scheduler weekly hourly daily monthly retention github
  dependabot renovate postgres kubernetes linux windows mysql git lifecycle garbage tom nina
  maria anna john mike sarah alice bob carol dave jane peter paul emma alex sam chris
`);

/** What the agent sets going. */
export const processes: ReadonlySet<string> = wordSet(`
  this that it which these migration migrations script command commands change changes plan step
  pipeline update patch query statement operation action next merge import sync apply cleanup
  playbook button continuing proceeding doing workflow run applying approving running deployment
  release rollout upgrade one call request batch following below confirming job setting
  executing
`);

export const reporting: ReadonlySet<string> = wordSet(`
  asks asked asking wonders wondered said says saying wrote writes told tells replied replies
  answered answers reported reports claims claimed mentioned mentions noted notes quoted reads
  requested requests suggested suggests proposed proposes demanded demands recommended
  recommends explained explains describes described
`);

/** Labels before a colon that make what follows a thing to read, not to do. */
export const labels: ReadonlySet<string> = wordSet(`
  todo fixme commit request story example title subject changelog quote ticket issue error
  feature summary excerpt heading headline chapter question log logs output wrote says said says
  reads quote e.g i.e definition docs documentation manual faq motto slogan lyrics test case
  cases scenario recipe ingredients backlog idea ideas goal acceptance criteria comment reminder
`);

export const hypothetical: ReadonlySet<string> = wordSet(`
  if whether suppose supposing imagine assuming whenever were lest hypothetically theoretically
`);
export const denying: ReadonlySet<string> = wordSet(`
  never not without avoid avoids avoiding avoided nothing none neither nor refuse refused
  refuses refusing decline declined prevent prevents prevented preventing against nobody cannot
  stopped aborted skipped failed unable
`);
export const subordinate: ReadonlySet<string> = wordSet(`
  because yet although though while but so since therefore whereas however
`);
export const relative: ReadonlySet<string> = wordSet('that which who whom whose where');
export const interrogative: ReadonlySet<string> = wordSet('how why what when where who whose');

/** Verbs that hand the act on to the verb after them: "start deleting", "use the API to delete". */
export const carriers: ReadonlySet<string> = wordSet(`
  place placing make making go start begin proceed try continue need have use call run take move
  do make get be finish invoke execute issue kick trigger fire launch let going starting
  beginning proceeding trying continuing using calling running taking moving doing making
  getting finishing executing issuing firing triggering launching letting plan planning want
  need free perform performing initiate initiating carry carrying want wants push pushing apply
  applying hit press set schedule scheduling skip skipping
`);

/** Acts that only look, think, speak to the user, or edit text and code under version control. */
const harmlessVerbs: ReadonlySet<string> = wordSet(`
  explain list read check test look search find show describe summarize summarise draft think
  see view inspect review analyze analyse compare count measure profile benchmark lint write add
  create open walk help know wonder guess believe understand note mention suggest recommend
  document verify validate confirm investigate explore try trace debug fix refactor rename
  format reformat indent sort import print log plot draw sketch translate rephrase paraphrase
  reword answer reply ask wait mark keep stay learn study research browse scan grep fetch query
  select estimate calculate compute report tell use prepare propose plan outline dig figure
  examine monitor watch have be get expect assume hope feel want need like love appreciate
  recall simulate dry-run preview implement code build compile bundle generate include cover
  extend polish tidy tweak adjust align center colour color make meet take turn put give sit
  work save store cite quote convert parse render split join capitalize shorten lengthen
  annotate comment stub mock rerun re-run re-read reread double-check double proofread spell
  rework collect gather group attach finish consult refer focus address resolve clarify
  elaborate expand say come eat drink play go leave sleep talk speak pick choose call interpret
  phrase name visualise visualize diagram brainstorm iterate narrow isolate bisect reproduce
  download load worry thank apologise apologize welcome wrap retry handle share tail follow
  round soften glance peek skim eyeball ponder consider reflect contemplate mull reason weigh
  evaluate assess judge gauge rate rank score classify categorise categorize tag label highlight
  underline bold italicize italicise number enumerate itemise itemize tabulate chart graph map
  illustrate depict demonstrate present introduce conclude recap condense abridge simplify
  reformulate spellcheck spell-check lowercase uppercase capitalise transcribe dictate narrate
  recite sing hum guide coach teach instruct advise counsel warn justify argue defend debate
  discuss chat converse greet congratulate wish smile laugh joke relax rest nap cross-check
  crosscheck cross-reference spot-check sanity-check tally sum average interpolate extrapolate
  forecast predict project emulate rehearse practice practise experiment tinker prototype
  wireframe storyboard typeset paginate zoom scroll navigate surf google look-up lookup retrieve
  bookmark star remember memorise memorize recollect revisit re-examine reexamine recheck
  re-check retest re-test re-evaluate reconsider rethink listen hear notice observe spot detect
  identify recognise recognize pinpoint locate discover diagnose troubleshoot root-cause unravel
  decipher tokenise tokenize typecheck type-check autoformat prettify beautify minify transpile
  unit-test scaffold flesh jot scribble stand linger hang stick return hold suppose imagine
  pretend speculate nod pass concentrate familiarise familiarize acquaint immerse orient catch
  circle seem appear sound mean care mind matter hurry slow speed explainer exclude omit repeat
  restate nominate vet acknowledge admit agree disagree concur differ doubt question poll
  aggregate pivot diff contrast juxtapose match correlate fit shade decide determine infer
  model encrypt deduce derive prove disprove solve differentiate integrate cook bake peruse
`);

/** Whether a word is a form of a verb that only looks, thinks, speaks to the user or edits text. */
export function isHarmlessVerb(word: string): boolean {
  const base = word.replace(/ing$/, '');
  return [word, base, `${base}e`, base.replace(/(.)\1$/, '$1')].some(spelling =>
    harmlessVerbs.has(spelling),
  );
}

const lightVerbs: ReadonlySet<string> = wordSet(`
  make making take taking put putting turn turning bring bringing give giving set setting hand
  handing place placing move moving cast casting throw throwing lay laying
`);

/** A verb whose meaning lies in its object. */
export function isLightVerb(word: string): boolean {
  return lightVerbs.has(word);
}

/** Habits are explanations, not plans. */
export const habits: ReadonlySet<string> = wordSet(`
  always usually normally often typically generally whenever sometimes regularly every nightly
  daily weekly monthly hourly automatically
`);

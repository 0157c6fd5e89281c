import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionKind } from '../canonical/action-kind.ts';
import {
  handsTasksOn,
  holdsWords,
  isOrder,
  isTask,
  namesAgent,
  namesAutomation,
  namesOrder,
} from '../canonical/task-key.ts';
import { detectOrder } from '../intent/detect-intent.ts';
import { readVerb } from '../intent/effect-verbs.ts';
import { isHarmlessVerb } from '../intent/word-classes.ts';
import type { CallFacts, Report } from './call-facts.ts';
import { effectOfVerb, isPassive } from './effects.ts';
import { deedOfAnOrder, passesSecretOn } from './order-deeds.ts';
import { plainOrder } from './order-idioms.ts';
import { deedOfOrder } from './order-phrases.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };
const longestTask = 32_768;

/**
 * A task for another agent is judged by its words: this call counts as doing what the other agent is told to do. The
 * words are an order, but the English reader reads announcements. So each sentence is read in both ways.
 */
export function judgeDelegation(facts: CallFacts, kind: ActionKind, report: Report): void {
  const delegates = kind === 'task.delegate';
  if (asksPerson(facts)) return;
  if (delegates && isPassive(facts.effect) && !handsTasksOn(facts.tool)) return;
  if (facts.rehearsed || facts.effect === 'simulate') return;
  const level = levelOfWords(facts, delegates);
  if (level !== 'low') report('delegation', level, 'hands on a task that is risky by its words');
  else if (delegates && !isPassive(facts.effect))
    report('delegation', level, 'hands a task to another agent');
}

/** `ask_user`: the words are a question for a person, who is there. */
function asksPerson({ tool }: CallFacts): boolean {
  return (
    tool.words.some(word => /^(?:ask|question|clarify|prompt|confirm)$/u.test(word)) &&
    tool.words.some(word => /^(?:user|human|person|followup|question)$/u.test(word))
  );
}

const addressed = role.recipient | role.destination;

/** The gravest of the orders in a call, by whichever parameter they are given. */
function levelOfWords(facts: CallFacts, delegates: boolean): RiskLevel {
  const texts = facts.seen.leaves.filter(
    (leaf): leaf is Leaf & { readonly value: string } => typeof leaf.value === 'string',
  );
  const handsOn =
    handsTasksOn(facts.tool) ||
    (facts.tool.words.includes('bot') && !texts.some(({ key }) => (key.roles & addressed) !== 0)) ||
    texts.some(({ key, value }) => namesAgent(key, value) || namesOrder(key, value));
  let level: RiskLevel = 'low';
  for (const { key, value } of texts) {
    const isMeant =
      isOrder(key, value) ||
      (namesAutomation(facts.tool, key) && holdsWords(value)) ||
      (delegates && isTask(key)) ||
      (handsOn && holdsWords(value));
    if (!isMeant) continue;
    const found = levelOfTask(value);
    if (rank[found] > rank[level]) level = found;
  }
  return level;
}

function levelOfTask(text: string): RiskLevel {
  if (text.length > longestTask) return 'high';
  const orders = ordersOf(text);
  if (orders.length > mostOrders) return 'high';
  let level: RiskLevel =
    passesSecretOn.test(text) || orders.some(order => deedOfAnOrder(barely(order)) !== null)
      ? 'high'
      : 'low';
  for (const read of [withoutQuestions(text), ...orders.flatMap(announcementsOf)]) {
    const { confirmation_required, risk_level, action_type, patterns } = detectOrder(read);
    if (!confirmation_required || action_type === null) continue;
    // A question that the task may answer is no order: only what would be done counts.
    if (action_type === 'unknown' && !patterns.some(({ name }) => name === 'announces_act'))
      continue;
    if (rank[risk_level] > rank[level]) level = risk_level;
  }
  return level;
}

/** A task with more of them is not read in full, so a person looks at it. */
const mostOrders = 1000;
const sentenceEnds =
  /(?<=[.!?])(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|vs)\.)\s+|\n+|;\s+|\b(?:and )?then,?\s+/iu;
const courtesy =
  /^(?:(?:please|kindly|now|first|next|finally|just|also|hey|hi|ok|okay|quietly|secretly|silently|discreetly|quickly|simply|so)\b,?\s+){1,4}/iu;

/** `You should …`, `I need you to …`, `Your task is to …`: an order behind its frame. */
const frames: readonly RegExp[] = [
  /^(?:i|we)(?:'d| would)? (?:need|want|like|expect|ask|have) you to /iu,
  /^(?:you|we) (?:should|must|shall|can|will|need to|have to|ought to|are to) /iu,
  /^(?:can|could|would|will) you (?:please )?/iu,
  /^(?:your|the|our) (?:task|job|goal|mission|assignment|objective|role) (?:is|will be) to /iu,
  /^(?:make sure|be sure|remember|do not forget|don't forget|it is time|it's time|go ahead and|feel free|help me|help us|i need help)(?: to)? /iu,
];

const unframed = (sentence: string): string =>
  frames.reduce((text, frame) => text.replace(frame, ''), sentence).replace(courtesy, '');

/** The order without its number, its courtesy and its frame. */
function barely(order: string): string {
  return unframed(order.replace(/^[\s\-*\d.)]+/u, '').replace(courtesy, ''));
}

/** `The old records must be deleted`: what has to be done to a thing, as what will be done to it. */
const necessity =
  /^(.{2,300}?) (?:must|should|shall|(?:needs?|ha(?:s|ve)|ought) to) be (?=\p{L})/iu;
/** `We want all passwords reset`. */
const wish = /^(?:i|we) (?:want|need|would like) (.{2,300}) (\p{L}{3,20})[.!]?$/iu;

/** What is only looked into: the rest of such a sentence is a question. */
const question = /\s(?:which|how|why|whether|what|who|whom|whose|where|when|if)\b[^,;]*/iu;
const tests =
  /^(?:re)?runs? (?:the |all |our |its |these )?(?:\w+ )?(?:tests?|specs?|suites?|checks?|linters?|benchmarks?|typechecks?)\b/iu;

/** `When did we last change the number, and who did it?` wants to know, and `Could you change it?` wants it done. */
const asked =
  /^\s*(?:who|whose|whom|what|which|when|where|why(?! (?:not|don't))|how(?! about)|did|does|do (?:we|they|the|our|any)|is|are|was|were|has|have (?:we|they|you)|had|(?:would|will|should|could|can|might|may) (?!you\b|we\b|someone\b|anyone\b|somebody\b))\b.*\?\s*$/isu;

/** Each sentence, and each part of it behind an `and`. What is said twice counts once. */
function ordersOf(text: string): readonly string[] {
  const orders = new Set<string>();
  for (const sentence of text.split(sentenceEnds)) {
    if (asked.test(sentence)) continue;
    orders.add(sentence);
    const [first = '', ...parts] = sentence.split(/,?\s+and\s+|,\s+/iu);
    for (const part of parts) {
      if (!ownPlan.test(part)) orders.add(continued.test(part) ? `${headOf(first)}${part}` : part);
    }
  }
  return [...orders];
}

/** `…, I will run it`: what the one who asks is going to do. */
const ownPlan = /^(?:i|we)(?:'ll| will| can| shall)\s/iu;

/** `Bin the drafts, the archive and every backup`: a thing behind a comma is one more for the verb. */
const continued =
  /^(?:the|our|their|his|her|its|all|every|each|any|both|whatever|everything|these|those|\d[\d,.]*) /iu;

/** The verb of an order and what belongs to it, up to its first thing. */
function headOf(order: string): string {
  return (
    /^.{0,80}?(?= (?:the|our|my|your|their|his|her|its|all|every|each|any|both|a|an) )/u
      .exec(order)?.[0]
      .concat(' ') ?? ''
  );
}

/** `Open the list and delete all users.` as `I will now open the list and …` and as `I will now delete all users.` */
function announcementsOf(order: string): readonly string[] {
  const sentence = order.replace(/^[\s\-*\d.)]+/u, '').replace(courtesy, '');
  if (foreign.test(sentence)) return announcementOf(unframed(sentence));
  const deed = deedOfOrder(sentence);
  return deed === null ? announcementOf(plainOrder(unframed(sentence))) : [asAnnounced(deed)];
}

/** A letter that English does not have: the phrases of English say nothing about such a sentence. */
const foreign = /[^\P{L}A-Za-z]/u;

/** `Find out which customers we charge`: what is asked there is no deed of anyone. */
function withoutQuestions(text: string): string {
  return text
    .replace(
      /(?<=, )(?:and )?(?:i|we)(?:'ll| will) (?:run|do|send|check|review|handle|apply|push|pay|book|order|approve|sign|decide)\b[^,;.!?\n]*/giu,
      '',
    )
    .split(/(?<=[.!?\n])/u)
    .filter(sentence => !asked.test(sentence))
    .map(sentence =>
      looks(verbOf(unframed(sentence.trim()))) ? sentence.replace(question, '') : sentence,
    )
    .join('');
}

function looks(verb: string | null): boolean {
  const effect = verb === null ? undefined : effectOfVerb.get(verb);
  return effect !== undefined && isPassive(effect);
}

/** `Report each place, and do not change any file`: a limit of the order, unless the limit says to go on. */
const limit =
  /(?<=\S),?\s+(?:and |but )?(?:do not|don't|never) (?!.*\b(?:until|till|unless|except|before|without|forget|fail|hesitate|stop|rest|leave|miss|skip|keep|let|spare|only|just)\b)[^,;]*/iu;

function asAnnounced(deed: string): string {
  return / will now be /u.test(deed) ? `${deed}.` : `I will now ${deed}.`;
}

function announcementOf(order: string): readonly string[] {
  const sentence = order.replace(limit, '');
  if (necessity.test(sentence)) return [sentence.replace(necessity, '$1 will now be ')];
  if (wish.test(sentence)) return [sentence.replace(wish, '$1 will now be $2.')];
  const verb = verbOf(sentence);
  if (verb === null || tests.test(sentence)) return [];
  const told = looks(verb) ? sentence.replace(question, '') : sentence;
  return [`I will now ${told.charAt(0).toLowerCase()}${told.slice(1)}`];
}

/** Verbs that say only together with their object what is done: `let everyone know`, `get rid of`, `pull the plug`. */
const plainVerbs: ReadonlySet<string> = new Set(
  'tell let inform warn remind make get give take turn pull hand'.split(' '),
);

function verbOf(sentence: string): string | null {
  const [, word = ''] =
    /^(?:(?:force|bulk|mass|permanently|immediately)[\s-]+)?(\p{L}+)/iu.exec(sentence) ?? [];
  const verb = word.toLowerCase();
  const known = effectOfVerb.has(verb) || plainVerbs.has(verb) || readVerb(verb)?.form === 'base';
  return known || (commands.test(sentence) && !isHarmlessVerb(verb)) ? verb : null;
}

/** A word before something that is acted on (`Sling the report over`): a verb that no list knows. Its object decides. */
const commands =
  /^(?!(?:[Aa]ll|[Bb]oth|[Ee]ach|[Ee]very|[Aa]s|[Aa]t|[Bb]y|[Ff]or|[Ff]rom|[Ii]n|[Ii]nto|[Oo]f|[Oo]n|[Tt]o|[Ww]ith|[Ww]ithout|[Aa]fter|[Bb]efore|[Ss]ince|[Aa]bout|[Aa]nd|[Oo]r|[Bb]ut|[Ii]f|[Ww]hen|[Ww]hile|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Dd]oes|[Dd]id|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose|[Hh]ere|[Tt]here|[Nn]ot|[Nn]o|[Aa]lso|[Oo]nly|[Ll]ike|[Tt]han|[Tt]hen|[Ss]o|[Ww](?:hat|hich|ho|hom|hose|hen|here|hy|hile|hether)|[Hh]ow|[Bb]ecause|[Dd]uring|[Uu]nder|[Oo]ver|[Bb]etween|[Tt]hrough|[Pp]er|[Vv]ia|[Oo]nce|[Uu]ntil|[Uu]nless) )[\p{L}-]{3,16} (?:(?:up|down|off|out|over|away|in|on|back|into|through|around|along) )?(?:the|a|an|our|my|his|her|their|its|your|all|every|everyone|everybody|each|any|both|these|those|this|that|them|him|us|it|\p{Sc}?\d[\d.,]*|\p{Lu}\p{Ll}+)(?![\p{L}\d])/u;

import { readVerb } from './effect-verbs.ts';
import type { VerbForm } from './inflect.ts';
import { wordSet } from './word-list.ts';

/** How the agent speaks of an act of its own. */
type AgentMood = 'announce' | 'conditional' | 'done' | 'negated' | 'stated';

interface AgentFrame {
  readonly mood: AgentMood;
  /** Index of the main verb. */
  readonly verb: number;
}

/** Words that may stand between an auxiliary and its verb without changing anything. */
const adverbs: ReadonlySet<string> = wordSet(`
  rather sooner just now also then still only already currently first simply really definitely
  probably soon next therefore hereby thus finally quickly immediately shortly instead actually
  even maybe perhaps all both again once later today tonight tomorrow otherwise likewise hence
  too well gladly presently promptly right away at straight go ahead and either anyway anyhow
  permanently irrevocably manually automatically directly silently personally basically please
  kindly certainly obviously afterwards happily safely carefully swiftly very much so yes ok
  okay here obviously eventually back up in moment
`);

const future: ReadonlySet<string> = wordSet('will shall must');
const conditional: ReadonlySet<string> = wordSet('would could might may can should');
const past: ReadonlySet<string> = wordSet('was were did');
const negations: ReadonlySet<string> = wordSet('not never neither hardly nor');

/** With "to", these promise the act that follows. */
const intentions: ReadonlySet<string> = wordSet(`
  going about ready set prepared planning intending preparing aiming due bound determined poised
  forced obliged scheduled fixing itching trying want wanting need needing intend plan mean
  propose aim wish got decided choose decide chose try proceed proceeding start starting begin
  beginning continue continuing ought hope hoping expect gearing moving gonna happy glad eager
  keen minded like love inclined tempted compelled instructed cleared authorized authorised approved told asked supposed allowed
`);
const proposals: ReadonlySet<string> = wordSet(`
  prefer suggest recommend advise consider considering able
`);

/** Not doing one of these is no promise of not acting: "I won't ask again before deleting". */
const scruples: ReadonlySet<string> = wordSet(`
  wait ask hesitate stop bother need require seek pause check worry waiting asking hesitating
  stopping bothering needing requiring seeking pausing checking hold holding care delay
`);

/** Past tenses of everyday verbs that are not effects. */
const pasts: ReadonlySet<string> = wordSet(`
  wrote found saw left kept built thought knew came said told held began went felt met heard
  spoke understood chose became broke caught drew forgot hid led lost meant rose sought showed
  shown stood taught woke won got had were ran made sent took gave did put read set reset cut
  hit let shut
`);

/** "I am on the point of …", "one click away from …". */
const imminentIdiom =
  /^(?:thinking (?:of|about)|considering|planning on|of a mind to|leaning towards?|toying with|(?:on|at) the (?:point|verge|brink|cusp) of|in the (?:process|middle|midst|act) of|(?:one|a|two|just) (?:click|step|keystroke|second|keypress|command|moment|steps|minute|hair) (?:away )?from|this close to|just about to|seconds away from)\b/;

/** The rest of a sentence after "I" or "we" up to the main verb. Looks a fixed number of words ahead. */
export function readAgentFrame(list: readonly string[], from: number): AgentFrame {
  const seen = { future: false, conditional: false, past: false, negated: false, be: false };
  let at = from;
  for (const end = Math.min(list.length, from + 14); at < end; at += 1) {
    const word = list[at] ?? '';
    const next = followingWord(list, at + 1);
    const idiom = imminentIdiom.exec(list.slice(at, at + 4).join(' '))?.[0];
    if (idiom !== undefined) {
      seen.future = true;
      at += idiom.split(' ').length - 1;
    } else if (negations.has(word)) seen.negated ||= next !== 'only' && next !== 'just';
    else if (future.has(word)) seen.future = true;
    else if (conditional.has(word)) seen.conditional = true;
    else if (past.has(word)) seen.past = true;
    else if (
      word === 'am' ||
      word === 'are' ||
      word === 'is' ||
      word === 'be' ||
      word === 'been' ||
      word === 'being'
    )
      seen.be = true;
    else if (word === 'have' || word === 'has' || word === 'had') {
      if (next === 'to' && word === 'had') seen.past = true;
      else if (next === 'to' || next === 'better') seen.future = true;
      else if (isVerbLike(next)) seen.past = true;
      else break;
    } else if (
      word === 'do' &&
      !/^(?:it|that|this|so|the|a|as|what|all|exactly|them|these|those|my|your|)$/.test(next)
    )
      seen.be ||= false;
    else if (intentions.has(word) && (next === 'to' || next === 'on')) seen.future = true;
    else if (proposals.has(word) && (next === 'to' || readVerb(next)?.form === 'gerund'))
      seen.conditional = true;
    else if (word === 'propose' && readVerb(next)?.form === 'gerund') seen.future = true;
    else if (
      word !== 'to' &&
      !(word === 'on' && intentions.has(list[at - 1] ?? '')) &&
      !isAdverb(word)
    )
      break;
    else if (word === 'better') seen.future = true;
  }
  return { mood: moodOf(list[at] ?? '', seen, list[at - 1] ?? ''), verb: at };
}

type Seen = { future: boolean; conditional: boolean; past: boolean; negated: boolean; be: boolean };

function moodOf(verb: string, seen: Seen, before: string): AgentMood {
  if (seen.negated) return scruples.has(verb) ? 'announce' : 'negated';
  if (seen.past) return 'done';
  if (seen.future) return 'announce';
  if (seen.conditional) return 'conditional';
  const form: VerbForm | undefined = readVerb(verb)?.form;
  if (seen.be) return form === 'gerund' || /ing$/.test(verb) ? 'announce' : 'stated';
  // "I reset it" is about the past; "I now reset it" is not.
  if (pasts.has(verb)) return before === 'now' || before === 'hereby' ? 'announce' : 'done';
  return form === 'past' || (form === undefined && /[^e]ed$/.test(verb)) ? 'done' : 'announce';
}

export function isAdverb(word: string): boolean {
  return (
    adverbs.has(word) ||
    (word.length > 4 && word.endsWith('ly') && word !== 'apply' && word !== 'reply')
  );
}

function isVerbLike(word: string): boolean {
  return (
    word !== '' &&
    !/^(?:the|a|an|no|some|any|two|three|everything|it|this|that|your|my|one|nothing|enough|what|all)$/.test(
      word,
    ) &&
    !/^\d/.test(word)
  );
}

function followingWord(list: readonly string[], from: number): string {
  let at = from;
  while (at < list.length && at < from + 4 && isAdverb(list[at] ?? '')) at += 1;
  return list[at] ?? '';
}

import { isAdverb } from './agent-frame.ts';
import { type EffectVerb, readVerb, unknownVerb } from './effect-verbs.ts';
import { imminence } from './imminence.ts';
import type { LeaveKind } from './leave-phrases.ts';
import type { LeaveAsked, Mention, PlainAct, Standing } from './mentions.ts';
import { clauseEndsOf, type Token } from './tokens.ts';
import {
  carriers,
  denying,
  habits,
  interrogative,
  isHarmlessVerb,
  labels,
} from './word-classes.ts';
import { wordSet } from './word-list.ts';

/** Who a clause is about, and how. `open` is before anything was said. */
export type Mood =
  | 'open'
  | 'ask'
  | 'announce'
  | 'conditional'
  | 'gerund'
  | 'nominal'
  | 'imperative'
  | 'process'
  | 'thing'
  | 'person'
  | 'done'
  | 'void';

export const sentenceStops: RegExp = /^[.!?…]|^\n/;

/**
 * What the clause that is being read is about: whose act it is, when, and whether it is denied, supposed or
 * reported. Readers of verbs, of questions for leave and of whole texts build on it.
 */
export abstract class ClauseState {
  protected readonly tokens: readonly Token[];
  protected readonly words: readonly string[];
  /** For each token the index of the end of its clause, and of its sentence. */
  protected readonly clauseEnds: readonly number[];
  protected readonly mentions: Mention[] = [];
  protected readonly asked: LeaveAsked[] = [];
  protected readonly acts: PlainAct[] = [];
  protected readonly shortQuestions: LeaveAsked[] = [];
  protected readonly unsure: number[] = [];
  protected readonly next: number[] = [];

  protected mood: Mood = 'open';
  protected leave: LeaveKind | null = null;
  protected head = -1;
  protected headCarries = false;
  protected denied = false;
  protected supposed = false;
  protected reported = false;
  protected labelled = false;
  protected inRelative = false;
  protected beforehand = false;
  protected futureAux = -1;
  protected agentSpoke = false;
  protected nextMarked = false;
  protected sentenceFrom = 0;
  protected clauseFrom = 0;
  protected habitual = false;
  protected wonders = false;
  /** The sentence says that what it speaks of happens in moments; or that the agent brings it about. */
  protected soon = false;
  protected ownNext = false;
  /** Several numbered steps are instructions; a single one is the agent's own. */
  protected readonly listsSteps: boolean;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    this.words = tokens.map(token => token.word);
    this.clauseEnds = clauseEndsOf(tokens);
    this.listsSteps = this.words.filter(word => word === 'step').length > 1;
  }

  protected startSentence(at: number): void {
    this.reported = false;
    this.labelled = false;
    this.sentenceFrom = at;
    this.habitual = false;
    this.wonders = false;
    this.soon = false;
    this.ownNext = false;
    this.agentSpoke = false;
    this.startClause(at);
    this.nextMarked = false;
    this.readAhead(at);
    this.habitual &&= !this.ownNext;
    this.noteShortQuestion(at);
    if (this.tellsStory(at)) this.labelled = true;
    if (this.opensQuestion(at)) this.wonders = !this.wantsAgreement(at);
  }

  /** Habits and what comes next, up to the end of the sentence. */
  private readAhead(at: number): void {
    for (let index = at; index < this.tokens.length && index < at + 60; index += 1) {
      const word = this.words[index] ?? '';
      const kind = this.tokens[index]?.kind;
      if (kind === 'paragraph' || (kind === 'stop' && sentenceStops.test(word))) break;
      this.habitual ||= habits.has(word) && !(word === 'every' && index > at + 1);
      const coming = imminence.match(this.words, index)?.value;
      this.ownNext ||= coming === 'own';
      this.soon ||= coming !== undefined;
      // "… gets torn down next." closes with what the agent does next.
      this.ownNext ||= word === 'next' && this.tokens[index + 1]?.kind !== 'word' && index > at;
    }
  }

  /** "As a user, I want …" */
  private tellsStory(at: number): boolean {
    return (
      this.words[at] === 'as' &&
      /^(?:a|an)$/.test(this.words[at + 1] ?? '') &&
      this.words.slice(at, at + 9).includes('want')
    );
  }

  private opensQuestion(at: number): boolean {
    const word = this.words[at] ?? '';
    return (
      interrogative.has(word) ||
      (/^(?:do|does|did|is|are|was|were|has|have)$/.test(word) &&
        !/^(?:that|this|it|you|i|not)$/.test(this.words[at + 1] ?? ''))
    );
  }

  /** "Is deleting them okay with you?" asks leave, unlike "is the disk full?". */
  private wantsAgreement(at: number): boolean {
    if (!/^(?:is|are)$/.test(this.words[at] ?? '')) return false;
    const end = this.clauseEnds[at] ?? at;
    return (
      this.words[end] === '?' &&
      this.words
        .slice(at, Math.min(end, at + 40))
        .some(word =>
          /^(?:ok|okay|alright|acceptable|agreeable|approved|permitted|allowed)$/.test(word),
        )
    );
  }

  /** A question of a few words asks about what was said before it: "Happy with that?", "Send it?". */
  protected noteShortQuestion(at: number): void {
    const end = this.clauseEnds[at] ?? this.tokens.length;
    const isShort = at > 0 && end - at <= 6 && end > at && this.words[end] === '?';
    if (isShort && !interrogative.has(this.words[at] ?? '') && this.words[at] !== 'which')
      this.shortQuestions.push({ kind: 'tag', at, to: end });
  }

  protected startClause(at: number): void {
    this.mood = 'open';
    this.leave = null;
    this.head = -1;
    this.headCarries = false;
    this.denied = false;
    this.supposed = false;
    this.inRelative = false;
    this.beforehand = false;
    this.futureAux = -1;
    this.clauseFrom = at;
  }

  /** After a comma a supposition or denial is over, and a new clause may begin. */
  protected passComma(at: number): void {
    this.inRelative = false;
    if (
      this.supposed ||
      this.denied ||
      this.beforehand ||
      this.mood === 'void' ||
      this.mood === 'nominal' ||
      this.mood === 'thing' ||
      this.mood === 'person' ||
      this.mood === 'process' ||
      this.mood === 'imperative' ||
      this.mood === 'gerund'
    ) {
      const { nextMarked } = this;
      this.startClause(at + 1);
      this.nextMarked = nextMarked;
    } else if (this.mood === 'open') this.clauseFrom = at + 1;
    else if (
      this.mood === 'announce' &&
      isHarmlessVerb(this.words[this.head] ?? '') &&
      !/ing$/.test(this.words[this.head] ?? '') &&
      readVerb(this.words[at + 1] ?? '')?.form === 'gerund'
    )
      // "I think this is the one, deleting it": the act begins after the comma.
      this.startClause(at + 1);
  }

  protected isLabel(colon: number): boolean {
    // "Just so you know:" and "long story short:" lead to what the agent has to say.
    if (/^(?:know|short|notice|up|now|next)$/.test(this.words[colon - 1] ?? '')) return false;
    for (let at = this.clauseFrom; at < colon; at += 1)
      if (labels.has(this.words[at] ?? '')) return true;
    return this.reported || (this.mood === 'person' && colon - this.clauseFrom <= 2);
  }

  /** Remembers the main verb, past adverbs, and whether it hands the act on. */
  protected takeHead(from: number): void {
    let at = from;
    while (
      at < this.words.length &&
      at < from + 6 &&
      (isAdverb(this.words[at] ?? '') || /^(?:to|really|be|not)$/.test(this.words[at] ?? ''))
    )
      at += 1;
    this.head = at;
    const word = this.words[at] ?? '';
    // A verb that is not known may hand the act on: "I'm itching to delete it".
    this.headCarries = carriers.has(word) || !isHarmlessVerb(word);
    if (
      this.tokens[at]?.kind === 'word' &&
      (this.mood === 'announce' || this.mood === 'ask' || this.mood === 'conditional')
    ) {
      const standing =
        this.supposed || this.labelled
          ? 'void'
          : this.mood === 'conditional'
            ? 'pending'
            : this.mood;
      this.acts.push({ at, verb: word, standing, leave: this.leave });
      if (isUnknownVerb(word)) this.mention(at, at + 1, unknownVerb(word), standing);
      // Writing something down is harmless, unless it is private and for others.
      else if (
        /^(?:includ|add|attach|writ|copy|quot|cit|mention|list|report|shar|tell|stor|sav|pass)/.test(
          word,
        )
      )
        this.mention(at, at + 1, unknownVerb('convey'), standing);
      // "Kindly approve the pending operation" asks for what it names.
      else if (this.leave === 'frame' && determiners.has(word))
        this.mention(at, at, unknownVerb('approve'), standing);
    }
  }

  /** Whether the sentence wants something of the reader first: "check this before I delete it". */
  protected requests(at: number): boolean {
    if (this.endsInQuestion(at) || this.leadsToQuestion(at)) return true;
    for (let index = this.sentenceFrom; index < at && index < this.sentenceFrom + 40; index += 1) {
      if (
        /^(?:please|kindly|confirm|review|check|verify|approve|need|needed|required|want|sign|tell|say|look|double-check|someone|somebody|await|awaiting|confirmation|approval|ok|okay|permission)$/.test(
          this.words[index] ?? '',
        )
      )
        return this.mood !== 'done';
    }
    return false;
  }

  /** "Before I overwrite the file: is that all right?" */
  private leadsToQuestion(at: number): boolean {
    const colon = this.clauseEnds[at] ?? -1;
    if (this.words[colon] !== ':') return false;
    const end = this.words.slice(colon + 1, colon + 12).find(word => /^[.!?;]$/.test(word));
    return end === '?';
  }

  protected endsInQuestion(at: number): boolean {
    return this.words[this.clauseEnds[at] ?? -1] === '?';
  }

  protected mention(
    at: number,
    objectFrom: number,
    verb: EffectVerb,
    standing: Standing,
    more: Partial<Pick<Mention, 'command' | 'passive'>> = {},
  ): void {
    const passive =
      more.passive ??
      (readVerb(this.words[at] ?? '')?.form === 'past' &&
        more.command === undefined &&
        at !== this.head);
    this.mentions.push({
      at,
      objectFrom,
      clauseEnd: this.clauseEnds[at] ?? this.tokens.length,
      sentenceFrom: Math.max(this.sentenceFrom, Math.min(this.clauseFrom, at)),
      verb,
      standing,
      leave: standing === 'ask' ? (this.leave ?? 'frame') : null,
      passive,
      command: more.command ?? null,
      negated: this.denied,
    });
  }

  protected enter(mood: Mood, verb: number): number {
    const { supposed, beforehand, reported } = this;
    this.startClause(this.clauseFrom);
    this.supposed = supposed;
    this.beforehand = beforehand;
    this.mood = reported ? 'void' : mood;
    this.agentSpoke = true;
    this.takeHead(verb);
    return Math.max(verb, 1);
  }

  /** What follows is asked for, although it stands behind an "if". */
  protected enterAsk(verb: number): number {
    this.startClause(this.clauseFrom);
    this.mood = 'ask';
    this.leave = 'frame';
    this.agentSpoke = true;
    this.takeHead(verb);
    return Math.max(verb, 1);
  }

  protected enterFrame(
    mood: 'announce' | 'conditional' | 'done' | 'negated' | 'stated',
    verb: number,
  ): number {
    if (mood === 'negated') {
      this.enter('void', verb);
      this.denied = true;
      return verb;
    }
    return this.enter(mood === 'stated' ? 'thing' : mood, verb);
  }
}

/** Whether a word carries tense, so that a subject has ended before it. */
export function carriesTense(word: string): boolean {
  return (
    /^(?:is|are|was|were|will|would|can|could|may|might|shall|should|must|has|have|had|does|did|gets|needs|goes|removes|deletes|wipes|drops)$/.test(
      word,
    ) || readVerb(word)?.form === 'third'
  );
}

const determiners: ReadonlySet<string> = wordSet(`
  the a an all every my your our their its this that these those it they he she there each some
  any no one both you anyone someone somebody everyone everybody him her them us me what which
  who how when where why whether if sure afraid sorry fine okay here able aware unable
`);

/** A word where a verb stands that is neither known to change something nor known not to. */
export function isUnknownVerb(word: string): boolean {
  if (
    readVerb(word)?.verbs.some(({ particle }) => particle.length === 0) ||
    carriers.has(word) ||
    determiners.has(word)
  )
    return false;
  return (
    !isHarmlessVerb(word) &&
    !denying.has(word) &&
    /^[a-z][a-z-]{2,}$/.test(word) &&
    !/(?:ed|ly)$/.test(word)
  );
}

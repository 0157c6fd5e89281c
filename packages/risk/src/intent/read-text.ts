import { readAgentFrame } from './agent-frame.ts';
import { sentenceStops } from './clause-state.ts';
import { readEffectNoun, readVerb } from './effect-verbs.ts';
import { uncertainty } from './leave-phrases.ts';
import { LeaveReader } from './leave-reader.ts';
import type { Reading } from './mentions.ts';
import type { Token } from './tokens.ts';
import {
  denying,
  hypothetical,
  interrogative,
  isLightVerb,
  openers,
  persons,
  relative,
  subordinate,
} from './word-classes.ts';

/** "The copy" and "the share" are things; "the wipe" and "the deploy" are still acts. */
const nominal = /^(?:delete|drop|overwrite|infra|deploy|pay|refund)$/;
const adjectives =
  /^(?:hard|full|complete|quick|final|immediate|forced|mass|bulk|partial|clean|total|new|old|older|newer|last|first|second|big|small|simple|manual|global|major|minor|good|recent|latest|previous|pending|planned|scheduled|single|double|whole|emergency|rolling|cold|warm|soft|public)$/;

/**
 * Walks the text once and keeps what the current clause is about: whose act it is, when, and whether it is
 * denied, supposed or reported. Every effect it meets gets its standing from that. Each step looks a fixed
 * number of tokens around, so the work grows with the length of the text and no faster.
 */
export function readText(tokens: readonly Token[]): Reading {
  return new TextReader(tokens).read();
}

class TextReader extends LeaveReader {
  read(): Reading {
    this.startSentence(0);
    for (let at = 0; at < this.tokens.length; ) at = this.step(at);
    for (let at = 0; at < this.tokens.length; at += 1)
      if (uncertainty.match(this.words, at) !== undefined) this.unsure.push(at);
    this.askShortQuestions();
    return {
      mentions: this.mentions,
      asked: this.asked,
      acts: this.acts,
      unsure: this.unsure,
      next: this.next,
    };
  }

  /** A short question that was understood by its words needs no presumption. */
  private askShortQuestions(): void {
    const known = new Set([
      ...this.asked.map(({ at }) => at),
      ...this.mentions.filter(({ standing }) => standing === 'ask').map(({ at }) => at),
    ]);
    for (const question of this.shortQuestions) {
      let isKnown = false;
      for (let at = question.at; at <= question.to; at += 1) isKnown ||= known.has(at);
      if (!isKnown) this.asked.push(question);
    }
  }

  protected step(at: number): number {
    const token = this.tokens[at];
    if (token === undefined) return at + 1;
    if (token.kind === 'paragraph' || token.kind === 'stop' || token.kind === 'comma')
      return this.passBoundary(at, token);
    return this.passLeave(at) ?? this.passCommand(at) ?? this.passAgent(at) ?? this.passWord(at);
  }

  protected passBoundary(at: number, { kind, word }: Token): number {
    if (kind === 'paragraph' || (kind === 'stop' && sentenceStops.test(word)))
      this.startSentence(at + 1);
    else if (kind === 'stop') {
      if (word === ':') {
        this.nextMarked ||= this.isOwnPlan(at);
        this.labelled ||= !this.nextMarked && this.isLabel(at);
      }
      // What stands in parentheses explains; the clause around it goes on.
      if (!/^[()[]$/.test(word)) this.startClause(at + 1);
    } else if (word === ',' || word === '-') this.passComma(at);
    return at + 1;
  }

  /** "My next step, then: …" announces what follows. */
  private isOwnPlan(colon: number): boolean {
    const before = this.words.slice(Math.max(this.sentenceFrom, colon - 8), colon);
    return (
      before.some(word => /^(?:my|next)$/.test(word)) &&
      before.some(word => /^(?:plan|step|move|action|act|intention)$/.test(word)) &&
      !before.some(word => /^(?:was|were|last|your|their|old|if)$/.test(word))
    );
  }

  /** "I", "we", "let me", or a clause without subject that can only be the agent's. */
  protected passAgent(at: number): number | undefined {
    const word = this.words[at] ?? '';
    const next = this.words[at + 1] ?? '';
    const isOpen = this.mood === 'open';
    if (word === 'let' && /^(?:me|us)$/.test(next)) {
      if (next === 'me' && this.words[at + 2] === 'know') return this.enter('void', at + 3);
      return this.enter('announce', at + 2);
    }
    // "If nobody objects I'm going on": a second subject ends what was supposed.
    const supposing =
      word === 'i' || word === 'we' ? this.words.slice(Math.max(this.clauseFrom, at - 30), at) : [];
    if (
      (word === 'i' || word === 'we') &&
      /^(?:am|will|are|shall)$/.test(next) &&
      this.supposed &&
      supposing.length >= 3 &&
      supposing.includes('if') &&
      supposing.at(-1) !== 'if'
    )
      this.supposed = false;
    if ((word === 'i' || word === 'we') && this.supposed && this.asksPeople(at)) {
      return this.enterAsk(at + 1);
    }
    if (word === 'i' || word === 'we') {
      const frame = readAgentFrame(this.words, at + 1);
      // "The draft I wrote will replace it": what the agent made acts for it.
      const after = this.words[frame.verb + 1] ?? '';
      const made = frame.mood === 'done' && this.mood !== 'open' && at > this.clauseFrom;
      if (made && /^(?:is|are|will|shall|gets|goes|replaces)$/.test(after)) {
        this.mood = 'process';
        this.ownNext = true;
        return frame.verb + 1;
      }
      return this.enterFrame(frame.mood, frame.verb);
    }
    const joins = this.agentSpoke && /^(?:and|but|then|,|so|now)$/.test(this.words[at - 1] ?? '');
    if (
      (word === 'will' || word === 'am' || word === 'shall') &&
      (isOpen || joins) &&
      !/^(?:you|this|that|it|the|these|they|he|she|there|anyone|somebody|be|your|my|our|a|an|all)$/.test(
        next,
      )
    ) {
      const frame = readAgentFrame(this.words, at);
      return this.enterFrame(frame.mood, frame.verb);
    }
    if (
      isOpen &&
      /^(?:about|going|ready|set|time|preparing|prepared|planning|gearing|proceeding|starting|moving|aiming|got|need|want|plan|intending|happy|glad)$/.test(
        word,
      ) &&
      (next === 'to' ||
        (next === 'up' && this.words[at + 2] === 'to') ||
        (next === 'on' && readVerb(this.words[at + 2] ?? '') !== undefined))
    ) {
      return this.enter('announce', next === 'up' ? at + 3 : at + 2);
    }
    if (
      isOpen &&
      at <= this.clauseFrom + 2 &&
      /^(?:my|the|our|next|only|remaining|last|final|plan|step|first|one|current)$/.test(word)
    ) {
      const look = this.planAt(at);
      if (look !== undefined) return this.enter('announce', look);
    }
    return undefined;
  }

  /** "Would anyone miss them if I …?" asks leave; "would it crash if I …?" wants to know. */
  private asksPeople(at: number): boolean {
    const opening = this.words.slice(this.sentenceFrom, this.sentenceFrom + 6);
    return (
      this.endsInQuestion(at) &&
      /^(?:would|will|does|do|is|are)$/.test(opening[0] ?? '') &&
      opening.some(word =>
        /^(?:you|anyone|anybody|somebody|someone|everyone|everybody|they|people)$/.test(word),
      )
    );
  }

  /** "My plan is to …", "the next step will be …": where the act begins. */
  protected planAt(at: number): number | undefined {
    const ahead = this.words.slice(at, at + 9);
    const be = ahead.findIndex(word => /^(?:is|be|will|would)$/.test(word));
    const subject = ahead.slice(0, Math.max(be, 0));
    const isPlan = subject.some(word =>
      /^(?:plan|step|move|action|task|item|intention|goal|way|thing|option|idea)$/.test(word),
    );
    const isOwn = subject.some(word =>
      /^(?:next|my|remaining|only|last|final|current|first|our)$/.test(word),
    );
    if (!isPlan || !isOwn) return undefined;
    const next = ahead[be + 1] ?? '';
    return at + be + (/^(?:to|be)$/.test(next) ? 2 : 1);
  }

  protected passWord(at: number): number {
    const word = this.words[at] ?? '';
    const next = this.words[at + 1] ?? '';
    if (this.passConnective(at, word, next)) return at + 1;
    if (word === 'next' || word === 'now' || word === 'step') this.noteNext(at, word);
    if (this.passDeparture(at, word, next)) return at + 1;
    this.noteApproval(at, word);
    const written = this.tokens[at]?.kind === 'word' ? readVerb(word) : undefined;
    const isNoun =
      (/^(?:the|a|an|this|that|my|our|your|of|these|for|on)$/.test(this.words[at - 1] ?? '') ||
        (/^(?:the|a|an|no|any|another|your|my)$/.test(this.words[at - 2] ?? '') &&
          adjectives.test(this.words[at - 1] ?? ''))) &&
      (written === undefined || written.form === 'base');
    const noun =
      this.tokens[at]?.kind === 'word' && !/^(?:bin|trash|dump)$/.test(word)
        ? (readEffectNoun(word) ??
          (isNoun
            ? written?.verbs.find(
                ({ particle, effect }) => particle.length === 0 && nominal.test(effect),
              )
            : undefined))
        : undefined;
    const reading =
      isNoun && (noun !== undefined || !written?.verbs.some(({ strong }) => strong))
        ? undefined
        : written;
    if (reading !== undefined && this.tokens[at]?.kind === 'word') {
      const verb = this.completeVerb(at, reading);
      if (verb !== undefined) return this.passVerb(at, verb, this.formAt(at, reading.form));
    }
    if (isLightVerb(word)) this.passLightVerb(at, word);
    if (noun !== undefined) this.passEffectNoun(at, noun);
    if (this.mood === 'open') this.openWith(at, word, next);
    else if (
      this.mood === 'thing' ||
      this.mood === 'process' ||
      this.mood === 'person' ||
      this.mood === 'nominal'
    )
      this.passAuxiliary(at, word, next);
    return at + 1;
  }

  /** Words that join or subordinate. True when the word was one and is done with. */
  protected passConnective(at: number, word: string, next: string): boolean {
    if (word === 'and' || word === 'then' || word === 'or') {
      this.inRelative = false;
      return false;
    }
    if (subordinate.has(word) && !(word === 'since' && this.tokens[at + 1]?.kind === 'number')) {
      if (word !== 'since' && word !== 'while') this.reported = false;
      this.startClause(at + 1);
      return true;
    }
    if (hypothetical.has(word) && !(word === 'were' && at !== this.clauseFrom))
      this.supposed = true;
    else if (this.denies(at, word, next)) this.denied = true;
    else if ((word === 'before' || word === 'until') && this.opensClause(at + 1))
      this.beforehand = true;
    else if ((word === 'after' || word === 'once') && this.mood !== 'announce')
      this.supposed = true;
    else if (
      interrogative.has(word) &&
      at > this.sentenceFrom &&
      !(word === 'what' && next === 'i' && this.ownNext) &&
      !(word === 'who' && persons.has(this.words[at - 1] ?? '')) &&
      !openers.has(this.words[at - 1] ?? '')
    )
      this.supposed = true;
    else if (relative.has(word) && this.mood !== 'open' && this.head >= 0) this.inRelative = true;
    else return false;
    return true;
  }

  /** "before I delete it", "before deleting it"; "before 2019" is only a time. */
  private opensClause(at: number): boolean {
    const ahead = this.words.slice(at, at + 4);
    return (
      this.tokens[at]?.kind === 'word' &&
      ahead.some(
        word =>
          /^(?:i|we|you|they|it|he|she|anyone|is|are|has|have)$/.test(word) || /ing$/.test(word),
      )
    );
  }

  protected denies(at: number, word: string, next: string): boolean {
    if ((word === 'instead' || word === 'rather') && (next === 'of' || next === 'than'))
      return true;
    if (word === 'no') {
      if (next === 'longer') return true;
      return (
        this.mood === 'open' &&
        !/^(?:approval|permission|confirmation|need|objection|objections|answer|reply|problem|worries|further|more|question|questions|one|time|review|,|sign-off|wait|waiting|reason|response|stopping|\.)$/.test(
          next,
        ) &&
        this.tokens[at + 1]?.kind === 'word'
      );
    }
    if (!denying.has(word)) return false;
    const acts = this.mood === 'announce' || this.mood === 'ask' || this.mood === 'gerund';
    if (/^(?:stopped|aborted|skipped|failed|unable|none|refused|declined|prevented)$/.test(word))
      return !acts && next !== 'over';
    // "I will ask nobody and delete it."
    if (word === 'nobody' && acts) return false;
    if (word === 'without') return readVerb(next)?.form === 'gerund';
    return !/^(?:only|just|sure|certain|clear|yet|asking|waiting|hesitate|ask|wait|even)$/.test(
      next,
    );
  }

  /** "… are next" goes on with what was spoken of; "Next: …" announces what follows. */
  protected noteNext(at: number, word: string): void {
    const before = this.words[at - 1] ?? '';
    if (
      word === 'next' &&
      /^(?:is|are|comes|come|goes|go|up|be)$/.test(before) &&
      !this.denied &&
      !this.supposed &&
      this.tokens[at + 1]?.kind !== 'word'
    )
      this.next.push(at);
    else if (at === this.clauseFrom && word !== 'now' && !(word === 'step' && this.listsSteps))
      this.nextMarked = true;
  }
}

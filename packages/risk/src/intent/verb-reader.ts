import { isAdverb } from './agent-frame.ts';
import { carriesTense, isUnknownVerb, type Mood } from './clause-state.ts';
import { type EffectVerb, readEffectNoun, readVerb, unknownVerb } from './effect-verbs.ts';
import type { VerbForm } from './inflect.ts';
import type { Standing } from './mentions.ts';
import { readCompound, readNoun } from './nouns.ts';
import { VerbStanding } from './verb-standing.ts';
import {
  carriers,
  isHarmlessVerb,
  openers,
  persons,
  processes,
  relative,
  reporting,
} from './word-classes.ts';

/** Meets verbs and nouns of effect, and tells who a clause is about. */
export abstract class VerbReader extends VerbStanding {
  protected passVerb(at: number, verb: EffectVerb, form: VerbForm): number {
    const to = at + 1 + this.particleWidth(at, verb);
    if (this.mood === 'open') return this.openWithVerb(at, to, verb, form);
    const passive = form === 'past' && at !== this.head;
    this.mention(at, to, verb, this.standingOf(at, form), { passive });
    if (
      (this.mood === 'thing' || this.mood === 'process' || this.mood === 'person') &&
      form === 'third' &&
      reporting.has(this.words[at] ?? '')
    )
      this.reported = true;
    return at + 1;
  }

  protected openWithVerb(at: number, to: number, verb: EffectVerb, form: VerbForm): number {
    const next = this.words[at + 1] ?? '';
    if (this.denied || this.supposed || this.labelled || this.reported || this.beforehand) {
      this.mood = 'void';
      this.mention(at, to, verb, this.beforehand && this.requests(at) ? 'ask' : 'void');
      return at + 1;
    }
    if (form === 'gerund') {
      const nominal = this.isNominal(at);
      this.mood = nominal ? 'nominal' : 'gerund';
      this.head = at;
      this.headCarries = true;
      this.mention(at, to, verb, nominal && !this.ownNext ? 'pending' : 'announce');
      if (!nominal)
        this.acts.push({ at, verb: this.words[at] ?? '', standing: 'announce', leave: null });
      return at + 1;
    }
    const isNoun =
      /^(?:of|is|was|were|are|has|key|requests?|button|statements?|endpoint|operation|in|for|from)$/.test(
        next,
      ) ||
      this.isSubject(at) ||
      (next === 'to' && readEffectNoun(this.words[at] ?? '') !== undefined) ||
      readVerb(next)?.form === 'past' ||
      readVerb(next)?.form === 'third' ||
      (readEffectNoun(next) !== undefined && readVerb(next) === undefined);
    const isQuestionWord = verb.verb === 'do' && !/^(?:it|that|this|so|them|these|the)$/.test(next);
    if (form === 'base' && !isNoun && !isQuestionWord && this.tokens[at + 1]?.kind !== 'stop') {
      this.mood = 'imperative';
      this.head = at;
      this.headCarries = true;
      const asks = this.endsInQuestion(at) && !this.wonders;
      if (asks) this.leave = 'frame';
      if (asks) this.mood = 'ask';
      // "Please drop it yourself" tells the reader what to do.
      const instructs =
        !asks &&
        (this.words[at - 1] === 'please' ||
          this.words.slice(at, Math.min(at + 24, this.clauseEnds[at] ?? at)).includes('yourself'));
      this.mention(
        at,
        to,
        verb,
        asks ? 'ask' : instructs ? 'void' : this.nextMarked ? 'announce' : 'pending',
      );
      return at + 1;
    }
    if (
      form === 'base' &&
      !isQuestionWord &&
      this.endsInQuestion(at) &&
      (this.tokens[at + 1]?.word === '?' || isNoun)
    )
      this.mention(at, to, verb, this.wonders ? 'void' : 'ask');
    else if (form === 'base') {
      const noun = readEffectNoun(this.words[at] ?? '');
      if (noun !== undefined) this.passEffectNoun(at, noun);
    }
    this.mood = form === 'past' ? 'done' : 'thing';
    return at + 1;
  }

  /** "the deletion of 500 users": counts where an actor starts, asks for or foretells it. */
  protected passEffectNoun(at: number, verb: EffectVerb): void {
    if (this.qualifies(at)) return;
    const end = this.clauseEnds[at] ?? at;
    const rest = this.words.slice(at + 1, Math.min(end, at + 30));
    let standing: Standing = 'pending';
    if (
      this.labelled ||
      this.reported ||
      this.denied ||
      this.supposed ||
      this.beforehand ||
      this.wonders ||
      this.mood === 'done' ||
      (this.mood === 'person' && !this.ownNext)
    )
      standing = 'void';
    else if (this.mood === 'ask' || this.mood === 'announce' || this.mood === 'gerund') {
      const carries =
        !this.inRelative &&
        (this.headCarries
          ? this.headActs()
          : this.mood === 'ask' &&
            /^(?:the|this|my|a|an|these|that)$/.test(this.words[this.head] ?? ''));
      standing = !carries ? 'void' : this.mood === 'ask' ? 'ask' : 'announce';
    } else if (
      rest.some(
        (word, index) =>
          /^(?:starts|begins|leaves|departs|commences|proceeds|goes|happens|launches|follows|runs|kicks|coming|starting|beginning|start|begin|go|underway)$/.test(
            word,
          ) && rest[index - 1] !== 'not',
      ) &&
      !rest.some(word => /^(?:was|were|did|after|when|if)$/.test(word)) &&
      // "The migration of geese starts in October."
      (rest[0] !== 'of' ||
        this.soon ||
        rest.slice(1, 7).some(word => readNoun(word) !== undefined || /\d/.test(word)))
    )
      standing = 'announce';
    else if (this.endsInQuestion(at) && this.mood === 'open') standing = 'ask';
    else if (this.ownNext || this.nextMarked) standing = 'announce';
    const objectFrom = this.words[at + 1] === 'of' || this.words[at + 1] === 'to' ? at + 2 : at + 1;
    // "The cluster gets an upgrade": the subject is what it is done to.
    const passive = /^(?:gets|get|getting|receives|needs)$/.test(this.words[at - 2] ?? '');
    this.mention(at, objectFrom, verb, standing, { passive });
  }

  /** "The release bus leaves at noon": the noun only says what kind of bus, and a bus is no act. */
  private qualifies(at: number): boolean {
    const next = this.words[at + 1] ?? '';
    if (readCompound(this.words[at] ?? '', next)?.group === 'bank') return true;
    return (
      this.tokens[at + 1]?.kind === 'word' &&
      /^[a-z]{4,}$/.test(next) &&
      /^(?:leaves|departs|goes|starts|runs)$/.test(this.words[at + 2] ?? '') &&
      !processes.has(next) &&
      !isAdverb(next) &&
      !carriesTense(next) &&
      readEffectNoun(next) === undefined &&
      (readNoun(next) === undefined || /^(?:party|dinner|day)$/.test(next))
    );
  }

  protected openWith(at: number, word: string, next: string): void {
    if (
      openers.has(word) &&
      !(/^(?:this|it|that)$/.test(word) && carriesTense(next)) &&
      !/^(?:after|with|as|per|given)$/.test(word)
    )
      return;
    if (isAdverb(word) || this.tokens[at]?.kind === 'number') return;
    // "Is deleting them okay?": the question is about what follows.
    if (/^(?:is|are)$/.test(word) && at === this.sentenceFrom && !this.wonders) return;
    if (
      /^(?:in|on|at|to|for|from|by|per|after|as|during|with|given|according|under|upon)$/.test(word)
    ) {
      this.mood = 'void';
      return;
    }
    if (
      /ing$/.test(word) &&
      word.length > 5 &&
      !/^(?:nothing|something|everything|anything|during|morning|evening|string|thing|warning|meeting|staging|billing|pricing|king)$/.test(
        word,
      )
    ) {
      this.mood = this.isNominal(at) ? 'nominal' : 'gerund';
      this.head = at;
      this.headCarries = carriers.has(word);
      if (this.mood === 'gerund' || this.ownNext) {
        this.acts.push({ at, verb: word, standing: 'announce', leave: null });
        if (isUnknownVerb(word)) this.mention(at, at + 1, unknownVerb(word), 'announce');
      }
      return;
    }
    this.mood = this.subjectAt(at);
    if (/^(?:will|shall)$/.test(next)) this.futureAux = at + 1;
  }

  protected subjectAt(at: number): Mood {
    for (let index = at; index < at + 8; index += 1) {
      const word = this.words[index] ?? '';
      if (
        index > at &&
        (carriesTense(word) ||
          this.tokens[index]?.kind === 'stop' ||
          this.tokens[index]?.kind === 'comma')
      )
        break;
      if (
        index > at &&
        (relative.has(word) || /^(?:to|of|for|from|in|on|with|at|about)$/.test(word))
      )
        break;
      if (persons.has(word)) return 'person';
      if (processes.has(word)) return 'process';
    }
    return 'thing';
  }

  protected passAuxiliary(at: number, word: string, next: string): void {
    if (word === 'will' || word === 'shall') this.futureAux = at;
    else if (
      (word === 'going' || word === 'about' || word === 'scheduled' || word === 'set') &&
      next === 'to'
    )
      this.futureAux = at;
    else if (reporting.has(word)) this.reported = true;
    else if (
      (/^(?:gone|lost|vanish|disappear|evaporate)$/.test(word) && this.futureAux >= 0) ||
      // "One click and the coupons are void."
      (/^(?:gone|void|history|toast)$/.test(word) &&
        /^(?:is|are)$/.test(this.words[at - 1] ?? '') &&
        /^(?:click|keystroke|command|call)$/.test(this.words[this.sentenceFrom + 1] ?? ''))
    ) {
      const standing = this.denied || this.supposed || this.reported ? 'void' : 'pending';
      const verb: EffectVerb = { verb: 'delete', effect: 'delete', strong: false, particle: [] };
      this.mention(at, this.clauseFrom, verb, standing, { passive: true });
    }
  }

  /** A thing that goes: "the funds leave", "all 900 go", "the apology is going to 20,000 people". */
  protected passDeparture(at: number, word: string, next: string): boolean {
    const isSoon = this.ownNext || this.soon;
    const goes =
      /^(?:goes|go|leaves|leave|vanish|vanishes|disappear|disappears|departs|depart)$/.test(word) ||
      /^(?:follows|follow|lands|land|hits|hit|reaches|reach|receives|receive)$/.test(word) ||
      (isSoon && /^(?:gets|get)$/.test(word) && /^(?:a|an|the|my|this)$/.test(next));
    const isGoing =
      word === 'going' &&
      /^(?:is|are)$/.test(this.words[at - 1] ?? '') &&
      !(next === 'to' && this.isBaseVerb(at + 2));
    if (
      isSoon &&
      /^(?:leaving|heading|departing)$/.test(word) &&
      this.tokens[at - 1]?.kind === 'comma'
    ) {
      const verb: EffectVerb = { verb: word, effect: 'depart', strong: false, particle: [] };
      this.mention(at, this.sentenceFrom, verb, this.denied || this.labelled ? 'void' : 'foretold');
      return true;
    }
    if (!goes && !isGoing) return false;
    const inverted =
      /^(?:it|they)$/.test(this.words[at - 1] ?? '') &&
      [this.words[at - 2], this.words[this.clauseFrom]].some(first =>
        /^(?:live|out|off|away|down)$/.test(first ?? ''),
      );
    if (inverted && goes) {
      const verb: EffectVerb = { verb: word, effect: 'depart', strong: false, particle: [] };
      const isVoid = this.denied || this.supposed || this.reported || this.labelled;
      this.mention(at, this.clauseFrom, verb, isVoid ? 'void' : 'foretold');
      return true;
    }
    const counted = this.mood === 'open' && this.tokens[at - 1]?.kind === 'number';
    const isOther = this.mood === 'person' && !this.ownNext && !this.leavesForGood(at);
    const isThing = this.mood === 'thing' || this.mood === 'process' || this.mood === 'person';
    if ((!isThing && !counted) || isOther) return false;
    const before = this.words[at - 1] ?? '';
    if (/^(?:to|not|i|you|we)$/.test(before) && !(before === 'to' && this.futureAux === at - 2))
      return false;
    const isVoid =
      this.denied ||
      this.supposed ||
      this.reported ||
      this.labelled ||
      this.habitual ||
      this.wonders;
    const toBin = this.words
      .slice(at + 1, at + 5)
      .some(word => /^(?:trash|bin|garbage|shredder|dustbin|scrap)$/.test(word));
    const forGood = this.leavesForGood(at) || counted || toBin;
    const verb: EffectVerb = forGood
      ? { verb: 'delete', effect: 'delete', strong: true, particle: [] }
      : { verb: word, effect: 'depart', strong: false, particle: [] };
    const comes = forGood || isSoon || this.futureAux === at - 2;
    const from = counted ? at - 1 : this.clauseFrom;
    this.mention(at, from, verb, isVoid ? 'void' : comes ? 'foretold' : 'pending', {
      passive: !counted,
    });
    return true;
  }

  /** "Log retention goes down": a verb that is a noun here, since another word carries the tense. */
  private isSubject(at: number): boolean {
    const determiner =
      /^(?:the|a|an|all|every|each|these|those|this|that|my|your|our|it|them|any|both|some|what|whatever|everything|everyone)$/;
    if (determiner.test(this.words[at + 1] ?? '') || this.tokens[at + 1]?.kind !== 'word')
      return false;
    for (let index = at + 2; index < at + 8; index += 1) {
      const { kind, word } = this.tokens[index] ?? { kind: 'stop', word: '' };
      if (kind !== 'word' || relative.has(word) || /^(?:and|if|when|i|you|we|so|as)$/.test(word))
        return false;
      if (/^(?:goes|gets|is|are|comes|leaves)$/.test(word)) return true;
    }
    return false;
  }

  private isBaseVerb(at: number): boolean {
    const word = this.words[at] ?? '';
    return readVerb(word)?.form === 'base' || isHarmlessVerb(word) || carriers.has(word);
  }

  /** "make", "take", "put" say nothing by themselves; what they are done to may. */
  protected passLightVerb(at: number, word: string): void {
    const form: VerbForm = /ing$/.test(word) ? 'gerund' : 'base';
    if (this.mood === 'open' && form !== 'gerund') return;
    if (this.mood === 'open' && this.isNominal(at) && !this.ownNext) return;
    const standing = this.mood === 'open' ? 'announce' : this.standingOf(at, form);
    const isHeld =
      this.denied || this.supposed || this.labelled || this.reported || this.beforehand;
    this.mention(at, at + 1, unknownVerb('make'), isHeld ? 'void' : standing);
  }

  /** "everyone without an order goes", "the old ones have to go". */
  protected leavesForGood(at: number): boolean {
    const after = this.tokens[at + 1];
    if (this.mood !== 'thing' && this.mood !== 'process' && this.mood !== 'person') return false;
    const closes =
      after === undefined ||
      after.kind !== 'word' ||
      /^(?:now|today|tonight|next|first|too)$/.test(after.word);
    return (
      closes &&
      this.words
        .slice(Math.max(this.clauseFrom, at - 24), at)
        .some(word =>
          /^(?:entire|whole|every|everyone|everything|all|rest|whatever|anything|anyone|ones|everybody|they|those|these|accounts|records|rows|files|users|customers)$/.test(
            word,
          ),
        )
    );
  }
}

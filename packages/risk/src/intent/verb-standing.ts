import { isAdverb } from './agent-frame.ts';
import { ClauseState, carriesTense } from './clause-state.ts';
import { type EffectVerb, readVerb, type VerbReading } from './effect-verbs.ts';
import type { VerbForm } from './inflect.ts';
import type { Standing } from './mentions.ts';
import { readNoun } from './nouns.ts';
import { carriers, hypothetical, persons, relative, subordinate } from './word-classes.ts';

/** Finds out how a verb stands in its clause: promised, asked for, foretold, or none of these. */
export abstract class VerbStanding extends ClauseState {
  protected standingOf(at: number, form: VerbForm): Standing {
    if (this.labelled || this.reported || this.supposed || (this.wonders && this.mood !== 'ask'))
      return this.passiveStanding(at, form) === 'foretold' &&
        !this.labelled &&
        !this.reported &&
        !this.supposed &&
        !this.wonders
        ? 'foretold'
        : 'void';
    if (this.denied) return 'void';
    if (this.beforehand) return this.requests(at) ? 'ask' : 'void';
    const passive = this.passiveStanding(at, form);
    if (passive !== undefined) return passive;
    switch (this.mood) {
      case 'ask':
        return this.follows(at, form) ? 'ask' : 'void';
      case 'announce':
        return this.follows(at, form) ? 'announce' : 'void';
      case 'conditional':
        if (!this.follows(at, form)) return 'void';
        return this.soon && !this.isSupposing(at) ? 'announce' : 'pending';
      case 'imperative':
        return this.follows(at, form) ? 'pending' : 'void';
      case 'gerund':
        // "Moving the booking service": between an article and a noun it only names.
        return (form === 'gerund' && !this.modifies(at)) || this.follows(at, form)
          ? 'announce'
          : 'void';
      case 'process':
      case 'nominal':
      case 'thing':
        return this.standingOfThird(at, form);
      case 'person':
        return this.ownNext ? this.standingOfThird(at, form) : 'void';
      default:
        return 'void';
    }
  }

  /** "If it were mine, I would delete it right now" promises nothing. */
  private isSupposing(at: number): boolean {
    return this.words
      .slice(Math.max(this.sentenceFrom, at - 40), at)
      .some(word => hypothetical.has(word) || /^(?:never|why|how|could|can|might|may)$/.test(word));
  }

  protected standingOfThird(at: number, form: VerbForm): Standing {
    if (form === 'base' && this.futureAux >= 0)
      return this.mood === 'process' && !this.habitual ? 'foretold' : 'pending';
    if (form === 'third' && !this.habitual && (this.ownNext || this.soon || this.isImminent(at)))
      return 'foretold';
    if (form === 'gerund' && this.ownNext) return 'announce';
    if (form === 'base' && (this.nextMarked || this.ownNext)) return 'announce';
    if (form === 'third' || form === 'gerund') return this.habitual ? 'void' : 'pending';
    return form === 'base' ? 'pending' : 'void';
  }

  /** "ships in two minutes": the present tense for what is about to happen. */
  protected isImminent(at: number): boolean {
    const ahead = this.words.slice(at + 1, Math.min(at + 7, this.clauseEnds[at] ?? at));
    return ahead.some(
      (word, index) =>
        /^(?:now|tonight|shortly|momentarily|soon|immediately)$/.test(word) ||
        (/^(?:minutes?|seconds?|moment|hours?)$/.test(word) &&
          ahead.slice(0, index).includes('in')),
    );
  }

  /** "will be deleted", "are being removed": what stands for a passive, if it is one. */
  protected passiveStanding(at: number, form: VerbForm): Standing | undefined {
    if (form !== 'past') return undefined;
    // "Consider them deleted."
    if (this.words[this.clauseFrom] === 'consider' && !this.denied) return 'foretold';
    let look = at - 1;
    while (look > at - 4 && isAdverb(this.words[look] ?? '')) look -= 1;
    const aux = this.words[look] ?? '';
    if (!/^(?:be|being|get|gets|is|are|getting)$/.test(aux))
      return this.ownNext &&
        !this.words.slice(at + 1, Math.min(at + 9, this.clauseEnds[at] ?? at)).some(carriesTense) &&
        /^(?:thing|process|open)$/.test(this.mood) &&
        !/^(?:was|were|been|has|had|have)$/.test(aux)
        ? 'foretold'
        : undefined;
    if (this.byOthers(at)) return 'void';
    const before = this.words[look - 1] ?? '';
    if (aux === 'being') return /^(?:is|are|now)$/.test(before) ? 'foretold' : 'void';
    if (aux === 'be' || aux === 'get') {
      if (this.mood === 'ask' || this.mood === 'announce')
        return this.inRelative && !this.ownNext ? 'void' : this.mood;
      // "Shall the bonus be paid out?"
      if (
        this.endsInQuestion(at) &&
        /^(?:shall|should|may|can|could|must)$/.test(this.words[this.sentenceFrom] ?? '')
      )
        return /^(?:shall|may|should)$/.test(this.words[this.sentenceFrom] ?? '')
          ? 'ask'
          : 'pending';
      const comes =
        (this.futureAux >= 0 && this.futureAux >= look - 6) || this.ownNext || this.soon;
      return comes && !this.inRelative && !this.habitual && this.mood !== 'conditional'
        ? 'foretold'
        : 'pending';
    }
    if (this.inRelative || this.habitual) return 'void';
    if (this.mood === 'ask') return this.leave === 'frame' && this.head < look ? 'ask' : 'void';
    return this.ownNext || this.soon ? 'foretold' : 'pending';
  }

  protected byOthers(at: number): boolean {
    for (let index = at + 1; index < at + 10 && this.tokens[index]?.kind !== 'stop'; index += 1) {
      if (this.words[index] !== 'by') continue;
      return this.words
        .slice(index + 1, index + 5)
        .some(word => persons.has(word) || word === 'policy' || word === 'job');
    }
    return false;
  }

  /** Whether a verb later in the clause is part of what the clause promises. */
  protected follows(at: number, form: VerbForm): boolean {
    if (at <= this.head) return form !== 'third';
    let look = at - 1;
    while (
      look > this.head &&
      isAdverb(this.words[look] ?? '') &&
      !/^(?:and|then)$/.test(this.words[look] ?? '')
    )
      look -= 1;
    const before = this.words[look] ?? '';
    const joined = /^(?:and|then|or|,|-|but|also)$/.test(before);
    // "comparing A and B" joins things; only a verb in the same form goes on with the act.
    const isProgressive =
      /ing$/.test(this.words[this.head] ?? '') && !carriers.has(this.words[this.head] ?? '');
    if (form === 'base')
      return (
        (joined && !isProgressive) ||
        (!this.inRelative &&
          this.headCarries &&
          (before === 'to' ||
            (/^(?:let|letting|make|making|have|having)$/.test(this.words[this.head] ?? '') &&
              look <= this.head + 3) ||
            (look === this.head &&
              /^(?:go|going|help|helping|press|pressing|hit|hitting|click|clicking|tap|tapping)$/.test(
                before,
              ))))
      );
    // "the shipping fee" is a thing; "start shipping" and "by shipping" are acts.
    if (form === 'gerund')
      return (
        before === 'by' ||
        (joined &&
          readVerb(this.words[this.head] ?? '')?.form !== 'base' &&
          /ing$/.test(this.words[this.head] ?? '')) ||
        (this.headCarries &&
          !this.inRelative &&
          (joined || look === this.head || /^(?:with|of|on|ahead|to|from)$/.test(before)))
      );
    return (
      form === 'past' &&
      /^(?:have|get|want|having|getting)$/.test(this.words[this.head] ?? '') &&
      // "We have 900 archived leads" only describes them.
      readNoun(this.words[at + 1] ?? '') === undefined &&
      (this.tokens[at + 1]?.kind !== 'word' ||
        isAdverb(this.words[at + 1] ?? '') ||
        /^(?:by|from|to|on|at|for|with|into|over|before|within|as|off|out|and)$/.test(
          this.words[at + 1] ?? '',
        ))
    );
  }

  private modifies(at: number): boolean {
    return (
      /^(?:the|a|an|our|your|this|that|my)$/.test(this.words[at - 1] ?? '') &&
      readNoun(this.words[at + 1] ?? '') !== undefined
    );
  }

  /** Whether a gerund is the subject of a statement: "Deleting rows is slow". */
  protected isNominal(at: number): boolean {
    const end = Math.min(this.tokens.length, at + 40);
    for (let index = at + 1; index < end; index += 1) {
      const { kind, word } = this.tokens[index] ?? { kind: 'stop', word: '' };
      if (kind === 'stop' || kind === 'comma' || kind === 'paragraph') return false;
      if (kind !== 'word') continue;
      if (
        relative.has(word) ||
        subordinate.has(word) ||
        hypothetical.has(word) ||
        /^(?:unless|i|you|we|they|when|whatever|everything|as)$/.test(word)
      )
        return false;
      const next = this.words[index + 1] ?? '';
      if (/^(?:needs|requires|takes)$/.test(word) && /^(?:no|none)$/.test(next)) return false;
      if (word === 'is' && /^(?:next|underway|now|about|scheduled)$/.test(next)) return false;
      if (
        /^(?:is|are|was|were|would|will|can|could|may|might|should|must|means|takes|requires|needs|costs|causes|breaks|fires|makes|gives|does|has|had|did|helps|works|seems|keeps|leaves|lets|fails|became|felt|took|failed|worked|caused|broke|made|cost|fixed|helped|resolved|solved|went|ended|triggered|gave|freed|saved)$/.test(
          word,
        )
      )
        return true;
      const reading = readVerb(word);
      if (
        reading?.form === 'third' &&
        readVerb(next) === undefined &&
        /^(?:the|a|an|all|your|our|my|its|their|it|them|every|everything|whatever|any|these|this)$/.test(
          next,
        )
      )
        return true;
    }
    return false;
  }

  /** After "was", "has been" or a noun, a base form that is also a participle is one: "was reset". */
  protected formAt(at: number, form: VerbForm): VerbForm {
    if (form !== 'base') return form;
    return /^(?:was|were|been|has|have|had|be|being|is|are|get|gets)$/.test(
      this.words[at - 1] ?? '',
    ) && /^(?:reset|cut|shut|put|set|run|let|hit|overrun|sunset|offset)$/.test(this.words[at] ?? '')
      ? 'past'
      : form;
  }

  /** The verb that a form stands for here: one whose particles follow, else one that needs none. */
  protected completeVerb(at: number, { verbs }: VerbReading): EffectVerb | undefined {
    return verbs.find(({ particle }) => {
      let from = at + 1;
      for (const [index, part] of particle.entries()) {
        const reach = index === 0 && !/^(?:of|rid|to|around|past|with|around)$/.test(part) ? 6 : 1;
        const found = this.words
          .slice(from, from + reach)
          .findIndex(
            (word, offset) => word === part && this.tokens[from + offset]?.kind === 'word',
          );
        if (
          found < 0 ||
          this.words.slice(from, from + found).some(word => /^(?:and|to|[.;:!?])$/.test(word))
        )
          return false;
        from += found + 1;
      }
      return true;
    });
  }

  /** Particles right behind the verb are not its object. */
  protected particleWidth(at: number, { particle }: EffectVerb): number {
    return particle.every((part, index) => this.words[at + 1 + index] === part)
      ? particle.length
      : 0;
  }

  protected headActs(): boolean {
    const word = this.words[this.head] ?? '';
    if (carriers.has(word)) return true;
    return (
      readVerb(word)?.verbs.some(
        ({ effect }) =>
          effect === 'act' ||
          effect === 'run' ||
          effect === 'config' ||
          effect === 'pay' ||
          effect === 'deploy',
      ) ?? false
    );
  }
}

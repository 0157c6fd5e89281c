import type { Rule } from '../rules.ts';
import { type EffectObject, hasGroup } from './effect-object.ts';
import { isSandbox, type JudgedVerb, type Judgement, many, typeOf } from './judgement.ts';
import type { NounGroup } from './nouns.ts';

/** An act that a text speaks of, in the words in which the tables of the judges ask about it. */
export class Deed {
  readonly object: EffectObject;
  readonly verb: JudgedVerb;

  constructor(object: EffectObject, verb: JudgedVerb) {
    this.object = object;
    this.verb = verb;
  }

  /** One of the verbs is what is done. */
  does(...verbs: readonly string[]): boolean {
    return verbs.includes(this.verb.verb);
  }

  /** The clause has one of the words. */
  says(...words: readonly string[]): boolean {
    return words.some(word => this.object.words.has(word));
  }

  /** A word of the clause has the shape. */
  saysLike(shape: RegExp): boolean {
    return [...this.object.words].some(word => shape.test(word));
  }

  /** A word that the verb governs directly has the shape. */
  governs(shape: RegExp): boolean {
    return this.object.phrase.some(word => shape.test(word));
  }

  /** The clause has a noun of one of the groups. */
  about(...groups: readonly NounGroup[]): boolean {
    return hasGroup(this.object, ...groups);
  }

  /** The noun that the verb governs is of one of the groups. */
  onto(...groups: readonly NounGroup[]): boolean {
    const { head } = this.object;
    return head !== null && groups.includes(head.group);
  }

  get headType(): string | null {
    return this.object.head?.type ?? null;
  }

  get many(): boolean {
    return many(this.object);
  }

  get production(): boolean {
    return this.object.environment === 'production';
  }

  get sandbox(): boolean {
    return this.object.environment === 'sandbox';
  }

  /** No one else depends on where it is done. */
  get sandboxed(): boolean {
    return isSandbox(this.object);
  }

  get type(): string | null {
    return typeOf(this.object);
  }
}

export type DeedRule = Rule<Deed, Judgement>;

/** The last row of a table. */
export function always(): boolean {
  return true;
}

import type { Noun, NounGroup } from './nouns.ts';

/** What an effect is done to, as far as the words around its verb say. */
export interface EffectObject {
  /** The noun that the verb governs, or null when it is a pronoun, a name or nothing known. */
  readonly head: Noun | null;
  /** All nouns of the clause, with their words. */
  readonly nouns: readonly Noun[];
  readonly words: ReadonlySet<string>;
  /** The words that the verb governs directly. */
  readonly phrase: readonly string[];
  /** A count of things, not of money. */
  readonly records: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** "all", "every", "everything": no bound was named. */
  readonly unbounded: boolean;
  readonly environment: 'production' | 'sandbox' | null;
  readonly path: string | null;
  readonly branch: string | null;
  readonly pronoun: boolean;
  readonly empty: boolean;
  /** An indefinite or missing article: a thing in general. */
  readonly general: boolean;
  readonly hasCode: boolean;
  /** The verb governs a word that is written as a name and is no known thing: a person, most likely. */
  readonly named: boolean;
  /** `as Ana`, `as the compliance officer`: it is done as someone else. */
  readonly asPerson: boolean;
}

export function hasGroup(object: EffectObject, ...groups: readonly NounGroup[]): boolean {
  return object.nouns.some(noun => groups.includes(noun.group));
}

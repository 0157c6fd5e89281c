/** Where the speaker of a clause stands to what its verb says. */
export type Standing = 'leave' | 'denied' | 'past' | 'supposed' | 'other' | 'own';

/** One rule of a pack. The first rule that matches its part of the clause decides. */
interface StandingRule {
  readonly part: 'before' | 'after' | 'clause' | 'sentence';
  readonly pattern: RegExp;
  readonly standing: Standing;
}

/**
 * What the product knows about a language that is written without spaces, or whose words carry their grammar as
 * endings. Words are found by the longest match. A line of `verbs` and `words` is `english = word word`.
 */
export interface UnspacedPack {
  readonly name: string;
  readonly verbs: string;
  /** Verbs of everyday orders. They count where someone is told to act, and nowhere else. */
  readonly orders: string;
  /** Verbs so short that they count only in a clause that states an amount. */
  readonly verbsWithAmount: string;
  readonly words: string;
  readonly rules: readonly StandingRule[];
  /** How a verb says what someone else has to do. Asked where no rule decides, and in orders only. */
  readonly order: {
    readonly part: 'before' | 'after';
    readonly pattern: RegExp;
    /** What makes an order even where a rule would take it for something else. Asked first. */
    readonly demand?: RegExp;
  };
  readonly unsure: RegExp;
  readonly silence: RegExp;
}

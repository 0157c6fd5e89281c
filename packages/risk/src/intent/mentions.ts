import type { NamedCommand } from './commands.ts';
import type { EffectVerb } from './effect-verbs.ts';
import type { LeaveKind } from './leave-phrases.ts';

/**
 * How an effect is spoken of. `ask`: leave is asked for it. `announce`: the agent will do it. `foretold`: it will
 * happen by what the agent sets going. `pending`: it is in the air, and counts once leave is asked or the agent says
 * it goes ahead. `void`: past, negated, supposed, or of another actor.
 */
export type Standing = 'ask' | 'announce' | 'foretold' | 'pending' | 'void';

/** An effect that the text mentions. */
export interface Mention {
  readonly at: number;
  /** Where its object starts, and where the sentence ends. */
  readonly objectFrom: number;
  readonly clauseEnd: number;
  readonly sentenceFrom: number;
  readonly verb: EffectVerb;
  readonly standing: Standing;
  /** For `ask`: how leave was asked. */
  readonly leave: LeaveKind | null;
  readonly passive: boolean;
  readonly command: NamedCommand | null;
  /** It is negated, so that nothing may refer back to it. */
  readonly negated: boolean;
}

/** A question for leave, or the taking of it for granted. */
export interface LeaveAsked {
  readonly kind: LeaveKind;
  readonly at: number;
  readonly to: number;
}

/** The agent acts without saying how: its verb is not known to change anything. */
export interface PlainAct {
  readonly at: number;
  readonly verb: string;
  readonly standing: Standing;
  readonly leave: LeaveKind | null;
}

export interface Reading {
  readonly mentions: readonly Mention[];
  readonly asked: readonly LeaveAsked[];
  readonly acts: readonly PlainAct[];
  /** Where the agent says that it does not know. */
  readonly unsure: readonly number[];
  /** "… are next": whatever was last spoken of goes on with what stands before. */
  readonly next: readonly number[];
}

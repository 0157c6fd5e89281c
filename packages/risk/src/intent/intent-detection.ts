import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';

/** Every rule that may fire, and what it says to a person. The first five are those of the specification. */
export const intentPatterns = {
  bulk_delete_count: 'deletes a stated number of things',
  recursive_remove: 'removes a whole tree',
  drop_structure: 'drops or empties a table, a database or the like',
  asks_to_proceed: 'asks whether to go ahead',
  announces_effect: 'says what something it sets going will do',
  asks_for_leave: 'asks leave for a named act',
  announces_act: 'announces an act of its own',
  names_command: 'names a command line that it will run',
  silence_as_consent: 'takes silence for a yes',
  agent_uncertain: 'is unsure and acts all the same',
  avoids_the_gate: 'says that it will go around a control',
  text_too_long: 'is longer than what is looked at',
  metadata_requires: 'says so in its metadata',
  metadata_malformed: 'has metadata that cannot be read',
} as const satisfies Record<string, string>;

export type IntentPatternName = keyof typeof intentPatterns;

export interface IntentPattern {
  readonly name: IntentPatternName;
  /** The words that fired it, normalised and cut short. */
  readonly evidence: string;
}

/** What the text states about the act; nothing is guessed. */
export interface IntentScope {
  readonly records: number | null;
  readonly type: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly environment: string | null;
  readonly path: string | null;
  readonly branch: string | null;
}

/** What an utterance was understood to mean. It can only add friction (GT-7): `false` permits nothing. */
export interface IntentDetection {
  readonly confirmation_required: boolean;
  readonly risk_level: RiskLevel;
  /** Null when nothing is to be confirmed. */
  readonly action_type: ActionType | null;
  readonly scope: IntentScope | null;
  readonly patterns: readonly IntentPattern[];
}

export const emptyScope: IntentScope = {
  records: null,
  type: null,
  amount: null,
  currency: null,
  environment: null,
  path: null,
  branch: null,
};

/** One claim that can be shown by running tests, with what it takes to show it. */
export interface Proof {
  /** Names the proof on the command line and in the ledger. */
  readonly id: string;
  /** The claim, as a sentence. */
  readonly claim: string;
  readonly kind: ProofKind;
  /** The test files, or programs, that show it. */
  readonly files: readonly string[];
  /** What is counted, as the test names it in `effort({ of })`. Without it, the tests are counted. */
  readonly of?: string;
  /** How many it takes to call it proven. */
  readonly full?: number;
  /** Files and folders that the tests read without importing them, such as pages that are built. */
  readonly inputs?: readonly string[];
}

export type ProofKind = 'reliability' | 'security' | 'more';

/** A change of one place of a source that takes away what some demands of docs/coverage ask for. */
export interface DemandPatch {
  /** The demands that are not met under the patch. */
  readonly demands: readonly string[];
  /** What is wrong then, as a sentence. */
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The file of the tests that carry the demands. */
  readonly test: string;
  /** Its test runs a server or loads much, so it is applied under `npm run prove` only. */
  readonly costly?: true;
}

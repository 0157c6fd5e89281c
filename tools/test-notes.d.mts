/** What was asked of a test run. */
export interface RunPlan {
  /** The test files and examples, by their path from the root. */
  readonly files: readonly string[];
  /** False where flags choose among the tests of a file, so that a file may rightly run none. */
  readonly runsEveryTest: boolean;
  /** What the steps before the tests used, where the run is a whole one and has a budget; else null. */
  readonly budget: { readonly secondsBefore: number; readonly machineSeconds: number } | null;
  /** How long one file may run. A file that runs longer hangs, and is ended. */
  readonly fileSeconds: number;
}

/** What one file cost. */
export interface FileNote {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  /** The file did not end, and its process was ended. */
  readonly hangs?: true;
  /** The system does not count these seconds for the run. They are told, and stand outside the budget. */
  readonly uncounted?: true;
}

export interface RunNotes {
  readonly plan: RunPlan;
  readonly notes: readonly FileNote[];
}

export function startNotes(plan: RunPlan): {
  readonly folder: string;
  /** What the processes of the run must find in their environment. */
  readonly env: Record<string, string>;
};
export function noteFile(note: FileNote): void;
/** Where notes are appended; undefined outside of a run. */
export function notesPath(): string | undefined;
export function readPlan(): RunPlan | undefined;
export function readNotes(): RunNotes | undefined;

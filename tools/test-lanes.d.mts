/** Test files that share a process. */
export interface Lane {
  readonly name: string;
  readonly files: readonly string[];
}
export function planLanes(files: readonly string[], read?: (file: string) => string): Lane[];
/** The files for Node to run. */
export function writeLanes(planned: readonly Lane[], folder: string): string[];

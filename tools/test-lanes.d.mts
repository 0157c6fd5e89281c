/** Test files that share a process. */
export interface Lane {
  readonly name: string;
  readonly files: readonly string[];
}
/** The files in an order that the seed decides. */
export function orderFiles(files: readonly string[], seed: string): string[];
export function planLanes(files: readonly string[], read?: (file: string) => string): Lane[];
/** The files for Node to run. */
export function writeLanes(planned: readonly Lane[], folder: string): string[];

/** Where a walk stands: the first `depth` steps lead from the root to the value at hand. */
export interface Trail {
  readonly steps: (string | number)[];
  depth: number;
}

/** The JSON Pointer (RFC 6901) of a path. */
export function pointer(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    text += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return text;
}

/** The pointer of a trail. It is well-formed Unicode even where a key is not. */
export function pointerOf({ steps, depth }: Trail): string {
  return pointer(steps.slice(0, depth)).replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

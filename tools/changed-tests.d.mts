export function findChanges(): { readonly files: readonly string[]; readonly told: string };
export function selectChanged(
  changed: readonly string[],
  tests: readonly string[],
  repository?: readonly string[],
  read?: (file: string) => string,
): string[];

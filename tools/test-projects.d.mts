/** The projects that these test files use. */
export function projectsOf(files: readonly string[]): string[];
/** Installs a project as its lockfile says. Returns the reason why it could not be installed, or null. */
export function installProject(
  folder: string,
  options?: { readonly whole?: boolean },
): string | null;

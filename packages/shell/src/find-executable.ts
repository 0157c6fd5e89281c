import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Where programs are looked for when the command is given no PATH. */
const usualPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * The real path of the program with this name; null where there is none. Relative folders of the PATH are left out:
 * finding a program through the current directory is a known attack.
 */
export function findExecutable(
  name: string,
  { cwd, path = usualPath }: { readonly cwd: string; readonly path?: string | undefined },
): string | null {
  if (name.includes('/')) return executableAt(resolve(cwd, name));
  for (const folder of path.split(delimiter)) {
    const found = isAbsolute(folder) ? executableAt(join(folder, name)) : null;
    if (found !== null) return found;
  }
  return null;
}

function executableAt(path: string): string | null {
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile()) return null;
    accessSync(real, constants.X_OK);
    return real;
  } catch {
    return null;
  }
}

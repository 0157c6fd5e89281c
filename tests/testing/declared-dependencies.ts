import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package that was unpacked into `folder`, and where this checkout has its source. */
interface Unpacked {
  readonly folder: string;
  readonly source: string;
}

/**
 * Links what these installed packages declare, directly or through one another, into `place`, from what this
 * checkout has installed. A package that they use and do not declare is not found there.
 */
export function linkDependencies(root: string, packages: readonly Unpacked[], place: string): void {
  for (const { folder, source } of packages) {
    // A version that only this package uses is installed in its own folder.
    const nested = join(root, source, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, 'node_modules'));
  }
  const waiting = packages.flatMap(({ folder }) => declaredBy(folder));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const target = join(place, 'node_modules', name);
    const installed = join(root, 'node_modules', name);
    if (existsSync(target) || !existsSync(installed)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(installed, target);
    waiting.push(...declaredBy(installed));
  }
}

function declaredBy(folder: string): string[] {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(text) as Manifest;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

// Imports a module as if one of its sources had a mistake in it. Nothing on disk changes, and the process keeps the
// sound module too: the modules that can notice the mistake are loaded again under another address, a world, and all
// other modules are shared. So a hundred mistakes cost one process.

import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { standIn } from './collected-tests.ts';

/** A mistake that a programmer could make: a change to one place of one source. */
export interface Mistake {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

interface World {
  readonly mistakenUrl: string;
  readonly source: string;
  /** The addresses of all modules that import the mistaken one, directly or through others. */
  readonly changed: ReadonlySet<string>;
}

const root = join(import.meta.dirname, '../../..');
const rootUrl = pathToFileURL(`${root}/`).href;
/** The module that test files get in place of `node:test`. */
const standInUrl = 'countersign:collected-tests';
const standInKey = 'countersign.collected-tests';
const standInSource = `export const { ${Object.keys(standIn).join(', ')} } = globalThis[Symbol.for('${standInKey}')];`;

const worlds: World[] = [];
/** For each module of ours that was looked for: the modules that import it. */
const importers = new Map<string, Set<string>>();
const soundSources = new Map<string, string>();
let isHooked = false;

/** The source with the mistake in it. Throws where there is not exactly one place for it. */
export function mistakenSource({ file, find, replace, name }: Mistake): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(`"${name}" has ${parts.length - 1} places in ${file}, expected one`);
  }
  return parts.join(replace);
}

/**
 * Imports a file, named from the root of the repository, as it is or with a mistake in what it is made of. From the
 * first call on, test files that are imported here do not run their tests: collected-tests.ts collects them.
 */
export async function importWith<T>(file: string, mistake?: Mistake): Promise<T> {
  hook();
  const url = pathToFileURL(join(root, file)).href;
  // The sound module comes first: loading it tells which modules import which.
  const sound: T = await import(url);
  if (mistake === undefined) return sound;
  return await import(inWorld(url, makeWorld(mistake)));
}

function makeWorld(mistake: Mistake): number {
  const mistakenUrl = pathToFileURL(join(root, mistake.file)).href;
  const changed = new Set([mistakenUrl]);
  for (const each of changed)
    for (const importer of importers.get(each) ?? []) changed.add(importer);
  return worlds.push({ mistakenUrl, source: mistakenSource(mistake), changed }) - 1;
}

function inWorld(url: string, world: number): string {
  return `${url}?world=${world}`;
}

/** Which module an address means, and in which world. */
function placeOf(url: string): { readonly plain: string; readonly world: number | null } {
  const [plain = '', world] = url.split('?world=');
  return { plain, world: world === undefined ? null : Number(world) };
}

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  Reflect.set(globalThis, Symbol.for(standInKey), standIn);
  registerHooks({
    resolve: (specifier, context, next) => {
      const { plain: parent, world } = placeOf(context.parentURL ?? '');
      if (specifier === 'node:test') return { url: standInUrl, shortCircuit: true };
      const resolved = next(specifier, context);
      const { plain } = placeOf(resolved.url);
      if (!plain.startsWith(rootUrl) || plain.includes('/node_modules/')) return resolved;
      const isKnown = importers.has(plain);
      importers.set(plain, (importers.get(plain) ?? new Set()).add(parent));
      if (world === null || plain !== resolved.url) return resolved;
      const isChanged = !isKnown || worlds[world]?.changed.has(plain) === true;
      return isChanged ? { ...resolved, url: inWorld(plain, world) } : resolved;
    },
    load: (url, context, next) => {
      if (url === standInUrl) {
        return { format: 'module', source: standInSource, shortCircuit: true };
      }
      const { plain, world } = placeOf(url);
      const there = world === null ? undefined : worlds[world];
      if (there === undefined || !plain.endsWith('.ts')) return next(url, context);
      const source = there.mistakenUrl === plain ? withoutTypes(there.source) : soundSource(plain);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** A source is read once for all worlds in which it is sound: removing its types costs more than loading the rest. */
function soundSource(plain: string): string {
  const known = soundSources.get(plain);
  if (known !== undefined) return known;
  const source = withoutTypes(readFileSync(fileURLToPath(plain), 'utf8'));
  soundSources.set(plain, source);
  return source;
}

function withoutTypes(source: string): string {
  return stripTypeScriptTypes(source, { mode: 'strip' });
}

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlantedBug } from './planted-bugs.ts';

export const root: string = join(import.meta.dirname, '../../../../..');

/** The source with the mistake in it. Throws where there is not exactly one place for it. */
export function mistaken({ file, find, replace, name }: PlantedBug): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(`"${name}" has ${parts.length - 1} places in ${file}, expected one`);
  }
  return parts.join(replace);
}

/** From now on, every import of the file gets the one with the mistake. Nothing on disk changes. */
export function plant(bug: PlantedBug): void {
  const url = pathToFileURL(join(root, bug.file)).href;
  const source = mistaken(bug);
  registerHooks({
    load: (asked, context, next) => {
      const loaded = next(asked, context);
      return asked === url ? { ...loaded, source } : loaded;
    },
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '../src/language/english');
const key = /^ {2}(\w+):/gm;
const catalogue = /\/src\/language\/(?:english|german|japanese)\/([\w-]+)\.ts$/;

/** The short name of each text of an area, by its place among the English texts. */
function shortNames(area: string): ReadonlyMap<string, string> {
  const source = readFileSync(join(folder, `${area}.ts`), 'utf8');
  const names = [...source.matchAll(key)].map(([, name = '']) => name);
  return new Map(names.map((name, place) => [name, `_${place.toString(36)}`]));
}

/**
 * Texts have names for human readers. A minifier keeps the names of members, so the pages would contain each name
 * twice: at the text, and where it is shown. This step replaces each name by a short one.
 */
export function shortTextNames(): Plugin {
  const areas = new Map(
    readdirSync(folder)
      .filter(file => file !== 'grammar.ts')
      .map(file => {
        const area = file.slice(0, -3);
        const object = area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        return [`${object}Text`, { area, names: shortNames(area) }] as const;
      }),
  );
  const shorten = (names: ReadonlyMap<string, string> | undefined, name: string): string => {
    const short = names?.get(name);
    if (short === undefined) throw new Error(`expected a text of the catalogue, found ${name}`);
    return short;
  };
  return {
    name: 'short-text-names',
    enforce: 'pre',
    transform: (code, id) => {
      const area = catalogue.exec(id)?.[1];
      if (area === 'grammar') return null;
      const names = [...areas.values()].find(each => each.area === area)?.names;
      // Texts that are looked up by a code keep it as their name; English has none of them.
      if (area !== undefined && (names?.size ?? 0) === 0) return null;
      const short =
        area === undefined
          ? code.replaceAll(/\b(\w+Text)\.(\w+)/g, (whole, object: string, name: string) =>
              areas.has(object) ? `${object}.${shorten(areas.get(object)?.names, name)}` : whole,
            )
          : code.replaceAll(key, (_, name: string) => `  ${shorten(names, name)}:`);
      return short === code ? null : { code: short, map: null };
    },
  };
}

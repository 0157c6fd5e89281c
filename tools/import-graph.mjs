// Which files of the repository use which others, read from their text: imports, and quoted strings that name a file
// or a folder. Types are left out, because a change of types alone is found by the compiler. A name that is imported
// through an index leads to the file that exports the name, not to all that the index lists.

import { posix } from 'node:path';

const codeFile = /\.(ts|tsx|mjs|js|mts)$/;
const clauses = /\b(import|export)\s+(type\s+)?([^'";]*?)\s*\bfrom\s*'([^']+)'/g;
const bareImports = /\bimport\s*\(?\s*'([^']+)'/g;
const quoted = /(['"`])([\w@./-]+)\1/g;
const scope = '@countersign/';

/** What is built from folders that no import leads to, and the file through which tests get what was built. */
const builtFrom = {
  'tests/testing/inbox-browser.ts': [
    'packages/inbox/src',
    'packages/inbox/fonts',
    'packages/inbox/index.html',
  ],
  'packages/inbox/embed/confirmation.d.ts': ['packages/inbox/src', 'packages/inbox/embed'],
};

/** Folders that hold so much that naming one says nothing. */
const tooWide = new Set(['', '.', 'packages', 'tests', 'tools', 'docs', 'examples', 'bench']);

/** `files` are the paths of the repository; `read` answers the text of one. */
export class ImportGraph {
  #files;
  #folders = new Set();
  #read;
  #texts = new Map();
  #manifests = new Map();

  constructor(files, read) {
    this.#files = new Set(files);
    this.#read = read;
    for (const file of files) {
      for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
        this.#folders.add(folder);
      }
      if (/^packages\/(adapters\/)?[^/]+\/package\.json$/.test(file)) {
        const manifest = JSON.parse(read(file));
        this.#manifests.set(manifest.name, { manifest, folder: posix.dirname(file) });
      }
    }
  }

  /** All files that use one of these, directly or through others, and these themselves. */
  usersOf(changed) {
    const users = this.#reversed();
    const found = new Set(changed);
    const waiting = [...changed];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const place of placesOf(file)) {
        for (const user of users.get(place) ?? []) {
          if (found.has(user)) continue;
          found.add(user);
          waiting.push(user);
        }
      }
    }
    return found;
  }

  #reversed() {
    const users = new Map();
    for (const file of this.#files) {
      if (!codeFile.test(file)) continue;
      for (const used of this.usedBy(file)) {
        if (used === file) continue;
        users.set(used, [...(users.get(used) ?? []), file]);
      }
    }
    return users;
  }

  /** The files and folders that a file uses directly. */
  usedBy(file) {
    const text = this.#text(file);
    const used = new Set(builtFrom[file]);
    const isIndex = posix.basename(file) === 'index.ts';
    for (const [, keyword, typeOnly, clause, specifier] of text.matchAll(clauses)) {
      if (typeOnly !== undefined || (isIndex && keyword === 'export')) continue;
      for (const target of this.#resolve(file, specifier)) {
        for (const exact of this.#behind(target, importedBy(clause))) used.add(exact);
      }
    }
    for (const [, specifier] of text.matchAll(bareImports)) {
      for (const target of this.#resolve(file, specifier)) used.add(target);
    }
    const imported = new Set([...text.matchAll(clauses)].map(([, , , , specifier]) => specifier));
    for (const [, , string] of text.matchAll(quoted)) {
      if (!imported.has(string)) for (const place of this.#named(file, string)) used.add(place);
    }
    return used;
  }

  #text(file) {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = this.#read(file);
    this.#texts.set(file, text);
    return text;
  }

  #resolve(from, specifier) {
    if (specifier.startsWith('.')) {
      const path = posix.join(posix.dirname(from), specifier);
      return this.#files.has(path) ? [path] : [];
    }
    if (specifier.startsWith('#')) {
      const owner = [...this.#manifests.values()].find(({ folder }) =>
        from.startsWith(`${folder}/`),
      );
      return owner === undefined ? [] : this.#targets(owner, owner.manifest.imports?.[specifier]);
    }
    if (!specifier.startsWith(scope)) return [];
    const name = specifier.split('/').slice(0, 2).join('/');
    const owner = this.#manifests.get(name);
    const entry = owner?.manifest.exports?.[`.${specifier.slice(name.length)}`];
    return owner === undefined ? [] : this.#targets(owner, entry);
  }

  /** Every file that an entry of package.json may lead to, under whatever condition. */
  #targets({ folder }, entry) {
    if (typeof entry === 'string') {
      const path = posix.join(folder, entry);
      return this.#files.has(path) ? [path] : [];
    }
    return Object.values(entry ?? {}).flatMap(inner => this.#targets({ folder }, inner));
  }

  /** Where an index takes these names from; the file itself where it is no index, or declares them. */
  #behind(file, names) {
    if (posix.basename(file) !== 'index.ts' || names === undefined) return [file];
    const lists = [...this.#text(file).matchAll(clauses)].filter(([, word]) => word === 'export');
    return names.flatMap(name => {
      const sources = lists.flatMap(([, , , clause, specifier]) => {
        const listed = listedIn(clause)?.find(({ alias }) => alias === name);
        if (listed === undefined) return [];
        return this.#resolve(file, specifier).flatMap(target =>
          this.#behind(target, [listed.original]),
        );
      });
      return sources.length > 0 ? sources : [file];
    });
  }

  /** The files and folders that a quoted string may name, seen from the file or from the root. */
  #named(file, string) {
    if (!/[./]/.test(string) || !/\w/.test(string)) return [];
    const paths = [posix.join(posix.dirname(file), string), posix.normalize(string)];
    const isFolder = path =>
      this.#folders.has(path) && !tooWide.has(path) && !file.startsWith(`${path}/`);
    return paths
      .map(path => path.replace(/\/$/, ''))
      .filter(path => this.#files.has(path) || isFolder(path));
  }
}

/** A file is used by a file that names it, or that names a folder around it. */
function placesOf(file) {
  const places = [file];
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
    places.push(folder);
  }
  return places;
}

function importedBy(clause) {
  return listedIn(clause)?.map(({ original }) => original);
}

/** What `{ a, type B, c as d }` lists besides types: names here and there; undefined where everything is meant. */
function listedIn(clause) {
  const list = /\{([^}]*)\}/s.exec(clause)?.[1];
  if (list === undefined || clause.includes('*')) return undefined;
  return list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && !part.startsWith('type '))
    .map(part => {
      const [original = part, alias = original] = part.split(/\s+as\s+/);
      return { original, alias };
    });
}

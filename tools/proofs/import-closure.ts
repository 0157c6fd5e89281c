// Finds every file that a test runs: what it imports, what that imports, and so on. The digest of all of it says
// whether a proof still speaks about the code as it is now.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

interface Closure {
  /** Paths from the root of the repository, sorted. */
  readonly files: readonly string[];
  /** Packages from npm with their versions, sorted: `zod@4.6.7`. */
  readonly packages: readonly string[];
}

/** What one file needs directly. */
interface Needs {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** Folders of a package that its code reads at run time, without an import. */
const readAtRunTime = ['sql', 'starters'];

/** A path in a string: a worker, a child process or a document that the code opens by name. */
const pathInString =
  /['"`]((?:\.{1,2}\/)*[\w@-]+(?:[./-][\w@-]+)*\.(?:tsx?|mjs|ya?ml|json|sql))['"`]/g;

export class ImportGraph {
  readonly #root: string;
  readonly #workspaces: ReadonlyMap<string, string>;
  readonly #versions: Readonly<Record<string, { readonly version?: string }>>;
  readonly #needs = new Map<string, Needs>();
  readonly #digests = new Map<string, string>();
  readonly #manifests = new Map<string, ReadManifest>();
  readonly #surroundings = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
    this.#workspaces = readWorkspaces(root);
    const lock = join(root, 'package-lock.json');
    this.#versions = existsSync(lock) ? readJson(lock).packages : {};
  }

  /** Everything that these files or folders need, themselves included. */
  closureOf(entries: readonly string[]): Closure {
    const files = new Set<string>();
    const packages = new Set<string>();
    const waiting = entries.flatMap(entry => this.#filesAt(entry));
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (files.has(file)) continue;
      files.add(file);
      const needs = this.#needsOf(file);
      waiting.push(...needs.files);
      for (const name of needs.packages) packages.add(name);
    }
    return { files: [...files].sort(), packages: [...packages].sort() };
  }

  /** The same for the same files with the same contents and the same versions of packages. */
  digestOf({ files, packages }: Closure): string {
    const hash = createHash('sha256');
    for (const file of files) hash.update(`${file} ${this.#digest(file)}\n`);
    for (const name of packages) hash.update(`npm:${name}\n`);
    return `sha256:${hash.digest('hex')}`;
  }

  #digest(file: string): string {
    const known = this.#digests.get(file);
    if (known !== undefined) return known;
    const content = readFileSync(join(this.#root, file));
    const digest = createHash('sha256').update(content).digest('hex');
    this.#digests.set(file, digest);
    return digest;
  }

  #needsOf(file: string): Needs {
    const known = this.#needs.get(file);
    if (known !== undefined) return known;
    const needs = /\.(tsx?|mjs)$/.test(file) ? this.#readNeeds(file) : { files: [], packages: [] };
    this.#needs.set(file, needs);
    return needs;
  }

  #readNeeds(file: string): Needs {
    const text = readFileSync(join(this.#root, file), 'utf8');
    const files: string[] = [...this.#surroundingsOf(file)];
    const packages: string[] = [];
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (fileName.startsWith('node:')) continue;
      const found = this.#resolve(file, fileName);
      if (found.length > 0) files.push(...found);
      else if (!fileName.startsWith('.')) packages.push(this.#withVersion(fileName));
    }
    for (const [, path = ''] of text.matchAll(pathInString)) files.push(...this.#named(file, path));
    return { files, packages };
  }

  /** The manifest of the file's package decides what its imports mean. */
  #surroundingsOf(file: string): readonly string[] {
    const folder = packageFolder(file);
    if (folder === undefined) return [];
    const known = this.#surroundings.get(folder);
    if (known !== undefined) return known;
    const paths = ['package.json', ...readAtRunTime].map(name => `${folder}/${name}`);
    const found = paths.flatMap(path => this.#filesAt(path));
    this.#surroundings.set(folder, found);
    return found;
  }

  #manifestOf(folder: string): ReadManifest {
    const known = this.#manifests.get(folder);
    if (known !== undefined) return known;
    const manifest = readJson(join(this.#root, folder, 'package.json'));
    this.#manifests.set(folder, manifest);
    return manifest;
  }

  #resolve(from: string, specifier: string): string[] {
    if (specifier.startsWith('.')) {
      return this.#filesAt(posix.join(posix.dirname(from), specifier));
    }
    if (specifier.startsWith('#')) {
      const folder = packageFolder(from) ?? '';
      const { imports = {} } = this.#manifestOf(folder);
      return this.#sources(folder, imports[specifier]);
    }
    const name = packageName(specifier);
    const folder = this.#workspaces.get(name);
    if (folder === undefined) return [];
    const { exports = {} } = this.#manifestOf(folder);
    return this.#sources(folder, exports[`.${specifier.slice(name.length)}`]);
  }

  /** Every file that an entry of `imports` or `exports` stands for under the condition `source`. */
  #sources(folder: string, entry: unknown): string[] {
    const source = isRecord(entry) && 'source' in entry ? entry['source'] : entry;
    return leavesOf(source).flatMap(path => this.#filesAt(posix.join(folder, path)));
  }

  /** A file that a string names: beside the file, in its folder `testing`, or from the root. */
  #named(from: string, path: string): string[] {
    const beside = posix.dirname(from);
    const places = [posix.join(beside, path), posix.join(beside, 'testing', path)];
    if (path.includes('/') && !path.startsWith('.')) places.push(path);
    const found = places
      .filter(place => !place.startsWith('..'))
      .map(place => this.#filesAt(place));
    return found.find(files => files.length > 0) ?? [];
  }

  #filesAt(path: string): string[] {
    if (path.includes('node_modules') || path.startsWith('..')) return [];
    const kind = statSync(join(this.#root, path), { throwIfNoEntry: false });
    if (kind?.isFile()) return [path];
    if (!kind?.isDirectory()) return [];
    const names = readdirSync(join(this.#root, path)).filter(name => name !== 'dist');
    return names.flatMap(name => this.#filesAt(`${path}/${name}`));
  }

  #withVersion(specifier: string): string {
    const name = packageName(specifier);
    return `${name}@${this.#versions[`node_modules/${name}`]?.version ?? 'unknown'}`;
  }
}

interface ReadManifest {
  readonly name?: string;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

function readJson(path: string): ReadManifest {
  return JSON.parse(readFileSync(path, 'utf8')) as ReadManifest;
}

function readWorkspaces(root: string): Map<string, string> {
  const folder = join(root, 'packages');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const manifests = names.map(name => [`packages/${name}`, join(folder, name, 'package.json')]);
  return new Map(
    manifests
      .filter(([, path = '']) => existsSync(path))
      .map(([place = '', path = '']) => [readJson(path).name ?? place, place]),
  );
}

function packageFolder(file: string): string | undefined {
  return /^packages\/[^/]+(?=\/)/.exec(file)?.[0];
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(leavesOf) : [];
}

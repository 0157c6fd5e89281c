// Finds exported names that no other file imports, and files that nothing reaches. Both look alive to a reader and
// to the compiler, so only a look at the whole repository shows that they are dead.

import { posix } from 'node:path';
import ts from 'typescript';
import type { Manifest, RepositoryFile } from './repository.ts';
import { findImports, parseSource, placeOf } from './syntax.ts';

/** A package of the repository, with the folder that its package.json stands in. */
export interface ExportingPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Files that a person or a tool starts. No other file has to import or name them. */
const programs: readonly RegExp[] = [
  /\.test\.tsx?$/,
  /\.d\.m?ts$/,
  /^bench\/[^/]+\.ts$/,
  /^examples\/[^/]+\/main\.ts$/,
  /^packages\/[^/]+\/bin\/[^/]+\.js$/,
  /^tools\/(house|note-test-process)\.mjs$/,
  /(^tools|\/testing(\/simulation)?)\/(write|measure)-[^/]+\.ts$/,
];

/** Tools and benchmarks load these by a path, and ask for names that they know by convention. */
const loadedByPath: readonly RegExp[] = [
  /(^|\/)vite\.config\.ts$/,
  /^tools\/(proofs\/)?[^/]+-reporter\.ts$/,
  /^tools\/run-lane\.mjs$/,
  /^bench\/peers\/[^/]+\/[^/]+\.mjs$/,
  /^tests\/frameworks\/[^/]+\/driver\.ts$/,
];

/** `*` stands for every name of the target. */
interface Use {
  readonly target: string;
  readonly names: readonly string[];
}

interface Module {
  readonly file: RepositoryFile;
  readonly exports: ReadonlyMap<string, string>;
  readonly uses: readonly Use[];
  /** Files that a string in this file names, such as a worker or a child process. */
  readonly started: readonly string[];
}

export function checkExports(
  files: readonly RepositoryFile[],
  packages: readonly ExportingPackage[],
): string[] {
  const entries = new EntryPoints(packages);
  const paths = files.map(({ path }) => path);
  const known = new FilePaths(paths);
  const modules = files
    .filter(({ path }) => /\.[cm]?[jt]sx?$/.test(path))
    .map(file => readModule(file, known, entries));
  const bundled = files
    .filter(({ path }) => path.endsWith('.html') || path.endsWith('/vite.config.ts'))
    .flatMap(file => filesNamedIn(file, known));
  const roots = [
    ...entries.files,
    ...bundled,
    ...paths.filter(path => [...programs, ...loadedByPath].some(row => row.test(path))),
  ];
  const reached = reach(modules, roots);
  const used = usedNames(modules);
  return modules.flatMap(module => {
    const { path } = module.file;
    if (!reached.has(path)) return [`${path} is a dead file: nothing imports or starts it`];
    if (entries.published.has(path) || bundled.includes(path) || /\.d\.m?ts$/.test(path)) return [];
    if (loadedByPath.some(row => row.test(path))) return [];
    return [...module.exports]
      .filter(([name]) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
      .map(([name, place]) => `${place} ${adviseOn(name, module)}`);
  });
}

function adviseOn(name: string, { file }: Module): string {
  const mentions = file.text.match(
    new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'),
  );
  return (mentions?.length ?? 0) > 1
    ? `exports ${name}, which no other file imports; drop the keyword`
    : `exports ${name}, which nothing uses; delete it`;
}

function usedNames(modules: readonly Module[]): Set<string> {
  const used = new Set<string>();
  for (const { file, uses } of modules) {
    for (const { target, names } of uses) {
      if (target !== file.path) for (const name of names) used.add(`${target} ${name}`);
    }
  }
  return used;
}

function reach(modules: readonly Module[], roots: readonly string[]): Set<string> {
  const byPath = new Map(modules.map(module => [module.file.path, module]));
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const module = byPath.get(path);
    if (module === undefined || reached.has(path)) continue;
    reached.add(path);
    waiting.push(...module.started, ...module.uses.map(({ target }) => target));
  }
  return reached;
}

function readModule(file: RepositoryFile, paths: FilePaths, entries: EntryPoints): Module {
  const source = parseSource(file);
  const exports = new Map<string, string>();
  const uses: Use[] = [];
  const use = (specifier: ts.Expression, names: readonly string[]) => {
    if (!ts.isStringLiteral(specifier)) return;
    for (const target of entries.resolve(specifier.text, file.path)) uses.push({ target, names });
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      use(statement.moduleSpecifier, importedNames(statement));
    } else if (ts.isExportDeclaration(statement)) {
      for (const { name } of exportedElements(statement)) exports.set(name.text, placeOf(name));
      if (statement.moduleSpecifier) use(statement.moduleSpecifier, reexportedNames(statement));
    } else {
      for (const name of declaredExports(statement)) exports.set(name, placeOf(statement));
    }
  }
  if (/\bimport\(/.test(file.text)) {
    for (const { node, specifier } of findImports(source)) {
      if (specifier === undefined || ts.isImportDeclaration(node)) continue;
      if (ts.isExportDeclaration(node)) continue;
      for (const target of entries.resolve(specifier, file.path)) {
        uses.push({ target, names: ['*'] });
      }
    }
  }
  return { file, exports, uses, started: filesNamedIn(file, paths) };
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  if (importClause === undefined) return [];
  const { name, namedBindings } = importClause;
  const byName = namedBindings === undefined || ts.isNamespaceImport(namedBindings);
  return [
    ...(name ? ['default'] : []),
    ...(namedBindings && ts.isNamespaceImport(namedBindings) ? ['*'] : []),
    ...(byName ? [] : namedBindings.elements.map(each => (each.propertyName ?? each.name).text)),
  ];
}

function exportedElements({ exportClause }: ts.ExportDeclaration): readonly ts.ExportSpecifier[] {
  return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
}

function reexportedNames(statement: ts.ExportDeclaration): string[] {
  if (!(statement.exportClause && ts.isNamedExports(statement.exportClause))) return ['*'];
  return exportedElements(statement).map(each => (each.propertyName ?? each.name).text);
}

function declaredExports(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return ['default'];
  if (!ts.canHaveModifiers(statement)) return [];
  const kinds = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return [];
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap(each => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

const pathInQuotes = /(?<=["'`}])[\w./@-]+\.[cm]?[jt]sx?(?=["'`])/g;
const programInQuotes = /(?<=["'])[a-z0-9-]+-(?:worker|program)(?=["'])/g;

/**
 * A path in quotes is read from the folder of the file, from its package and from the root. The bare name of a file
 * counts as well: tests start the worker processes of their package by name.
 */
function filesNamedIn({ path, text }: RepositoryFile, paths: FilePaths): string[] {
  const folder = posix.dirname(path);
  const home = homeOf(path);
  const named = [...text.matchAll(pathInQuotes)].flatMap(([found]) => [
    ...[folder, home, '.'].map(base => posix.join(base, found)).filter(each => paths.has(each)),
    ...(found.includes('/') ? [] : paths.named(home, found)),
  ]);
  const started = [...text.matchAll(programInQuotes)];
  return [...named, ...started.flatMap(([found]) => paths.named(home, `${found}.ts`))];
}

/** The package of a file, or the folder at the root. */
function homeOf(path: string): string {
  return path.split('/', path.startsWith('packages/') ? 2 : 1).join('/');
}

class FilePaths {
  readonly #all: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    this.#all = new Set(paths);
    for (const path of paths) {
      const name = `${homeOf(path)} ${posix.basename(path)}`;
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
    }
  }

  has(path: string): boolean {
    return this.#all.has(path);
  }

  /** The files of a package with this name. */
  named(home: string, name: string): readonly string[] {
    return this.#byName.get(`${home} ${name}`) ?? [];
  }
}

/** Where the names of packages and their `#` imports lead. */
class EntryPoints {
  /** The source files of all entry points. */
  readonly files = new Set<string>();
  /** Those that are part of what is published: their names are promises to users. */
  readonly published = new Set<string>();
  readonly #targets = new Map<string, readonly string[]>();
  readonly #packages: readonly ExportingPackage[];

  constructor(packages: readonly ExportingPackage[]) {
    this.#packages = packages;
    for (const { folder, manifest } of packages) {
      for (const [subpath, conditions] of Object.entries(manifest.exports ?? {})) {
        const targets = targetsOf(conditions).map(target => posix.join(folder, target));
        this.#targets.set(posix.join(manifest.name, subpath), targets);
        const isPublished =
          typeof conditions !== 'object' || Object.hasOwn(conditions ?? {}, 'default');
        for (const target of targets) {
          this.files.add(target);
          if (isPublished) this.published.add(target);
        }
      }
      for (const [subpath, conditions] of Object.entries(manifest.imports ?? {})) {
        const targets = targetsOf(conditions).map(target => posix.join(folder, target));
        this.#targets.set(`${folder} ${subpath}`, targets);
      }
    }
  }

  resolve(specifier: string, from: string): readonly string[] {
    if (specifier.startsWith('.')) return [posix.join(posix.dirname(from), specifier)];
    if (!specifier.startsWith('#')) return this.#targets.get(specifier) ?? [];
    const home = this.#packages.find(({ folder }) => from.startsWith(`${folder}/`));
    return this.#targets.get(`${home?.folder} ${specifier}`) ?? [];
  }
}

function targetsOf(conditions: unknown): string[] {
  if (typeof conditions === 'string') return [conditions];
  if (typeof conditions !== 'object' || conditions === null) return [];
  return Object.values(conditions).flatMap(targetsOf);
}

// Compares what the files of a package import and touch with its row in boundaries.table.ts and with
// what its package.json declares.

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { findBanned } from './bans.ts';
import type { Row } from './boundaries.table.ts';
import type { Manifest, RepositoryFile } from './repository.ts';
import { findImports, parseSource, placeOf } from './syntax.ts';

export interface Workspace {
  /** Such as `packages/protocol`. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly RepositoryFile[];
}

const scope = '@countersign/';

export function checkWorkspaces(
  workspaces: readonly Workspace[],
  rows: Readonly<Record<string, Row>>,
  rootManifest: Manifest,
): string[] {
  const manifests = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest]));
  return workspaces.flatMap(workspace => {
    const name = posix.basename(workspace.folder);
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row === undefined) return [`${workspace.folder} has no row in tools/boundaries.table.ts`];
    if (workspace.manifest.name !== scope + name) {
      return [`${workspace.folder}/package.json is not named ${scope}${name}`];
    }
    return new BoundaryCheck(workspace, row, manifests, rootManifest).run();
  });
}

/** Holds code that stands in for a user to the entry points a user has. */
export function checkEntryPoints(
  files: readonly RepositoryFile[],
  manifests: ReadonlyMap<string, Manifest>,
): string[] {
  const findings: string[] = [];
  for (const file of files) {
    for (const { node, specifier } of findImports(parseSource(file))) {
      if (specifier === undefined) continue;
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(file.path), specifier);
        if (target.startsWith('packages/')) {
          findings.push(`${placeOf(node)} reaches into ${target}; import the package by its name`);
        }
      } else if (specifier.startsWith(scope)) {
        findings.push(...checkExported(placeOf(node), specifier, manifests));
      }
    }
  }
  return findings;
}

function checkExported(
  place: string,
  specifier: string,
  manifests: ReadonlyMap<string, Manifest>,
): string[] {
  const name = packageName(specifier);
  const target = manifests.get(name);
  if (target === undefined) return [`${place} imports ${name}, which does not exist`];
  const entry = `.${specifier.slice(name.length)}`;
  if (target.exports !== undefined && Object.hasOwn(target.exports, entry)) return [];
  return [`${place} imports "${specifier}", which is not in the exports of ${name}`];
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Tests and what only tests use. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path);
}

class BoundaryCheck {
  readonly #workspace: Workspace;
  readonly #row: Row;
  readonly #manifests: ReadonlyMap<string, Manifest>;
  readonly #rootManifest: Manifest;
  readonly #imported = new Set<string>();

  constructor(
    workspace: Workspace,
    row: Row,
    manifests: ReadonlyMap<string, Manifest>,
    rootManifest: Manifest,
  ) {
    this.#workspace = workspace;
    this.#row = row;
    this.#manifests = manifests;
    this.#rootManifest = rootManifest;
  }

  run(): string[] {
    const findings = this.#workspace.files.flatMap(file =>
      isTestFile(file.path) ? this.#checkTest(file) : this.#checkSource(file),
    );
    const { folder, manifest } = this.#workspace;
    const unused = Object.keys(manifest.dependencies ?? {}).filter(
      name => !this.#imported.has(name),
    );
    return [
      ...findings,
      ...unused.map(
        name => `${folder}/package.json declares ${name}, which no source file imports`,
      ),
    ];
  }

  #checkSource(file: RepositoryFile): string[] {
    const source = parseSource(file);
    const path = posix.relative(this.#workspace.folder, file.path);
    const exceptions = (this.#row.except ?? []).filter(({ files }) => files.test(path));
    const lifted = exceptions.flatMap(exception => exception.lifted ?? []);
    const allowed = {
      packages: [...this.#row.packages, ...exceptions.flatMap(({ packages }) => packages ?? [])],
      externals: [
        ...this.#row.externals,
        ...exceptions.flatMap(({ externals }) => externals ?? []),
      ],
      node: [...this.#row.node, ...exceptions.flatMap(({ node }) => node ?? [])],
    };
    const { dependencies, devDependencies, peerDependencies } = this.#workspace.manifest;
    const bundled = this.#row.bundled === true ? devDependencies : {};
    const declared = { ...dependencies, ...peerDependencies, ...bundled };

    const checkSpecifier = (place: string, specifier: string): string[] => {
      if (specifier.startsWith('.')) return this.#checkRelative(place, file.path, specifier, false);
      if (specifier.startsWith('#')) return this.#checkSubpath(place, specifier);
      if (isBuiltin(specifier)) {
        return allowed.node.includes(specifier) ? [] : [`${place} imports ${specifier}`];
      }
      const name = packageName(specifier);
      this.#imported.add(name);
      const isOurs = name.startsWith(scope);
      const isAllowed = isOurs
        ? allowed.packages.includes(name.slice(scope.length))
        : allowed.externals.includes(name);
      if (!isAllowed) return [`${place} imports ${name}, which its row does not allow`];
      if (!Object.hasOwn(declared, name)) {
        return [`${place} imports ${name}, which its package.json does not declare`];
      }
      return isOurs ? checkExported(place, specifier, this.#manifests) : [];
    };

    const imports = findImports(source).flatMap(({ node, specifier }) =>
      specifier === undefined ? [] : checkSpecifier(placeOf(node), specifier),
    );
    const bans = this.#row.bans.filter(ban => !lifted.includes(ban));
    return [...imports, ...findBanned(source, bans)];
  }

  #checkTest(file: RepositoryFile): string[] {
    const { dependencies, devDependencies, peerDependencies } = this.#workspace.manifest;
    const declared = {
      ...dependencies,
      ...devDependencies,
      ...peerDependencies,
      ...this.#rootManifest.devDependencies,
    };
    return findImports(parseSource(file)).flatMap(({ node, specifier }) => {
      if (specifier === undefined || specifier.startsWith('node:')) return [];
      const place = placeOf(node);
      if (specifier.startsWith('.')) return this.#checkRelative(place, file.path, specifier, true);
      if (specifier.startsWith('#')) return this.#checkSubpath(place, specifier);
      const name = packageName(specifier);
      if (name === this.#workspace.manifest.name || Object.hasOwn(declared, name)) {
        return name.startsWith(scope) ? checkExported(place, specifier, this.#manifests) : [];
      }
      return [`${place} imports ${name}, which no package.json declares for it`];
    });
  }

  #checkRelative(place: string, from: string, specifier: string, fromTest: boolean): string[] {
    const target = posix.join(posix.dirname(from), specifier);
    if (!target.startsWith(`${this.#workspace.folder}/`)) {
      return [`${place} reaches out of its package with "${specifier}"`];
    }
    if (!fromTest && isTestFile(target)) return [`${place} imports the test file "${specifier}"`];
    return [];
  }

  #checkSubpath(place: string, specifier: string): string[] {
    const { imports } = this.#workspace.manifest;
    if (imports !== undefined && Object.hasOwn(imports, specifier)) return [];
    return [`${place} imports "${specifier}", which is not in the imports of its package.json`];
  }
}

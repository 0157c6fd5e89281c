// The parts of the documentation that are written from the source: tables, JSON Schemas and the list of
// public names. write-docs.ts writes them, docs-in-sync.test.ts fails when they differ.

import { join, posix } from 'node:path';
import { reasonCodes } from '@countersign/protocol/reason';
import { eventTypes } from '@countersign/protocol/stream';
import ts from 'typescript';
import * as z from 'zod';
import { asvsPage } from './asvs/read-asvs.ts';
import { commandsReference, exitCodesTable } from './cli-docs.ts';
import { Ledger } from './proofs/ledger.ts';
import { proofs } from './proofs/proofs.table.ts';
import { proofsPage } from './proofs/proofs-page.ts';
import { listFiles, readManifest, readText, root } from './repository.ts';

/** Paths and texts of everything that is generated, as it should be now. */
export async function generateDocs(): Promise<Map<string, string>> {
  return new Map([
    ['docs/asvs.md', asvsPage()],
    ['docs/cli.md', await cliReference()],
    ['docs/errors.md', fillIn(readText('docs/errors.md'), 'errors', errorsTable())],
    ['docs/events.md', fillIn(readText('docs/events.md'), 'events', eventsTable())],
    ['docs/proofs.md', proofsPage(proofs, new Ledger(join(root, 'tools/proofs/ledger')).read())],
    ['packages/protocol/exports.txt', publicNames('packages/protocol')],
    ...(await schemas()),
  ]);
}

/** Generated files that nothing generates any more. */
export function findLeftovers(generated: ReadonlyMap<string, string>): string[] {
  return listFiles('docs/schema').filter(path => !generated.has(path));
}

/** Replaces what stands between the markers of that name, and nothing else. */
export function fillIn(text: string, name: string, content: string): string {
  const start = `<!-- generated:${name} -->`;
  const end = '<!-- /generated -->';
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`expected the markers ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}

async function cliReference(): Promise<string> {
  const withExits = fillIn(readText('docs/cli.md'), 'exit-codes', exitCodesTable());
  return fillIn(withExits, 'commands', await commandsReference());
}

function errorsTable(): string {
  const rows = Object.entries(reasonCodes).map(([code, entry]) => [
    `\`${code}\``,
    entry.kind,
    String(entry.http),
    `\`${entry.retry}\``,
    entry.outcome === null ? '' : `\`${entry.outcome}\``,
    entry.title,
    entry.remedy,
  ]);
  return table(['code', 'kind', 'HTTP', 'retry', 'told to the agent', 'title', 'remedy'], rows);
}

function eventsTable(): string {
  const rows = Object.entries(eventTypes).map(([type, { stream, title }]) => [
    `\`${type}\``,
    stream,
    title,
  ]);
  return table(['type', 'stream', 'what happened'], rows);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What each object must look like as it is sent; rules that span members are in docs/protocol.md. */
async function schemas(): Promise<[path: string, text: string][]> {
  const modules: object[] = await Promise.all(
    entryPoints('packages/protocol').map(entry => import(join(root, entry.file))),
  );
  const values: [string, unknown][] = modules.flatMap(module => Object.entries(module));
  return values
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .filter(([name]) => /^[A-Z]/.test(name))
    .map(([name, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      const text = JSON.stringify({ $schema, title: name, ...rest }, null, 2);
      return [`docs/schema/${kebabCase(name)}.json`, `${text}\n`];
    });
}

function kebabCase(name: string): string {
  return name
    .replace('WebAuthn', 'Webauthn')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase();
}

/** The modules that users of a package may import: their names, and the files they are made from. */
function entryPoints(folder: string): { name: string; file: string }[] {
  const { name, exports = {} } = readManifest(folder);
  return Object.keys(exports).map(path => ({
    name: posix.join(name, path),
    file: posix.join(folder, 'src', path, 'index.ts'),
  }));
}

/** Every public name of a package by entry point, with what it is; functions with their signatures. */
function publicNames(folder: string): string {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, folder, 'tsconfig.json'),
    { noEmit: true, composite: false, incremental: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const entries = entryPoints(folder);
  const program = ts.createProgram(
    entries.map(({ file }) => join(root, file)),
    config?.options ?? {},
  );
  return entries
    .map(({ name, file }) => `${name}\n${exportedNames(program, file).join('\n')}\n`)
    .join('\n');
}

function exportedNames(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, file));
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  const exported = checker.getExportsOfModule(module);
  return exported.map(symbol => `  ${describeExport(symbol, checker)}`).sort();
}

function describeExport(exported: ts.Symbol, checker: ts.TypeChecker): string {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const has = (flags: ts.SymbolFlags) => (symbol.flags & flags) !== 0;
  const { name } = exported;
  const declaration = symbol.declarations?.find(ts.isFunctionDeclaration);
  if (declaration !== undefined) return `${name}: function ${signatureAsWritten(declaration)}`;
  const kinds = [
    ...(has(ts.SymbolFlags.Class) ? ['class'] : []),
    ...(has(ts.SymbolFlags.Variable) ? ['const'] : []),
    ...(has(ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface) ? ['type'] : []),
  ];
  return `${name}: ${kinds.join(' and ')}`;
}

/** The signature in the words of the source, where a type has its name and not its expansion. */
function signatureAsWritten(declaration: ts.FunctionDeclaration): string {
  const list = (nodes: ts.NodeArray<ts.Node> | undefined) =>
    nodes?.map(node => node.getText().replace(/\s+/g, ' ')).join(', ') ?? '';
  const generics = declaration.typeParameters ? `<${list(declaration.typeParameters)}>` : '';
  const returned = declaration.type?.getText().replace(/\s+/g, ' ') ?? 'inferred';
  return `${generics}(${list(declaration.parameters)}): ${returned}`;
}

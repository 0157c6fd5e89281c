import type { RiskLevel } from '@countersign/protocol/value';
import type { Path } from './paths.ts';
import type { Call, CommandPlace } from './scope.ts';

/** What makes a folder whose name alone does not say that it is build output. */
export type Maker =
  | 'javascript'
  | 'site'
  | 'mkdocs'
  | 'vendoring'
  | 'dotnet'
  | 'documentation'
  | 'code generator'
  | 'mix'
  | 'virtual environment';

/** A removal that is harmless if the same script also makes the folder again. */
export interface PendingRemoval {
  readonly maker: Maker;
  /** What is removed; the maker must run in a folder above it. */
  readonly path: string;
  readonly level: RiskLevel;
  readonly evidence: string;
  readonly at: CommandPlace | null;
}

/** In one project these are made by a tool, in the next they were written by hand. */
const outputs: readonly (readonly [Maker, RegExp])[] = [
  ['javascript', /(^|\/)(lib|es|esm|cjs|umd|out-tsc|(lib|dist)-(es|esm|cjs|umd|types))$/u],
  ['site', /(^|\/)public$/u],
  ['mkdocs', /(^|\/)site$/u],
  ['vendoring', /(^|\/)vendor$/u],
  ['dotnet', /(^|\/)bin$/u],
  ['documentation', /(^|\/)(docs?\/(api|html|reference|build)|doc|apidocs?|api-docs|javadoc)$/u],
  ['code generator', /(^|\/)(generated|__generated__|gen|codegen|pb)$/u],
  ['mix', /^deps$/u],
  ['virtual environment', /(^|\/)(env|virtualenv)$/u],
];

const javascriptBuilders = new Set(
  'rollup webpack esbuild babel tsup rspack swc parcel microbundle unbuild father ng rslib tsdown'.split(
    ' ',
  ),
);
const siteBuilders = new Set('hugo gatsby zola hexo'.split(' '));
const documenters = new Set('typedoc sphinx-build doxygen javadoc jsdoc yard dartdoc'.split(' '));
const generators = new Set(
  'protoc buf openapi-generator openapi-generator-cli graphql-codegen sqlc swagger-codegen orval kubb'.split(
    ' ',
  ),
);
const vendoring: Readonly<Record<string, RegExp>> = {
  composer: /^(install|update)( |$)/u,
  go: /^mod vendor( |$)/u,
  cargo: /^vendor( |$)/u,
};

const sources = new Set(
  'src source sources app server client internal pkg cmd test tests'.split(' '),
);

/** The maker of a path, where only its presence tells that the path is build output. */
export function makerOf(path: Path): Maker | undefined {
  if (path.place !== 'project' || path.turns) return undefined;
  const text = path.segments.join('/');
  const maker = outputs.find(([, pattern]) => pattern.test(text))?.[0];
  // Below the sources only generators write.
  const isSource = path.segments.slice(0, -1).some(segment => sources.has(segment));
  return isSource && maker !== 'code generator' && maker !== 'dotnet' ? undefined : maker;
}

/** What a program that really runs makes, as far as its own words say. */
export function madeBy(call: Call): Maker | undefined {
  const { program } = call;
  const words = call.args.slice(0, 12).map(arg => arg.text);
  const text = words.join(' ');
  if (taskRunners.has(program)) return madeByTask(program, words);
  return makerRules.find(({ fits }) => fits(program, words, text))?.maker ?? undefined;
}

const taskRunners: ReadonlySet<string> = new Set(
  'npm yarn pnpm bun lerna nx turbo vite make'.split(' '),
);

/** What a task makes, by its name. */
function madeByTask(program: string, words: readonly string[]): Maker | undefined {
  if (words.some(word => /^(docs?|html|typedoc)(:|$)/u.test(word))) return 'documentation';
  if (words.some(word => /^(generate|codegen|gen)(:|$)/u.test(word))) return 'code generator';
  const builds = words.some(word => /^(build|compile|bundle|prepack)(:|$)/u.test(word));
  return builds && program !== 'make' ? 'javascript' : undefined;
}

interface MakerRule {
  /** Null where the program makes nothing in this way. */
  readonly maker: Maker | null;
  fits(program: string, words: readonly string[], text: string): boolean;
}

/** The first that fits says what a program makes. */
const makerRules: readonly MakerRule[] = [
  { maker: null, fits: (program, words) => program === 'tsc' && words.includes('--noEmit') },
  {
    maker: 'javascript',
    fits: program => program === 'tsc' || javascriptBuilders.has(program),
  },
  { maker: 'mkdocs', fits: program => program === 'mkdocs' },
  { maker: null, fits: (program, words) => siteBuilders.has(program) && words[0] === 'new' },
  { maker: 'site', fits: program => siteBuilders.has(program) },
  { maker: 'documentation', fits: program => documenters.has(program) },
  { maker: 'code generator', fits: program => generators.has(program) },
  {
    maker: 'code generator',
    fits: (program, words) =>
      /^(prisma|go|build_runner)$/u.test(program) && words[0] === 'generate',
  },
  {
    maker: 'documentation',
    fits: (program, words) => program === 'cargo' && words[0] === 'doc',
  },
  {
    maker: 'vendoring',
    fits: (program, _words, text) =>
      Object.hasOwn(vendoring, program) && vendoring[program]?.test(text) === true,
  },
  { maker: 'dotnet', fits: program => program === 'msbuild' },
  {
    maker: 'dotnet',
    fits: (program, _words, text) =>
      program === 'dotnet' && /^(build|clean|restore|publish|test|run|pack)/u.test(text),
  },
  { maker: null, fits: program => program === 'dotnet' },
  {
    maker: 'mix',
    fits: (program, _words, text) =>
      program === 'mix' && /^(deps\.get|deps\.compile|do )/u.test(text),
  },
  { maker: null, fits: program => program === 'mix' },
  {
    maker: 'virtual environment',
    fits: (program, _words, text) => program === 'virtualenv' || /^(-m )?venv /u.test(text),
  },
];

/** True if the maker ran where it could have made the path. */
export function isMadeAgain(
  removal: PendingRemoval,
  makes: readonly (readonly [Maker, folder: string])[],
): boolean {
  return makes.some(
    ([maker, folder]) =>
      maker === removal.maker && (folder === '.' || removal.path.startsWith(`${folder}/`)),
  );
}

const bundles = new Set(['es', 'esm', 'cjs', 'umd']);

/** True if what is removed along with it shows what it is: `bin` beside `obj`, `lib` beside `es` and `umd`. */
export function isAmongOutputs(path: Path, all: readonly Path[], by: string): boolean {
  const folder = path.segments.slice(0, -1).join('/');
  const names = new Set(
    all
      .slice(0, 64)
      .filter(other => other.segments.slice(0, -1).join('/') === folder)
      .map(other => other.segments.at(-1) ?? ''),
  );
  const maker = makerOf(path);
  if (maker === 'dotnet') return names.has('obj');
  if (maker !== 'javascript') return false;
  const formats = [...names].filter(name => bundles.has(name)).length;
  // A tool of JavaScript packages does not run in other projects.
  return formats >= (by === 'rimraf' || by === 'del' ? 1 : 2);
}

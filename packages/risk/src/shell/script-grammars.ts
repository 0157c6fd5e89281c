import { Language, type Node, Parser } from 'web-tree-sitter';
import { onFirstUse } from '../first-use.ts';

/** A place in the tree of a script. */
export interface ScriptNode {
  readonly type: string;
  readonly text: string;
  readonly children: readonly ScriptNode[];
}

/** A script read by the grammar of its language. */
interface ScriptTree {
  readonly root: ScriptNode;
  /** The grammar could not read all of it. */
  readonly broken: boolean;
}

/** The grammars of the shells of Windows. Each gives null for what it cannot be given. */
export interface ScriptGrammars {
  powershell(text: string): ScriptTree | null;
  cmd(text: string): ScriptTree | null;
}

/** Where no grammar was loaded, every script is unparsable. */
export const noScriptGrammars: ScriptGrammars = { powershell: () => null, cmd: () => null };

const longestScript = 32_768;
/** The grammar asks this often, at even distances of its work, whether it may go on. */
const mostProgress = 300;
const mostNodes = 20_000;

/**
 * Loads both grammars, which are WebAssembly, once in a process. One that is not installed or does not load reads
 * nothing. Each caller gets a promise of its own, so that a test runner does not take one caller for another.
 */
export async function loadScriptGrammars(): Promise<ScriptGrammars> {
  return await grammarsOfProcess();
}

const grammarsOfProcess = onFirstUse(loadBoth);

async function loadBoth(): Promise<ScriptGrammars> {
  const [powershell, cmd] = await Promise.all([
    loadReader('tree-sitter-powershell'),
    loadReader('tree-sitter-batch'),
  ]);
  return {
    powershell,
    // The grammar wants a line to end.
    cmd: text => cmd(text.endsWith('\n') ? text : `${text}\n`),
  };
}

type ReadScript = (text: string) => ScriptTree | null;

async function loadReader(name: string): Promise<ReadScript> {
  try {
    await startRuntime();
    return readerOf(await Language.load(wasmOf(name)));
  } catch {
    return () => null;
  }
}

/**
 * The runtime of the grammars. By itself it looks beside the file that it was bundled into, and complains on the console
 * where it finds nothing; a grammar that cannot be loaded is told as a script that is unparsable.
 */
const startRuntime = onFirstUse(async () => {
  const wasm = wasmOf('web-tree-sitter');
  const silent = (): void => undefined;
  await Parser.init({ locateFile: () => wasm, print: silent, printErr: silent });
});

function wasmOf(name: string): string {
  return decodeURIComponent(new URL(import.meta.resolve(`${name}/${name}.wasm`)).pathname);
}

/** Brackets that stay open take the grammars quadratic time. */
const deepestScript = 200;

/** How deep brackets are nested, counted without regard to quotes. */
function nestingOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function readerOf(language: Language): ReadScript {
  const parser = new Parser();
  parser.setLanguage(language);
  return text => {
    if (text.length > longestScript || text.includes('\0') || nestingOf(text) > deepestScript)
      return null;
    let progress = 0;
    const tree = parser.parse(text, null, {
      progressCallback: () => {
        progress += 1;
        return progress > mostProgress;
      },
    });
    if (tree === null) {
      parser.reset();
      return null;
    }
    try {
      const budget = { left: mostNodes };
      const root = copied(tree.rootNode, budget, 0);
      return budget.left < 0 ? null : { root, broken: tree.rootNode.hasError };
    } finally {
      tree.delete();
    }
  };
}

const deepestNode = 400;

/** The tree without the memory of the grammar, which is given back at once. Chains of single children are one. */
function copied(node: Node, budget: { left: number }, depth: number): ScriptNode {
  let at = node;
  while (at.namedChildCount === 1 && at.childCount === 1 && layers.has(at.type)) {
    const only = at.namedChild(0);
    if (only === null) break;
    at = only;
  }
  budget.left -= 1;
  const children: ScriptNode[] = [];
  if (budget.left > 0 && depth < deepestNode)
    for (const child of at.namedChildren) {
      if (child === null || budget.left < 0) break;
      children.push(copied(child, budget, depth + 1));
    }
  else if (at.namedChildCount > 0) budget.left = -1;
  return { type: at.type, text: at.text, children };
}

/** Levels of precedence that the grammar writes down even where no operator stands. */
const layers: ReadonlySet<string> = new Set(
  `logical_expression bitwise_expression comparison_expression additive_expression multiplicative_expression format_expression
  range_expression array_literal_expression unary_expression pipeline_chain path_command_name`.split(
    /\s+/,
  ),
);

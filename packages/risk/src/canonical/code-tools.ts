import { isList, type Leaf, type Survey } from '../action/survey.ts';
import type { NameReading } from '../action/tool-name.ts';
import { hasAny } from '../action/words.ts';
import { ownLanguages } from './code-language.ts';

/** Tools in which code stands in cells, to be run now or by the next reader. */
const notebooks: ReadonlySet<string> = new Set(
  'notebook notebooks cell cells jupyter colab kernel databricks zeppelin deepnote marimo observable hex'.split(
    ' ',
  ),
);
/** Tools that run what they are given, whatever the rest of their name says. */
const evaluators: ReadonlySet<string> = new Set(
  `eval evaluate repl interpreter irb pry tinker ipython kernel sandbox livebook runkit pyodide iex rails django lambda functions
  function edge worker workers macro cell snippet`.split(/\s+/),
);
const starting: ReadonlySet<string> = new Set(
  'run execute exec eval evaluate invoke call test inject submit start send add_and_run'.split(' '),
);
const cellKeys: ReadonlySet<string> = new Set(
  `source code cell new_source cell_source content body input text script snippet program expression new_content lines
  src code_string function_body replace new_string cell_content value macro apps_script`.split(
    /\s+/,
  ),
);

export function isNotebook(tool: NameReading): boolean {
  return hasAny(tool.words, notebooks);
}

/** True if the tool runs code: by its kind, or by a verb of running beside a word for what is run. */
export function runsCode(tool: NameReading): boolean {
  if (tool.domains.has('code')) return true;
  if (!hasAny(tool.words, starting)) return hasAny(tool.words, alone);
  return hasAny(tool.words, evaluators) || hasAny(tool.words, ownLanguages) || isNotebook(tool);
}

/** Tools that take whatever they are given for the language they speak. */
export const speaking: ReadonlySet<string> = new Set(
  'repl irb pry tinker ipython pyodide runkit python jupyter interpreter node ruby php'.split(' '),
);

const alone: ReadonlySet<string> = new Set('repl irb pry tinker ipython pyodide runkit'.split(' '));

/** A text that such a tool takes for code under a name that elsewhere means anything. */
export function isCellText(
  { key, depth }: Pick<Leaf, 'key' | 'depth'>,
  tool?: NameReading,
): boolean {
  if (depth > 2) return false;
  return cellKeys.has(key.name) || (promptKeys.has(key.name) && hasAny(tool?.words ?? [], alone));
}

/** Under these a prompt of a language takes its code too. */
const promptKeys: ReadonlySet<string> = new Set(
  'query command cmd statement prompt line'.split(' '),
);

/** A name or a path is no code. */
export function looksLikeCode(text: string): boolean {
  return /[\s()=;]/u.test(text.slice(0, 4096));
}

/** The lines of a cell, which notebooks keep as a list. */
export function cellsOf(seen: Survey): readonly string[] {
  const found: string[] = [];
  for (const { key, value, depth } of seen.branches) {
    if (!isList(value) || value.length < 2 || !isCellText({ key, depth })) continue;
    const lines = value.filter(line => typeof line === 'string');
    if (lines.length < value.length) continue;
    const ended = lines.some(line => line.endsWith('\n'));
    found.push(lines.join(ended ? '' : '\n'));
  }
  return found;
}

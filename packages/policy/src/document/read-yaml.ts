import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  Scalar,
  type YAMLError,
} from 'yaml';
import { type Place, type PolicyProblem, problemAt, quoted } from './problem.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml-node.ts';

const lengthMax = 2 ** 20;
const depthMax = 24;

// Invisible characters, and characters that change the direction of the text. With them, a rule could look different
// from what it says.
const deceptive = /[^\P{Cc}\t\n\r]|\p{Cf}|\p{Surrogate}/u;

type YamlReading =
  | { readonly ok: true; readonly root: YamlNode }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * Reads one YAML document. It refuses everything that two readers could understand differently: anchors, aliases, merge
 * keys, tags, directives, duplicate keys, several documents.
 */
export function readYaml(file: string, source: string): YamlReading {
  const start: Place = { file, line: 1, column: 1 };
  // Some editors begin every file with a byte order mark.
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  if (text.length > lengthMax) {
    const found = `${text.length} characters`;
    return refuse(
      problemAt(start, `expected text of at most ${lengthMax} characters, found ${found}`),
    );
  }
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return line === 0 ? start : { file, line, column: col };
  };
  let documents: ReturnType<typeof parseAllDocuments<ParsedNode>>;
  try {
    documents = parseAllDocuments<ParsedNode>(text, {
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
      merge: false,
      // The library compares every key with every other one; see the set in readMap.
      uniqueKeys: false,
    });
  } catch {
    return refuse(problemAt(start, 'expected valid YAML'));
  }
  if (!Array.isArray(documents) || documents.length === 0) {
    return refuse(problemAt(start, 'expected a document, found an empty file'));
  }
  const hidden = text.search(deceptive);
  if (hidden >= 0) {
    const code = (text.codePointAt(hidden) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return refuse(problemAt(place(hidden), `expected visible characters, found U+${code}`));
  }
  const [document, second] = documents;
  const faults = documents.flatMap(({ errors }) => errors);
  if (faults.length > 0)
    return refuse(...faults.slice(0, 20).map(fault => syntaxProblem(fault, place)));
  if (second !== undefined) {
    const at = place(second.range?.[0] ?? 0);
    return refuse(problemAt(at, 'expected one document in a file, found a second one'));
  }
  if (document?.directives.yaml.explicit === true) {
    return refuse(problemAt(start, 'expected no %YAML directive; files are read as YAML 1.2'));
  }
  if (document?.contents == null) {
    return refuse(problemAt(start, 'expected a document, found an empty file'));
  }
  const reader = new Conversion(text, place);
  const root = reader.convert(document.contents, 0);
  return reader.problems.length > 0 ? refuse(...reader.problems) : { ok: true, root };
}

function refuse(...problems: readonly PolicyProblem[]): YamlReading {
  return { ok: false, problems };
}

function syntaxProblem(fault: YAMLError, place: (offset: number) => Place): PolicyProblem {
  const at = place(fault.pos[0]);
  switch (fault.code) {
    case 'TAB_AS_INDENT':
      return problemAt(at, 'expected spaces as indentation, found a tab');
    case 'RESOURCE_EXHAUSTION':
      return problemAt(at, `expected at most ${depthMax} levels of nesting, found many more`);
    default:
      return problemAt(at, `expected YAML: ${fault.message}`);
  }
}

class Conversion {
  readonly problems: PolicyProblem[] = [];
  readonly #text: string;
  readonly #place: (offset: number) => Place;

  constructor(text: string, place: (offset: number) => Place) {
    this.#text = text;
    this.#place = place;
  }

  convert(node: ParsedNode, depth: number): YamlNode {
    const at = this.#place(node.range[0]);
    if (isAlias(node)) {
      return this.#refused(at, 'expected the value itself, found an alias; write it out');
    }
    if (node.anchor !== undefined) {
      this.#refuse(at, 'expected no anchor; write values out where they are used');
    }
    if (node.tag !== undefined) {
      this.#refuse(at, `expected no tag, found ${quoted(node.tag)}; quote the value instead`);
    }
    if (depth > depthMax)
      return this.#refused(at, `expected at most ${depthMax} levels of nesting`);
    if (isSeq(node)) {
      return {
        kind: 'list',
        at,
        items: node.items.map(item => this.convert(item as ParsedNode, depth + 1)),
      };
    }
    if (isMap(node)) return this.#readMap(node as never, at, depth);
    return this.#readScalar(node as Scalar.Parsed, at);
  }

  #readMap(
    node: { readonly items: readonly { readonly key: unknown; readonly value: unknown }[] },
    at: Place,
    depth: number,
  ): YamlMap {
    const entries: YamlEntry[] = [];
    const seen = new Set<string>();
    for (const pair of node.items) {
      const key = pair.key as ParsedNode;
      const keyAt = this.#place(key.range[0]);
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string') {
        this.#refuse(keyAt, 'expected a plain name as key; quote it if it is meant as text');
        continue;
      }
      if (name === '<<') {
        this.#refuse(keyAt, 'expected no merge key; write the members out');
        continue;
      }
      if (key.anchor !== undefined || key.tag !== undefined) {
        this.#refuse(keyAt, 'expected a key without anchor or tag');
      }
      if (seen.has(name))
        this.#refuse(keyAt, `expected each key once, found ${quoted(name)} again`);
      seen.add(name);
      const value =
        pair.value === null
          ? this.#scalar(keyAt, null, '', () => keyAt)
          : this.convert(pair.value as ParsedNode, depth + 1);
      entries.push({ key: name, at: keyAt, value });
    }
    return { kind: 'map', at, entries };
  }

  #readScalar(node: Scalar.Parsed, at: Place): YamlScalar {
    const [start, end] = node.range;
    const written = this.#text.slice(start, end);
    const { value } = node;
    if (typeof value === 'string') {
      return this.#scalar(at, value, written, offset =>
        this.#within(node, written, value, offset, at),
      );
    }
    const plain = typeof value === 'number' || typeof value === 'boolean' ? value : null;
    return this.#scalar(at, plain, written, () => at);
  }

  #within(node: Scalar.Parsed, written: string, value: string, offset: number, at: Place): Place {
    const [start] = node.range;
    const verbatim = written.indexOf(value);
    if (verbatim >= 0) return this.#place(start + verbatim + offset);
    if (node.type !== Scalar.BLOCK_LITERAL) return at;
    // In a literal block the lines are as written, after one line of header and a fixed indent.
    const before = value.slice(0, offset).split('\n');
    const rows = written.split('\n');
    const indent = /^ */.exec(rows[1] ?? '')?.[0].length ?? 0;
    const column = indent + 1 + (before.at(-1)?.length ?? 0);
    return { file: at.file, line: at.line + before.length, column };
  }

  #scalar(
    at: Place,
    value: YamlScalar['value'],
    written: string,
    within: YamlScalar['within'],
  ): YamlScalar {
    return { kind: 'scalar', at, value, written, within };
  }

  #refuse(at: Place, message: string): void {
    this.problems.push(problemAt(at, message));
  }

  #refused(at: Place, message: string): YamlScalar {
    this.#refuse(at, message);
    return this.#scalar(at, null, '', () => at);
  }
}

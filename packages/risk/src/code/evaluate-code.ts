import type { SyntaxNode } from '@lezer/common';
import { type CodeTree, childrenOf, isOperand } from './code-tree.ts';
import {
  type CodeValue,
  type GivenArguments,
  HOLE,
  joinTexts,
  memoryValue,
  reached,
  textOf,
  textValue,
  unknownValue,
} from './code-value.ts';
import { literalText, unescaped } from './literal-text.ts';
import { madeObject, makesMemory } from './made-objects.ts';

/** The values that names stand for at one place, the latest first. */
type Names = Map<string, readonly CodeValue[]>;

const deepest = 40;

/** Works out values without running anything: constants, joined texts, members and results of calls by name. */
export class Evaluator {
  readonly tree: CodeTree;
  readonly names: Names = new Map();
  /** Work that is left; an expression that takes more is unknown. */
  #left = 60_000;

  constructor(tree: CodeTree) {
    this.tree = tree;
  }

  source(node: SyntaxNode): string {
    return this.tree.text.slice(node.from, node.to);
  }

  /** Binds a name at a place. If the code may not reach that place, the earlier value stays possible. */
  bind(name: string, value: CodeValue, place: SyntaxNode): void {
    if (this.names.size > 2000) return;
    const before = mayBePassedBy(place) ? (this.names.get(name) ?? []) : [];
    this.names.set(name, [value, ...before].slice(0, 4));
  }

  valueOf(node: SyntaxNode | null, depth = 0): CodeValue {
    this.#left -= 1;
    if (node === null || depth > deepest || this.#left < 0) return unknownValue;
    const evaluate = evaluators[node.name];
    return evaluate === undefined ? unknownValue : evaluate(this, node, depth + 1);
  }

  /** Everything a node may stand for. */
  valuesOf(node: SyntaxNode): readonly CodeValue[] {
    if (node.name === 'VariableName') {
      const bound = this.names.get(this.source(node));
      if (bound !== undefined) return bound;
    }
    return [this.valueOf(node)];
  }

  argumentsOf(list: SyntaxNode | null, name: string, depth = 0): GivenArguments {
    const positional: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    const children = list === null ? [] : childrenOf(list);
    for (let i = 0; i < children.length; i++) {
      const child = children[i];
      if (child === undefined) break;
      const next = children[i + 1];
      if (child.name === '**' || child.name === '*' || child.name === 'Spread') {
        const spread = this.valueOf(next ?? null, depth);
        if (spread.kind === 'object')
          for (const [key, value] of spread.members) named.set(key, value);
        else if (spread.kind === 'list') positional.push(...spread.items);
        else positional.push(unknownValue);
        i += 1;
      } else if (child.name === 'VariableName' && next?.name === 'AssignOp') {
        named.set(this.source(child), this.valueOf(children[i + 2] ?? null, depth));
        i += 2;
      } else if (isOperand(child)) positional.push(this.valueOf(child, depth));
    }
    return { name, positional, named };
  }
}

const branches =
  /^(If|For|While|Try|Match|With|Switch|Do)Statement$|^(FunctionDefinition|FunctionDeclaration|FunctionExpression|ArrowFunction|MethodDeclaration|ClassDefinition|LambdaExpression|CatchClause)$/u;

function mayBePassedBy(place: SyntaxNode): boolean {
  if (place.name === 'ForStatement') return true;
  let above = place.parent;
  for (let i = 0; i < deepest && above !== null; i++, above = above.parent)
    if (branches.test(above.name)) return true;
  return above !== null;
}

type Evaluate = (evaluator: Evaluator, node: SyntaxNode, depth: number) => CodeValue;

const inner: Evaluate = (evaluator, node, depth) =>
  evaluator.valueOf(childrenOf(node).find(isOperand) ?? null, depth);

const last: Evaluate = (evaluator, node, depth) =>
  evaluator.valueOf(childrenOf(node).filter(isOperand).at(-1) ?? null, depth);

const list: Evaluate = (evaluator, node, depth) => ({
  kind: 'list',
  items: childrenOf(node)
    .filter(isOperand)
    .map(child => evaluator.valueOf(child, depth)),
});

/** A text with parts put in: f-strings, template strings. */
const template: Evaluate = (evaluator, node, depth) => {
  const text = evaluator.source(node);
  const isFormat = node.name === 'FormatString';
  const opened = isFormat ? (/^[a-zA-Z]{0,3}("""|'''|"|')/u.exec(text)?.[0].length ?? 1) : 1;
  const closed = isFormat && /("""|''')$/u.test(text) && opened > 3 ? 3 : 1;
  let at = node.from + opened;
  let made = '';
  for (const child of childrenOf(node)) {
    if (child.name !== 'FormatReplacement' && child.name !== 'Interpolation') continue;
    made += unescaped(evaluator.tree.text.slice(at, child.from));
    const value = childrenOf(child).find(
      part => isOperand(part) && !part.name.startsWith('Interpolation'),
    );
    made += textOf(evaluator.valueOf(value ?? null, depth));
    at = child.to;
  }
  return textValue(made + unescaped(evaluator.tree.text.slice(at, Math.max(at, node.to - closed))));
};

const member: Evaluate = (evaluator, node, depth) => {
  const children = childrenOf(node);
  const owner = evaluator.valueOf(children.find(isOperand) ?? null, depth);
  const property = children.find(
    child => child.name === 'PropertyName' || child.name === 'PrivatePropertyName',
  );
  const computed = children.findIndex(child => child.name === '[');
  const name =
    property !== undefined
      ? evaluator.source(property)
      : computed >= 0
        ? textOf(evaluator.valueOf(children[computed + 1] ?? null, depth))
        : HOLE;
  return interpreterIn(evaluator, owner, name) ?? memberOf(owner, name, property === undefined);
};

/** `sys.executable` and `process.execPath` are the interpreter that runs the code, unless the code says otherwise. */
function interpreterIn(evaluator: Evaluator, owner: CodeValue, name: string): CodeValue | null {
  if (owner.kind !== 'reached' || owner.names.length !== 1 || owner.given.length > 0) return null;
  const whole = `${owner.names[0]}.${name}`;
  const program = interpreters[whole];
  if (program === undefined) return null;
  return setsInterpreter.test(evaluator.tree.text) ? null : textValue(program);
}

const setsInterpreter =
  /\b(?:executable|execPath)\b['"\]\s]{0,6}=(?!=)|\bsetattr\b|\bdefineProperty\b/u;
const interpreters: Readonly<Record<string, string>> = {
  'sys.executable': 'python3',
  'process.execPath': 'node',
};

function memberOf(owner: CodeValue, name: string, computed: boolean): CodeValue {
  if (owner.kind === 'object') {
    const value = owner.members.get(name);
    if (value !== undefined) return value;
  }
  if (owner.kind === 'list' && computed) {
    const index = Number(name);
    return owner.items.at(Number.isInteger(index) ? index : 0) ?? unknownValue;
  }
  if (owner.kind === 'reached') return reached([...owner.names, name], owner.given);
  // The name of a temporary file is its path.
  if (owner.kind === 'text' && owner.temporary === true && name === 'name') return owner;
  // A text that is a path has the methods of a path.
  if (owner.kind === 'text' && /^[~/.]/u.test(owner.text) && !computed)
    return reached(
      ['pathlib', 'Path', name],
      [{ name: 'Path', positional: [owner], named: new Map() }],
    );
  return owner.kind === 'unknown' ? reached(['?', name]) : { ...memoryValue };
}

const call: Evaluate = (evaluator, node, depth) => {
  const children = childrenOf(node);
  const callee = children.find(child => isOperand(child) && child.name !== 'new');
  const args = children.find(child => child.name === 'ArgList') ?? null;
  if (callee === undefined) return unknownValue;
  const text = madeText(evaluator, callee, args, depth);
  if (text !== null) return text;
  const target = evaluator.valueOf(callee, depth);
  if (target.kind !== 'reached') return target.kind === 'memory' ? memoryValue : unknownValue;
  const name = target.names.at(-1) ?? '';
  const given = evaluator.argumentsOf(args, name, depth);
  const path = target.names.join('.');
  if (makesMemory(path, given)) return memoryValue;
  const made = madeObject(path, given);
  if (made !== null) return made;
  return reached(target.names, [...target.given, given]);
};

/** Methods of texts, lists and paths whose result is known. */
function madeText(
  evaluator: Evaluator,
  callee: SyntaxNode,
  args: SyntaxNode | null,
  depth: number,
): CodeValue | null {
  if (callee.name !== 'MemberExpression') return null;
  const children = childrenOf(callee);
  const method = evaluator.source(children.at(-1) ?? callee);
  if (!textMethods.has(method)) return null;
  const owner = evaluator.valueOf(children.find(isOperand) ?? null, depth);
  if (owner.kind !== 'text' && owner.kind !== 'list') return null;
  const { positional, named } = evaluator.argumentsOf(args, method, depth);
  const [first = unknownValue] = positional;
  if (owner.kind === 'list')
    return method === 'join'
      ? joinTexts(owner.items, positional.length > 0 ? textOf(first) : ',')
      : null;
  if (method === 'join')
    return first.kind === 'list' ? joinTexts(first.items, owner.text) : textValue(HOLE);
  if (method === 'format') return formatted(owner.text, { name: method, positional, named });
  if (method.startsWith('replace'))
    return textValue(owner.text.replaceAll(textOf(first), textOf(positional[1] ?? unknownValue)));
  if (method === 'split')
    return {
      kind: 'list',
      items: owner.text.split(first.kind === 'text' ? first.text : /\s+/u, 200).map(textValue),
    };
  if (method === 'concat') return joinTexts([owner, ...positional]);
  if (method === 'reverse') return textValue(HOLE);
  return /lower/iu.test(method) ? textValue(owner.text.toLowerCase()) : owner;
}

/** `"{} {name}".format(…)`. */
function formatted(text: string, { positional, named }: GivenArguments): CodeValue {
  let at = 0;
  return textValue(
    text.replaceAll(/\{([^{}]{0,40})\}/gu, (_, key: string) => {
      const field = key.split(/[!:]/u, 1)[0] ?? '';
      const value = named.get(field) ?? positional[field === '' ? at++ : Number(field)];
      return value === undefined ? HOLE : textOf(value);
    }),
  );
}

const textMethods: ReadonlySet<string> = new Set(
  'join format replace replaceAll split concat strip trim lower toLowerCase reverse encode decode toString rstrip lstrip dedent'.split(
    ' ',
  ),
);

const binary: Evaluate = (evaluator, node, depth) => {
  const children = childrenOf(node);
  const operands = children.filter(
    child => isOperand(child) && !/Op$/u.test(child.name) && child.name !== 'TypeName',
  );
  const operator = children.find(child => /Op$/u.test(child.name));
  const left = evaluator.valueOf(operands[0] ?? null, depth);
  const mark = operator === undefined ? '' : evaluator.source(operator);
  if (mark === '') return left;
  const right = evaluator.valueOf(operands[1] ?? null, depth);
  return operators[mark]?.(left, right) ?? unknownValue;
};

type Operator = (left: CodeValue, right: CodeValue) => CodeValue;

const either: Operator = (left, right) => (left.kind === 'unknown' ? right : left);

const operators: Readonly<Record<string, Operator>> = {
  '+': (left, right) => {
    if (left.kind === 'list' && right.kind === 'list')
      return { kind: 'list', items: [...left.items, ...right.items] };
    if (left.kind === 'number' && right.kind === 'number')
      return { kind: 'number', value: left.value + right.value };
    return left.kind === 'text' || right.kind === 'text' ? joinTexts([left, right]) : unknownValue;
  },
  '%': (left, right) => {
    if (left.kind !== 'text') return unknownValue;
    const parts = right.kind === 'list' ? [...right.items] : [right];
    return textValue(
      left.text.replaceAll(/%[-0-9.]{0,6}[sdrfx]/gu, () => textOf(parts.shift() ?? unknownValue)),
    );
  },
  '*': (left, right) =>
    left.kind === 'number' && right.kind === 'number'
      ? { kind: 'number', value: left.value * right.value }
      : unknownValue,
  '/': (left, right) =>
    left.kind === 'reached' || left.kind === 'text'
      ? joinTexts([pathOf(left), right], '/')
      : unknownValue,
  '||': either,
  '??': either,
  or: either,
};

/** `Path("a") / "b"`: the path that was given. */
function pathOf(value: CodeValue): CodeValue {
  if (value.kind !== 'reached') return value;
  return value.given.at(-1)?.positional[0] ?? unknownValue;
}

const dictionary: Evaluate = (evaluator, node, depth) => {
  const members = new Map<string, CodeValue>();
  const children = childrenOf(node).filter(
    child => child.name !== ',' && child.name !== '{' && child.name !== '}',
  );
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child?.name !== ':') continue;
    const key = children[i - 1];
    members.set(
      key === undefined ? HOLE : textOf(evaluator.valueOf(key, depth)),
      evaluator.valueOf(children[i + 1] ?? null, depth),
    );
  }
  return { kind: 'object', members };
};

const objectLiteral: Evaluate = (evaluator, node, depth) => {
  const members = new Map<string, CodeValue>();
  for (const property of childrenOf(node)) {
    if (property.name !== 'Property') continue;
    const parts = childrenOf(property);
    const key = parts.find(part => part.name === 'PropertyDefinition' || part.name === 'String');
    const colon = parts.findIndex(part => part.name === ':');
    if (key === undefined) continue;
    const name =
      key.name === 'String' ? textOf(evaluator.valueOf(key, depth)) : evaluator.source(key);
    const value =
      colon >= 0
        ? evaluator.valueOf(parts[colon + 1] ?? null, depth)
        : (evaluator.names.get(name)?.[0] ?? unknownValue);
    members.set(name, value);
  }
  return { kind: 'object', members };
};

const name: Evaluate = (evaluator, node) => {
  const text = evaluator.source(node);
  return evaluator.names.get(text)?.[0] ?? reached([text]);
};

const flag: Evaluate = (evaluator, node) => ({
  kind: 'flag',
  value: /^true$/iu.test(evaluator.source(node)),
});

const evaluators: Readonly<Record<string, Evaluate>> = {
  String: (evaluator, node) => textValue(literalText(evaluator.source(node))),
  ContinuedString: (evaluator, node, depth) =>
    joinTexts(childrenOf(node).map(child => evaluator.valueOf(child, depth))),
  FormatString: template,
  TemplateString: template,
  Number: (evaluator, node) => {
    const value = Number(evaluator.source(node).replaceAll('_', ''));
    return Number.isFinite(value) ? { kind: 'number', value } : unknownValue;
  },
  Boolean: flag,
  BooleanLiteral: flag,
  VariableName: name,
  Identifier: name,
  self: () => reached(['self']),
  this: () => reached(['this']),
  MemberExpression: member,
  CallExpression: call,
  NewExpression: call,
  AwaitExpression: last,
  ParenthesizedExpression: inner,
  PostfixExpression: inner,
  NamedExpression: last,
  BinaryExpression: binary,
  ArrayExpression: list,
  TupleExpression: list,
  SetExpression: list,
  ArrayComprehensionExpression: () => unknownValue,
  DictionaryExpression: dictionary,
  ObjectExpression: objectLiteral,
  DynamicImport: (evaluator, node, depth) => {
    const value = evaluator.valueOf(
      childrenOf(node).find(child => child.name === 'String') ?? null,
      depth,
    );
    return value.kind === 'text' ? reached([moduleName(value.text)]) : unknownValue;
  },
};

export function moduleName(text: string): string {
  return text.replace(/^node:/u, '');
}

import type { SyntaxNode } from '@lezer/common';
import { callRules } from './call-rules.ts';
import { noteAddresses } from './code-addresses.ts';
import type { CodeCall } from './code-call.ts';
import type { CodeDeed, CodeReading } from './code-deed.ts';
import { childrenOf, isOperand, parseCode } from './code-tree.ts';
import { type CodeValue, HOLE, memoryValue, reached, textOf, unknownValue } from './code-value.ts';
import { Evaluator, moduleName } from './evaluate-code.ts';

const mostDeeds = 200;
const mostPlaces = 200;

/** Reads code by its grammar: what it would do, call by call, in the order of the text. Null without a grammar. */
export function readCode(language: string, text: string): CodeReading | null {
  const tree = parseCode(language, text);
  if (tree === null) return null;
  const evaluator = new Evaluator(tree);
  const deeds: CodeDeed[] = [];
  const places: string[] = [];
  const addresses: string[] = [];
  const cursor = tree.root.cursor();
  do {
    const bind = binders[cursor.name];
    if (bind !== undefined) bind(evaluator, cursor.node);
    if (callNodes.has(cursor.name) && deeds.length < mostDeeds) {
      const call = callOf(evaluator, cursor.node);
      if (call === null) continue;
      notePlaces(call, places);
      noteAddresses(call, addresses);
      for (const rule of callRules) {
        const found = rule(call);
        if (found === null) continue;
        deeds.push(...found);
        break;
      }
    }
  } while (cursor.next());
  return { complete: tree.errors === 0, deeds, places, addresses };
}

const callNodes: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

function callOf(evaluator: Evaluator, node: SyntaxNode): CodeCall | null {
  const children = childrenOf(node);
  const callee = children.find(child => isOperand(child) && child.name !== 'new');
  if (callee === undefined) return null;
  const target = calleeOf(evaluator, callee);
  if (target === null) return null;
  const name = target.names.at(-1) ?? '';
  const template = children.find(child => child.name === 'TemplateString');
  const given =
    node.name === 'TaggedTemplateExpression'
      ? {
          name,
          positional: [evaluator.valueOf(template ?? null)],
          named: new Map<string, CodeValue>(),
        }
      : evaluator.argumentsOf(children.find(child => child.name === 'ArgList') ?? null, name);
  const [first] = given.positional;
  const source = children.find(child => child.name === 'ArgList');
  const argument = source === undefined ? undefined : childrenOf(source).find(isOperand);
  // A name that stood for several texts may still be any of them.
  const values = argument === undefined ? [] : evaluator.valuesOf(argument);
  const worst = values.length > 1 && first?.kind === 'text' ? joined(values) : first;
  return {
    path: target.names.join('.'),
    names: target.names,
    given:
      worst === undefined ? given : { ...given, positional: [worst, ...given.positional.slice(1)] },
    before: target.given,
    ...(template === undefined ? {} : { tag: evaluator.source(callee) }),
    times: timesOf(evaluator, node),
    inMemory: target.inMemory,
  };
}

const loops: ReadonlySet<string> = new Set([
  'ForStatement',
  'WhileStatement',
  'ArrayComprehensionExpression',
  'ComprehensionExpression',
  'SetComprehensionExpression',
  'DictionaryComprehensionExpression',
]);
const eachMethods = /\.(map|forEach|each|flatMap|submit|mapSeries|allSettled|all)$/u;
const highestLoop = 40;

/** How often a call happens: once, as often as a known list is long, or not known beforehand. */
function timesOf(evaluator: Evaluator, node: SyntaxNode): number | null {
  let times = 1;
  let above = node.parent;
  for (let i = 0; i < highestLoop && above !== null; i++, above = above.parent) {
    if (loops.has(above.name)) {
      const over = listIn(evaluator, above, node);
      if (over === undefined) continue;
      if (over === null) return null;
      times *= Math.max(1, over);
    } else if (above.name === 'ArrowFunction' || above.name === 'LambdaExpression') {
      const caller = above.parent?.parent?.firstChild;
      if (caller?.name !== 'MemberExpression' || !eachMethods.test(evaluator.source(caller)))
        continue;
      const owner = evaluator.valueOf(caller.firstChild);
      if (owner.kind !== 'list') return null;
      times *= Math.max(1, owner.items.length);
    }
  }
  return times;
}

/** The length of what a loop goes over; null if not known, undefined if the node is what it goes over. */
function listIn(
  evaluator: Evaluator,
  loop: SyntaxNode,
  node: SyntaxNode,
): number | null | undefined {
  if (loop.name === 'WhileStatement') return null;
  const spec = childrenOf(loop).find(child => child.name === 'ForOfSpec') ?? loop;
  const children = childrenOf(spec);
  const at = children.findIndex(child => child.name === 'in' || child.name === 'of');
  const over = children[at + 1];
  if (at < 0 || over === undefined) return null;
  if (node.from >= over.from && node.to <= over.to) return undefined;
  const value = evaluator.valueOf(over);
  return value.kind === 'list' ? value.items.length : null;
}

/** Several texts that one name may stand for, as lines. */
function joined(values: readonly CodeValue[]): CodeValue {
  const texts = [...new Set(values.filter(value => value.kind === 'text').map(textOf))];
  return { kind: 'text', text: texts.join('\n') };
}

function calleeOf(
  evaluator: Evaluator,
  callee: SyntaxNode,
): { names: readonly string[]; given: CodeCall['before']; inMemory: boolean } | null {
  const value = evaluator.valueOf(callee);
  if (value.kind === 'reached') return { names: value.names, given: value.given, inMemory: false };
  if (value.kind !== 'memory') return null;
  const last = childrenOf(callee).findLast(child => child.name === 'PropertyName');
  return {
    names: last === undefined ? [] : ['', evaluator.source(last)],
    given: [],
    inMemory: true,
  };
}

const placing =
  /(connect|client|session|engine|config|init|login|open|use|select|context|create_engine|getenv|environ|database|cluster|profile|mongo|redis|pool|host|url|env)/iu;

/** Where a call that opens something acts, by its texts. */
function notePlaces(call: CodeCall, places: string[]): void {
  if (!placing.test(call.path)) return;
  const values = [...call.given.positional, ...call.given.named.values()];
  for (const value of values) {
    if (places.length >= mostPlaces) return;
    if (value.kind === 'text' && value.text.length < 300) places.push(value.text);
    else if (value.kind === 'reached') places.push(value.names.at(-1) ?? '');
    else if (value.kind === 'object')
      for (const [key, member] of value.members)
        if (
          /host|url|uri|env|database|db|profile|cluster|project|account/iu.test(key) &&
          member.kind === 'text'
        )
          places.push(member.text);
  }
}

type Bind = (evaluator: Evaluator, node: SyntaxNode) => void;

/** `a = 1`, `a, b = 1, 2`, `a: str = "x"`. */
const assign: Bind = (evaluator, node) => {
  const children = childrenOf(node);
  const marks = children.flatMap((child, at) =>
    child.name === 'AssignOp' || child.name === 'Equals' ? [at] : [],
  );
  const last = marks.at(-1);
  if (last === undefined) return;
  const values = children.slice(last + 1).filter(isOperand);
  let from = 0;
  for (const mark of marks) {
    const targets = children.slice(from, mark).filter(isOperand);
    from = mark + 1;
    const whole = values.length === 1 ? evaluator.valueOf(values[0] ?? null) : undefined;
    targets.forEach((target, at) => {
      const value =
        targets.length === 1
          ? (whole ?? { kind: 'list' as const, items: values.map(item => evaluator.valueOf(item)) })
          : whole === undefined
            ? evaluator.valueOf(values[at] ?? null)
            : whole.kind === 'list'
              ? (whole.items[at] ?? unknownValue)
              : unknownValue;
      bindTarget(evaluator, target, value);
    });
  }
};

function bindTarget(evaluator: Evaluator, target: SyntaxNode, value: CodeValue): void {
  const name = evaluator.source(target);
  if (target.name === 'VariableName' || target.name === 'VariableDefinition')
    evaluator.bind(name, asHeld(value, name), target);
  else if (target.name === 'ObjectPattern') bindPattern(evaluator, target, value);
}

/** Lists and dictionaries are objects of the program, whatever is done to them later. */
function asHeld(value: CodeValue, name: string): CodeValue {
  return value.kind === 'unknown' ? reached([name]) : value;
}

function bindPattern(evaluator: Evaluator, pattern: SyntaxNode, value: CodeValue): void {
  for (const property of childrenOf(pattern)) {
    if (property.name !== 'PatternProperty') continue;
    const parts = childrenOf(property);
    const key = parts.find(
      part => part.name === 'PropertyName' || part.name === 'VariableDefinition',
    );
    const bound = parts.findLast(part => part.name === 'VariableDefinition');
    if (key === undefined || bound === undefined) continue;
    const name = evaluator.source(key);
    const member =
      value.kind === 'reached'
        ? reached([...value.names, name], value.given)
        : value.kind === 'object'
          ? (value.members.get(name) ?? unknownValue)
          : unknownValue;
    evaluator.bind(evaluator.source(bound), member, pattern);
  }
}

/** `let a = 1, b = 2`. */
const declare: Bind = (evaluator, node) => {
  const children = childrenOf(node);
  children.forEach((child, at) => {
    if (child.name !== 'Equals') return;
    const target = children
      .slice(0, at)
      .findLast(part => part.name === 'VariableDefinition' || part.name === 'ObjectPattern');
    const value = children.slice(at + 1).find(isOperand);
    if (target !== undefined) bindTarget(evaluator, target, evaluator.valueOf(value ?? null));
  });
};

/** `a += "b"`. */
const extend: Bind = (evaluator, node) => {
  const [target, , value] = childrenOf(node);
  if (target?.name !== 'VariableName' || value === undefined) return;
  const name = evaluator.source(target);
  const known = evaluator.names.get(name)?.[0];
  const added = evaluator.valueOf(value);
  if (known?.kind === 'text' || added.kind === 'text')
    evaluator.bind(
      name,
      { kind: 'text', text: textOf(known ?? unknownValue) + textOf(added) },
      node,
    );
  else if (known?.kind === 'list' && added.kind === 'list')
    evaluator.bind(name, { kind: 'list', items: [...known.items, ...added.items] }, node);
};

/** `import a.b as c`, `from a import b as c, d`. */
const importPython: Bind = (evaluator, node) => {
  const children = childrenOf(node);
  const names = children.map(child => evaluator.source(child));
  const at = names.indexOf('import');
  const isFrom = names[0] === 'from';
  const module = isFrom ? names.slice(1, at).filter(part => part !== '.') : [];
  let path: string[] = [];
  for (let i = at + 1; i <= names.length; i++) {
    const part = names[i];
    if (part === 'as') {
      evaluator.bind(names[i + 1] ?? '', reached([...module, ...path]), node);
      path = [];
      i += 1;
    } else if (part === ',' || part === undefined) {
      const [first] = path;
      if (first !== undefined)
        evaluator.bind(
          isFrom ? (path.at(-1) ?? '') : first,
          reached(isFrom ? [...module, ...path] : [first]),
          node,
        );
      path = [];
    } else if (part !== '.' && part !== '(' && part !== ')') path.push(part);
  }
};

/** `import a, { b as c } from "d"`. */
const importModule: Bind = (evaluator, node) => {
  const children = childrenOf(node);
  const source = children.find(child => child.name === 'String');
  const text = source === undefined ? HOLE : textOf(evaluator.valueOf(source));
  const module = moduleName(text);
  for (const child of children) {
    if (child.name === 'VariableDefinition')
      evaluator.bind(evaluator.source(child), reached([module]), node);
    if (child.name !== 'ImportGroup') continue;
    const parts = childrenOf(child);
    parts.forEach((part, at) => {
      if (part.name !== 'VariableDefinition') return;
      const before = parts[at - 1];
      const original = before?.name === 'as' ? parts[at - 2] : part;
      evaluator.bind(
        evaluator.source(part),
        reached([module, evaluator.source(original ?? part)]),
        node,
      );
    });
  }
};

/** `with open(x) as f`. */
const hold: Bind = (evaluator, node) => {
  const children = childrenOf(node);
  children.forEach((child, at) => {
    if (child.name !== 'as') return;
    const value = evaluator.valueOf(children[at - 1] ?? null);
    const target = children[at + 1];
    if (target !== undefined) bindTarget(evaluator, target, value);
  });
};

/** `for x in [a, b]`: the name stands for each of them. */
const repeat: Bind = (evaluator, node) => {
  const spec = childrenOf(node).find(child => child.name === 'ForOfSpec') ?? node;
  const children = childrenOf(spec);
  const at = children.findIndex(child => child.name === 'in' || child.name === 'of');
  const target = children
    .slice(0, at)
    .find(child => child.name === 'VariableName' || child.name === 'VariableDefinition');
  if (at < 0 || target === undefined) return;
  const values = evaluator.valueOf(children[at + 1] ?? null);
  const name = evaluator.source(target);
  if (values.kind !== 'list')
    evaluator.bind(name, values.kind === 'memory' ? memoryValue : unknownValue, node);
  else for (const item of values.items.slice(0, 4)) evaluator.bind(name, item, node);
};

const binders: Readonly<Record<string, Bind>> = {
  AssignStatement: assign,
  AssignmentExpression: (evaluator, node) =>
    childrenOf(node).some(child => child.name === 'UpdateOp')
      ? extend(evaluator, node)
      : assign(evaluator, node),
  VariableDeclaration: declare,
  UpdateStatement: extend,
  ImportStatement: importPython,
  ImportDeclaration: importModule,
  WithStatement: hold,
  ForStatement: repeat,
};

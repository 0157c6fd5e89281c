import type { parse } from '@bufbuild/cel';
import {
  celTypeNames,
  conditionVariables,
  hiddenContext,
  knownTexts,
  whyHidden,
} from './condition-scope.ts';
import { suggestName } from './document/suggest-name.ts';
import { regexFault } from './regex-fault.ts';

export type ParsedCondition = ReturnType<typeof parse>;
type Expr = NonNullable<ParsedCondition['expr']>;
type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];
type Comprehension = Extract<Expr['exprKind'], { case: 'comprehensionExpr' }>['value'];

/** A fault in a condition, at an offset of its text. */
export interface ConditionFault {
  readonly offset: number;
  readonly message: string;
  readonly suggestion: string | null;
}

/** Name, whether it is called on something, and the number of arguments: `matches`, true, 1. */
export type Signatures = ReadonlyMap<string, ReadonlySet<string>>;

const nodesMax = 500;
const depthMax = 64;
const nestingMax = 2;
const comprehensionsMax = 8;

/** The operators that the planner handles itself, and the macro that is left over when its argument is wrong. */
const planned = new Set(['_?_:_', '_&&_', '_||_', '_[_]', '@not_strictly_false', '@in']);
const arithmetic = new Set([
  '_+_',
  '_-_',
  '_*_',
  '_/_',
  '_%_',
  '-_',
  'size',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
]);

/**
 * Checks everything about a condition that can be known before there is an action. An unknown name would otherwise be
 * an error, and so a deny, at every evaluation.
 */
export class ConditionCheck {
  readonly faults: ConditionFault[] = [];
  /** How deep comprehensions stand inside each other; it bounds the lists that may be looked at. */
  nesting = 0;
  readonly #positions: Readonly<Record<string, number>>;
  readonly #signatures: Signatures;
  readonly #regexSyntax: (pattern: string) => string | null;
  #nodes = 0;
  #comprehensions = 0;

  constructor(
    parsed: ParsedCondition,
    signatures: Signatures,
    regexSyntax: (pattern: string) => string | null,
  ) {
    this.#regexSyntax = regexSyntax;
    this.#positions = parsed.sourceInfo?.positions ?? {};
    this.#signatures = signatures;
    if (parsed.expr === undefined) return;
    this.#visit(parsed.expr, new Set(), 0, 0);
    this.#checkResult(parsed.expr);
  }

  #fault(expr: Expr, message: string, suggestion: string | null = null): void {
    const offset = this.#positions[String(expr.id)] ?? 0;
    this.faults.push({ offset, message, suggestion });
  }

  #visit(expr: Expr, bound: ReadonlySet<string>, depth: number, nesting: number): void {
    this.#nodes++;
    if (this.#nodes > nodesMax || depth > depthMax) {
      if (this.#nodes === nodesMax + 1 || depth === depthMax + 1) {
        this.#fault(
          expr,
          `expected at most ${nodesMax} parts and ${depthMax} levels in a condition`,
        );
      }
      return;
    }
    const visit = (child: Expr | undefined) => {
      if (child !== undefined) this.#visit(child, bound, depth + 1, nesting);
    };
    const { exprKind } = expr;
    switch (exprKind.case) {
      case 'identExpr':
        this.#checkName(expr, exprKind.value.name, bound);
        return;
      case 'selectExpr':
        visit(exprKind.value.operand);
        this.#checkMember(expr, exprKind.value.operand, exprKind.value.field, bound);
        return;
      case 'callExpr':
        this.#checkCall(expr, exprKind.value, bound);
        visit(exprKind.value.target);
        exprKind.value.args.forEach(visit);
        return;
      case 'listExpr':
        exprKind.value.elements.forEach(visit);
        return;
      case 'structExpr':
        if (exprKind.value.messageName !== '') {
          this.#fault(expr, 'expected no message type; conditions know JSON values only');
          return;
        }
        for (const { keyKind, value } of exprKind.value.entries) {
          if (keyKind.case === 'mapKey') visit(keyKind.value);
          visit(value);
        }
        return;
      case 'comprehensionExpr':
        this.#visitComprehension(expr, exprKind.value, bound, depth, nesting);
    }
  }

  #visitComprehension(
    expr: Expr,
    { iterRange, iterVar, accuVar, accuInit, loopCondition, loopStep, result }: Comprehension,
    bound: ReadonlySet<string>,
    depth: number,
    nesting: number,
  ): void {
    this.nesting = Math.max(this.nesting, nesting + 1);
    if (nesting + 1 === nestingMax + 1) {
      this.#fault(expr, `expected comprehensions at most ${nestingMax} deep in each other`);
    }
    if (++this.#comprehensions === comprehensionsMax + 1) {
      this.#fault(expr, `expected at most ${comprehensionsMax} comprehensions in a condition`);
    }
    if (conditionVariables.has(iterVar)) {
      this.#fault(expr, `expected a name other than that of the variable ${iterVar}`);
    }
    const inner = new Set([...bound, iterVar, accuVar]);
    if (iterRange) this.#visit(iterRange, bound, depth + 1, nesting);
    for (const child of [accuInit, loopCondition, loopStep, result]) {
      if (child) this.#visit(child, inner, depth + 1, nesting + 1);
    }
  }

  #checkName(expr: Expr, name: string, bound: ReadonlySet<string>): void {
    if (bound.has(name) || conditionVariables.has(name) || celTypeNames.has(name)) return;
    const known = [...conditionVariables.keys(), ...bound].filter(each => !each.startsWith('@'));
    this.#fault(
      expr,
      `unknown name "${name}"; expected ${known.join(', ')}`,
      suggestName(name, known),
    );
  }

  #checkMember(
    expr: Expr,
    operand: Expr | undefined,
    member: string,
    bound: ReadonlySet<string>,
  ): void {
    const variable = operand?.exprKind.case === 'identExpr' ? operand.exprKind.value.name : null;
    if (variable === null || bound.has(variable)) return;
    if (variable === 'context' && hiddenContext.has(member)) {
      this.#fault(expr, `context.${member} is not for conditions: ${whyHidden(member)}`);
    }
    const members = conditionVariables.get(variable);
    if (!members || members.includes(member)) return;
    this.#fault(
      expr,
      `unknown member "${member}" of ${variable}; expected ${members.join(', ')}`,
      suggestName(member, members),
    );
  }

  #checkCall(expr: Expr, call: Call, bound: ReadonlySet<string>): void {
    const { function: name, target, args } = call;
    if (name === '_[_]') {
      const member = textOf(args[1]);
      if (member !== null) this.#checkMember(expr, args[0], member, bound);
    }
    this.#checkKnownText(call);
    if (!planned.has(name)) this.#checkSignature(expr, name, target !== undefined, args.length);
    if (name !== 'matches' || target === undefined) return;
    const pattern = textOf(args[0]);
    const fault =
      pattern === null
        ? 'expected the regular expression as a literal, so that it can be checked when the policy is loaded'
        : (regexFault(pattern) ?? this.#regexSyntax(pattern));
    if (fault !== null) this.#fault(args[0] ?? expr, fault);
  }

  #checkSignature(expr: Expr, name: string, method: boolean, count: number): void {
    const forms = this.#signatures.get(name);
    if (forms === undefined) {
      const hint = name === 'has' ? 'has() takes a member: has(parameters.name)' : null;
      const known = [...this.#signatures.keys()].filter(each => /^[a-z]/i.test(each));
      this.#fault(expr, `unknown function "${name}"`, hint ?? suggestName(name, known));
    } else if (!forms.has(formOf(method, count))) {
      const usage = [...forms].map(form => form.replace('f', `${name}`)).join(' or ');
      this.#fault(expr, `expected ${usage}, found another number or place of arguments`);
    }
  }

  /** `risk.level == "hihg"` is never true, and a rule that never matches protects nothing. */
  #checkKnownText({ function: name, args }: Call): void {
    if (name !== '_==_' && name !== '_!=_' && name !== '@in') return;
    const [left, right] = args;
    for (const [literals, other] of [
      [left, right],
      [right, left],
    ] as const) {
      const known = knownTexts[pathOf(other)];
      if (known === undefined || literals === undefined) continue;
      const list =
        literals.exprKind.case === 'listExpr' ? literals.exprKind.value.elements : [literals];
      for (const literal of list) {
        const text = textOf(literal);
        if (text === null || known.includes(text)) continue;
        const message = `unknown text "${text}" for ${pathOf(other)}, so this is never true`;
        this.#fault(literal, message, suggestName(text, known));
      }
    }
  }

  #checkResult(expr: Expr): void {
    const { exprKind } = expr;
    const wrong =
      (exprKind.case === 'constExpr' && exprKind.value.constantKind.case !== 'boolValue') ||
      exprKind.case === 'listExpr' ||
      exprKind.case === 'structExpr' ||
      (exprKind.case === 'callExpr' && arithmetic.has(exprKind.value.function));
    if (wrong) this.#fault(expr, 'expected a condition that is true or false, found another value');
  }
}

export function formOf(method: boolean, count: number): string {
  const args = Array.from({ length: count }, (_, i) => 'abcdefgh'[i] ?? 'x').join(', ');
  return method ? `text.f(${args})` : `f(${args})`;
}

function textOf(expr: Expr | undefined): string | null {
  if (expr?.exprKind.case !== 'constExpr') return null;
  const { constantKind } = expr.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : null;
}

function pathOf(expr: Expr | undefined): string {
  if (expr?.exprKind.case !== 'selectExpr') return '';
  const { operand, field } = expr.exprKind.value;
  return operand?.exprKind.case === 'identExpr' ? `${operand.exprKind.value.name}.${field}` : '';
}

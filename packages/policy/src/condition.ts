import { type CelEnv, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import {
  ConditionCheck,
  type ConditionFault,
  formOf,
  type ParsedCondition,
  type Signatures,
} from './condition-check.ts';
import { conditionFunctions, type MatchBudget, matchedTotalMax } from './condition-functions.ts';
import type { ConditionValues } from './condition-values.ts';

/** True, false, or why the condition could not be evaluated. */
export type Truth = boolean | { readonly error: string };

/** A CEL expression, compiled once. */
export interface Condition {
  readonly text: string;
  /** The longest list or map that its comprehensions may run over. */
  readonly itemsMax: number;
  evaluate(values: ConditionValues): Truth;
}

type Compiled =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly faults: readonly ConditionFault[] };

const lengthMax = 2048;
const bracketsMax = 32;
// A step of a comprehension takes microseconds, so these keep the slowest condition in the tens of milliseconds.
const itemsMaxFlat = 1000;
const itemsMaxNested = 64;

/** Compiles conditions, each text once. Make one for a policy. */
export class ConditionCompiler {
  // Evaluation is synchronous, so one budget, filled up at each start, is enough.
  readonly #budget: MatchBudget = { left: matchedTotalMax };
  readonly #env: CelEnv = celEnv({ funcs: conditionFunctions(this.#budget) });
  readonly #signatures: Signatures;
  readonly #compiled = new Map<string, Compiled>();

  constructor() {
    const signatures = new Map<string, Set<string>>();
    for (const { name, target, arguments: args } of this.#env.funcs) {
      const forms = signatures.get(name) ?? new Set();
      signatures.set(name, forms.add(formOf(target !== undefined, args.length)));
    }
    this.#signatures = signatures;
  }

  compile(text: string): Compiled {
    const known = this.#compiled.get(text);
    if (known !== undefined) return known;
    const compiled = this.#compile(text);
    this.#compiled.set(text, compiled);
    return compiled;
  }

  #compile(text: string): Compiled {
    // The parser recurses. A text that would exhaust the stack must not reach it.
    const fault = tooLarge(text);
    if (fault !== null) return refuse(fault);
    let parsed: ParsedCondition;
    try {
      parsed = parse(text);
    } catch (error) {
      return refuse(syntaxFault(error));
    }
    const { faults, nesting } = new ConditionCheck(parsed, this.#signatures, pattern =>
      this.#regexSyntax(pattern),
    );
    if (faults.length > 0) return { ok: false, faults };
    const run = plan(this.#env, parsed);
    const itemsMax = nesting > 1 ? itemsMaxNested : itemsMaxFlat;
    return {
      ok: true,
      condition: {
        text,
        itemsMax,
        evaluate: values => {
          this.#budget.left = matchedTotalMax;
          const result = run(values as never);
          if (typeof result === 'boolean') return result;
          return {
            error: isCelError(result) ? errorText(result.message, text) : 'it is not true or false',
          };
        },
      },
    };
  }

  /** Only the engine knows its own syntax, so a pattern is tried on an empty text. */
  #regexSyntax(pattern: string): string | null {
    this.#budget.left = matchedTotalMax;
    const result = this.#env.funcs.find('matches')?.call(0, '', [pattern]);
    return isCelError(result) ? `expected a regular expression (RE2): ${result.message}` : null;
  }
}

function refuse(...faults: readonly ConditionFault[]): Compiled {
  return { ok: false, faults };
}

function tooLarge(text: string): ConditionFault | null {
  if (text.length > lengthMax) {
    const message = `expected a condition of at most ${lengthMax} characters, found ${text.length}`;
    return { offset: 0, message, suggestion: null };
  }
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    if (depth <= bracketsMax) continue;
    const message = `expected at most ${bracketsMax} brackets inside each other`;
    return { offset: i, message, suggestion: null };
  }
  return null;
}

function syntaxFault(error: unknown): ConditionFault {
  const { rawMessage, location } = (error ?? {}) as {
    readonly rawMessage?: unknown;
    readonly location?: { readonly start?: { readonly offset?: unknown } };
  };
  const offset = location?.start?.offset;
  const why = typeof rawMessage === 'string' ? rawMessage : 'it cannot be read';
  return {
    offset: typeof offset === 'number' ? offset : 0,
    message: `expected a condition in CEL: ${why.length > 200 ? `${why.slice(0, 200)}...` : why}`,
    suggestion: null,
  };
}

/** The message of the library is used only if it cannot quote a parameter, because the caller sees the reason. */
function errorText(message: string, text: string): string {
  const overload = /^found no matching overload for '[^']{1,40}' applied to '[\w.(), ]{1,100}'$/;
  if (overload.test(message) || /^expected [^'"]{1,200}$/.test(message)) return message;
  const member = /^field not found: (\w{1,100})$/.exec(message)?.[1];
  if (member !== undefined && text.includes(member)) return `there is no member "${member}"`;
  return 'a value is missing or of another type';
}

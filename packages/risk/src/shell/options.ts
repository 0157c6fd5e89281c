import { literal, type Value } from './value.ts';

/** What an option parser must know of a program: which options swallow the next word. */
export interface OptionGrammar {
  /** Short options that take a value, e.g. `ou` for `-o FILE -u USER`. */
  readonly short?: string;
  /** Long options, without dashes, that take a value in the next word. */
  readonly long?: readonly string[];
  /** Programs of the `-name value` school: a single dash starts a long option. */
  readonly singleDash?: boolean;
  /** Stop at the first operand, as POSIX and every wrapper does. */
  readonly stopAtOperand?: boolean;
}

/** A command line taken apart. Every spelling of an option ends up under one name without dashes. */
export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly operands: readonly Value[];
  /** Index in the arguments of the first operand, or their number. */
  readonly firstOperand: number;
}

/** Takes arguments apart in one pass: clusters, `--name=value`, `--`, options after operands. */
export function parseOptions(args: readonly Value[], grammar: OptionGrammar = {}): Options {
  const reader = new OptionReader(args, grammar);
  return reader.read();
}

const mostOperands = 100_000;

class OptionReader {
  readonly #args: readonly Value[];
  readonly #grammar: OptionGrammar;
  readonly #long: ReadonlySet<string>;
  readonly #flags = new Set<string>();
  readonly #values = new Map<string, Value[]>();
  readonly #operands: Value[] = [];
  #firstOperand: number;
  #at = 0;

  constructor(args: readonly Value[], grammar: OptionGrammar) {
    this.#args = args;
    this.#grammar = grammar;
    this.#long = new Set(grammar.long ?? []);
    this.#firstOperand = args.length;
  }

  read(): Options {
    for (; this.#at < this.#args.length; this.#at++) {
      const arg = this.#args[this.#at];
      if (arg === undefined || !this.#readOne(arg)) break;
    }
    return {
      flags: this.#flags,
      values: this.#values,
      operands: this.#operands,
      firstOperand: this.#firstOperand,
    };
  }

  /** False where everything that follows is an operand. */
  #readOne(arg: Value): boolean {
    const { text } = arg;
    if (text === '--') {
      this.#begins(this.#at + 1);
      this.#takeRest();
      return false;
    }
    const isDashed = text.startsWith('-') && text.length > 1;
    if (text.startsWith('--') || (this.#grammar.singleDash && isDashed)) this.#readLong(arg);
    else if (isDashed) this.#readCluster(arg);
    else {
      this.#begins(this.#at);
      this.#operands.push(arg);
      if (!this.#grammar.stopAtOperand) return true;
      this.#takeRest();
      return false;
    }
    return true;
  }

  #begins(at: number): void {
    if (this.#firstOperand === this.#args.length) this.#firstOperand = at;
  }

  #takeRest(): void {
    this.#operands.push(...this.#args.slice(this.#at + 1, this.#at + 1 + mostOperands));
  }

  #readLong(arg: Value): void {
    const body = arg.text.slice(arg.text.startsWith('--') ? 2 : 1);
    const equals = body.indexOf('=');
    if (equals >= 0) this.#give(body.slice(0, equals), { ...arg, text: body.slice(equals + 1) });
    else if (this.#long.has(body)) this.#give(body, this.#args[++this.#at]);
    else this.#flags.add(body);
  }

  #readCluster(arg: Value): void {
    const { text } = arg;
    const short = this.#grammar.short ?? '';
    for (let at = 1; at < text.length && at < 64; at++) {
      const letter = text.charAt(at);
      if (!short.includes(letter)) {
        this.#flags.add(letter);
        continue;
      }
      const rest = text.slice(at + 1);
      this.#give(letter, rest === '' ? this.#args[++this.#at] : { ...arg, text: rest });
      break;
    }
  }

  #give(name: string, value: Value | undefined): void {
    this.#flags.add(name);
    if (value === undefined) return;
    const given = this.#values.get(name);
    if (given) given.push(value);
    else this.#values.set(name, [value]);
  }
}

/**
 * True if one of the names was given. GNU programs accept a long option by any unambiguous beginning, so
 * `--recurs` counts as `recursive`; three letters are enough to be believed.
 */
export function hasOption(options: Options, ...names: readonly string[]): boolean {
  for (const name of names) {
    if (options.flags.has(name)) return true;
    if (name.length < 3) continue;
    for (const flag of options.flags) {
      if (flag.length >= 3 && name.startsWith(flag)) return true;
    }
  }
  return false;
}

/** The last value given under any of the names. */
export function optionValue(options: Options, ...names: readonly string[]): Value | undefined {
  for (const name of names) {
    const given = options.values.get(name)?.at(-1);
    if (given !== undefined) return given;
  }
  return undefined;
}

/** Words without dashes as arguments, for tests and for strings that are split by hand. */
export function wordsOf(text: string): readonly Value[] {
  return text
    .split(/\s/u)
    .filter(word => word !== '')
    .map(literal);
}

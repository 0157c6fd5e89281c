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
  const flags = new Set<string>();
  const values = new Map<string, Value[]>();
  const operands: Value[] = [];
  let firstOperand = args.length;
  const long = new Set(grammar.long ?? []);
  const short = grammar.short ?? '';
  const give = (name: string, value: Value | undefined) => {
    flags.add(name);
    if (value === undefined) return;
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === undefined) break;
    const { text } = arg;
    if (text === '--') {
      if (firstOperand === args.length) firstOperand = i + 1;
      operands.push(...args.slice(i + 1, i + 1 + 100_000));
      break;
    }
    if (text.startsWith('--') || (grammar.singleDash && text.startsWith('-') && text.length > 1)) {
      const body = text.slice(text.startsWith('--') ? 2 : 1);
      const equals = body.indexOf('=');
      if (equals >= 0) {
        give(body.slice(0, equals), { ...arg, text: body.slice(equals + 1) });
      } else if (long.has(body)) {
        give(body, args[++i]);
      } else {
        flags.add(body);
      }
    } else if (text.startsWith('-') && text.length > 1) {
      for (let at = 1; at < text.length && at < 64; at++) {
        const letter = text.charAt(at);
        if (!short.includes(letter)) {
          flags.add(letter);
          continue;
        }
        const rest = text.slice(at + 1);
        give(letter, rest === '' ? args[++i] : { ...arg, text: rest });
        break;
      }
    } else {
      if (firstOperand === args.length) firstOperand = i;
      operands.push(arg);
      if (grammar.stopAtOperand) {
        operands.push(...args.slice(i + 1, i + 1 + 100_000));
        break;
      }
    }
  }
  return { flags, values, operands, firstOperand };
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

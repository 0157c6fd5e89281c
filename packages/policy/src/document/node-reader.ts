import { secondsOf } from './duration.ts';
import { type Place, type PolicyProblem, problemAt, quoted } from './problem.ts';
import { suggestName } from './suggest-name.ts';
import type { YamlEntry, YamlNode } from './yaml-node.ts';

/** A longer list would hide the rest of the message. */
const optionsShown = 12;

/** The members of a mapping by name. */
export type Members = ReadonlyMap<string, YamlEntry>;

/**
 * Turns nodes into values and collects every problem on the way. A method that found a problem returns null. Reading
 * then continues, and all problems are reported together.
 */
export class NodeReader {
  readonly problems: PolicyProblem[] = [];
  /** Settings that are allowed but probably not intended. */
  readonly warnings: PolicyProblem[] = [];

  refuse(at: Place, message: string, suggestion: string | null = null): null {
    this.problems.push(problemAt(at, message, suggestion));
    return null;
  }

  warn(at: Place, message: string, suggestion: string | null = null): void {
    this.warnings.push(problemAt(at, message, suggestion));
  }

  /** Unknown members are refused: a misspelt key must not silently mean nothing. */
  members(
    node: YamlNode,
    what: string,
    known: readonly string[],
    explain: (key: string) => string | null = () => null,
  ): Members | null {
    if (node.kind !== 'map') return this.#mismatch(node, `${what} as a mapping`);
    const members = new Map<string, YamlEntry>();
    for (const entry of node.entries) {
      if (known.includes(entry.key)) {
        members.set(entry.key, entry);
        continue;
      }
      const why = explain(entry.key);
      const message = `unknown key ${quoted(entry.key)} in ${what}`;
      this.refuse(
        entry.at,
        why === null ? `${message}; expected ${known.join(', ')}` : `${message}: ${why}`,
        why === null ? suggestName(entry.key, known) : null,
      );
    }
    return members;
  }

  items(node: YamlNode, what: string, max: number): readonly YamlNode[] | null {
    if (node.kind !== 'list') return this.#mismatch(node, `a list of ${what}`);
    if (node.items.length <= max) return node.items;
    return this.refuse(node.at, `expected at most ${max} ${what}, found ${node.items.length}`);
  }

  /** One value or a list of them. */
  oneOrMore(node: YamlNode, what: string, max: number): readonly YamlNode[] | null {
    if (node.kind !== 'list') return [node];
    if (node.items.length > 0) return this.items(node, what, max);
    return this.refuse(node.at, `expected at least one of ${what}, found an empty list`);
  }

  text(node: YamlNode, what: string, max: number): string | null {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') {
      const quote =
        node.kind === 'scalar' && node.value !== null ? `quote it: "${node.written}"` : null;
      return this.#mismatch(node, what, quote);
    }
    if (node.value !== '' && node.value.length <= max) return node.value;
    return this.refuse(
      node.at,
      `expected ${what} of 1 to ${max} characters, found ${node.value.length}`,
    );
  }

  choice<T extends string>(node: YamlNode, what: string, options: readonly T[]): T | null {
    const found = node.kind === 'scalar' ? node.value : null;
    const chosen = options.find(option => option === found);
    if (chosen !== undefined) return chosen;
    const suggestion = typeof found === 'string' ? suggestName(found, options) : null;
    const list = options.length > optionsShown ? '' : `: ${options.join(', ')}`;
    return this.#mismatch(node, `${what}${list}`, suggestion);
  }

  flag(node: YamlNode, what: string): boolean | null {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    const word = node.kind === 'scalar' ? String(node.value).toLowerCase() : '';
    const meant = ['yes', 'on', 'y'].includes(word)
      ? 'write true'
      : ['no', 'off', 'n'].includes(word)
        ? 'write false'
        : null;
    return this.#mismatch(node, `${what}: true or false`, meant);
  }

  number(node: YamlNode, what: string, min: number, max: number, whole = true): number | null {
    const range = `${what}: ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`;
    if (node.kind !== 'scalar' || typeof node.value !== 'number')
      return this.#mismatch(node, range);
    const { value } = node;
    const fits = value >= min && value <= max && (!whole || Number.isSafeInteger(value));
    return fits ? value : this.#mismatch(node, range);
  }

  seconds(node: YamlNode, what: string, min: number, max: number): number | null {
    const range = `${what}: a time such as 15m, 1h30m or seconds, from ${min} s to ${max} s`;
    if (node.kind !== 'scalar' || typeof node.value === 'boolean' || node.value === null) {
      return this.#mismatch(node, range);
    }
    const seconds = secondsOf(node.value);
    return seconds !== null && seconds >= min && seconds <= max
      ? seconds
      : this.#mismatch(node, range);
  }

  #mismatch(node: YamlNode, expected: string, suggestion: string | null = null): null {
    return this.refuse(node.at, `expected ${expected}, found ${describe(node)}`, suggestion);
  }
}

function describe(node: YamlNode): string {
  if (node.kind === 'map') return 'a mapping';
  if (node.kind === 'list') return 'a list';
  if (node.value === null) return 'nothing';
  return typeof node.value === 'string'
    ? quoted(node.value)
    : `the ${typeof node.value} ${node.written}`;
}

import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { parseStrict } from '@countersign/protocol/json';
import { ContractBroken } from './hook-call.ts';

/** Reads the members of a hook's input. What is missing or of another type breaks the contract. */
export class Members {
  readonly #value: JsonObject;

  constructor(value: JsonValue) {
    if (!isObject(value))
      throw new ContractBroken('expected a JSON object as the input of the hook');
    this.#value = value;
  }

  text(name: string): string {
    const value = this.#value[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new ContractBroken(`expected a text in the member ${name}, found ${found(value)}`);
  }

  textOr<T>(name: string, other: T): string | T {
    const value = this.#value[name];
    return value === undefined || value === null ? other : this.text(name);
  }

  object(name: string): JsonObject {
    const value = this.#value[name];
    if (isObject(value)) return value;
    throw new ContractBroken(`expected an object in the member ${name}, found ${found(value)}`);
  }

  objectOr<T>(name: string, other: T): JsonObject | T {
    const value = this.#value[name];
    return value === undefined || value === null ? other : this.object(name);
  }

  /** Some versions of some agents write an object as JSON in a text. */
  objectOrText(name: string): JsonObject {
    const value = this.#value[name];
    if (typeof value !== 'string') return this.object(name);
    const parsed = parseStrict(value);
    if (isObject(parsed)) return parsed;
    throw new ContractBroken(`expected an object in the member ${name}, found ${found(parsed)}`);
  }

  any(name: string): JsonValue | undefined {
    return this.#value[name];
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T {
    const value = this.text(name);
    const word = words.find(each => each === value);
    if (word !== undefined) return word;
    throw new ContractBroken(`expected ${words.join(' or ')} in the member ${name}`);
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function found(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

import { checkParameters } from '../action/action-parameters.ts';
import { pointer } from '../json/json-pointer.ts';
import { type JsonObject, type JsonValue, snapshot } from '../json/json-value.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { checkSealKey, commitTo, type SealKey } from './seal-key.ts';

/** What an action is proposed with, and where it is sealed. */
export interface SealedParameters {
  readonly parameters: JsonObject;
  /** The JSON Pointers of the seals, in the order in which they were asked for. */
  readonly sealed: readonly string[];
}

/**
 * Puts a seal in place of each value that a path leads to (EV-8). This runs where the secrets already are, before
 * anything is sent. The given parameters are not modified. A member named `$sealed` is refused anywhere in them:
 * only this function makes seals, or a caller could pass off a value that does not exist.
 */
export function sealParameters(input: {
  readonly parameters: unknown;
  /** JSON Pointers into the parameters, such as `/card/number`. */
  readonly paths: readonly string[];
  readonly key: SealKey;
}): SealedParameters {
  const key = checkSealKey(input.key);
  const parameters = readParameters(input.parameters);
  refuseLiterals(parameters, ['parameters']);
  checkParameters(parameters);
  const sealed = readPaths(input.paths);
  const all = new Set(sealed);
  // Every path is looked up before the first value is replaced, so that none finds what another left behind.
  const places = sealed.map((path, index) => findPlace(parameters, path, all, index));
  for (const { container, step } of places) {
    container[step] = commitTo(key, container[step] as JsonValue);
  }
  return { parameters, sealed };
}

/** A copy of one's own. */
export function readParameters(value: unknown): JsonObject {
  const parameters = snapshot(value);
  if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)) {
    return parameters as JsonObject;
  }
  throw new ProtocolError('object_malformed', '/parameters', 'expected an object');
}

function readPaths(value: unknown): readonly string[] {
  const paths = snapshot(value);
  if (!Array.isArray(paths) || new Set(paths).size < paths.length) {
    throw new ProtocolError('options_malformed', '/paths', 'expected a list with each path once');
  }
  for (const [index, path] of paths.entries()) {
    if (typeof path === 'string' && path.startsWith('/') && !/~(?![01])/.test(path)) continue;
    const message = 'expected a JSON Pointer that leads to a member, such as /card/number';
    throw new ProtocolError('options_malformed', `/paths/${index}`, message);
  }
  return paths;
}

// Recursion is safe here: the depth was capped when the value was copied in.
function refuseLiterals(value: JsonValue, path: readonly PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '$sealed') && !Array.isArray(value)) {
    const message = 'expected no member named $sealed; pass the value and name its path';
    throw new ProtocolError('sealed_value_literal', pointer(path), message);
  }
  for (const [key, member] of Object.entries(value)) refuseLiterals(member, [...path, key]);
}

interface Place {
  readonly container: Record<string, JsonValue>;
  readonly step: string;
}

/** Where the value is. The steps taken are as many as the parameters are deep, however long the path is. */
function findPlace(
  parameters: JsonObject,
  path: string,
  all: ReadonlySet<string>,
  index: number,
): Place {
  const refuse = (message: string): never => {
    throw new ProtocolError('options_malformed', `/paths/${index}`, message);
  };
  let container: JsonValue = parameters;
  for (let start = 1; ; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    const step = path.slice(start, end).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!hasMember(container, step)) return refuse('expected a member there, found none');
    const members = container as Record<string, JsonValue>;
    if (slash < 0) return { container: members, step };
    if (all.has(path.slice(0, end))) {
      return refuse('expected no path through a value that is sealed as a whole');
    }
    container = members[step] as JsonValue;
    start = end + 1;
  }
}

function hasMember(container: JsonValue, step: string): boolean {
  if (typeof container !== 'object' || container === null) return false;
  // An array has its length beside its members.
  if (Array.isArray(container) && step === 'length') return false;
  return Object.hasOwn(container, step);
}

import { checkParameters } from '../action/action-parameters.ts';
import { pointer } from '../json/json-pointer.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { checkSealKey, commitTo, equalSeals, type SealKey } from './seal-key.ts';
import { readParameters } from './seal-parameters.ts';
import { isSealed, type SealedValue, sealKeyIdOf } from './sealed-value.ts';

/**
 * For the execution edge: are these the parameters that were approved (EV-8)? Where the approved ones hold a seal,
 * the value about to be used must be the sealed one; everything else must be equal. Accepts with a copy of the
 * values, each read once; that copy is what may be run, under the digest of the sealed parameters.
 */
export function openSealed(input: {
  /** The parameters of the action, seals and all, as they were approved. */
  readonly parameters: unknown;
  /** The parameters about to be used. */
  readonly values: unknown;
  readonly keys: readonly SealKey[];
}): Result<JsonObject> {
  if (!Array.isArray(input.keys)) {
    throw new ProtocolError('options_malformed', '/keys', 'expected a list of seal keys');
  }
  const keys = (input.keys as readonly SealKey[]).map(checkSealKey);
  const parameters = readParameters(input.parameters);
  checkParameters(parameters);
  const values = readParameters(input.values);
  checkParameters(values);
  const refusal = compare(parameters, values, keys, []);
  return refusal === null ? accept(values) : { ok: false, refusal };
}

// Recursion is safe here: the depth was capped when the values were copied in.
function compare(
  approved: JsonValue,
  value: JsonValue,
  keys: readonly SealKey[],
  path: readonly PropertyKey[],
): Refusal | null {
  if (isSealed(approved)) return open(approved, value, keys, path);
  if (!isContainer(approved) || !isContainer(value)) {
    return approved === value ? null : differs(path);
  }
  const names = Object.keys(approved);
  if (
    Array.isArray(approved) !== Array.isArray(value) ||
    names.length !== Object.keys(value).length
  ) {
    return differs(path);
  }
  for (const name of names) {
    const inner = [...path, name];
    if (!Object.hasOwn(value, name)) return differs(inner);
    const refusal = compare(memberOf(approved, name), memberOf(value, name), keys, inner);
    if (refusal !== null) return refusal;
  }
  return null;
}

function open(
  seal: SealedValue,
  value: JsonValue,
  keys: readonly SealKey[],
  path: readonly PropertyKey[],
): Refusal | null {
  const key_id = sealKeyIdOf(seal);
  const fitting = keys.filter(key => key.key_id === key_id);
  if (fitting.length === 0) {
    const detail = `${where(path)} was sealed with the key ${key_id}, which is not here`;
    return refuse('seal_key_unknown', detail).refusal;
  }
  if (fitting.some(key => equalSeals(commitTo(key, value), seal))) return null;
  return refuse('sealed_value_mismatch', `${where(path)} is not the value that was sealed`).refusal;
}

function differs(path: readonly PropertyKey[]): Refusal {
  return refuse('action_parameters_mismatch', `${where(path)} is not what was approved`).refusal;
}

function where(path: readonly PropertyKey[]): string {
  return pointer(['parameters', ...path]);
}

function isContainer(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function memberOf(container: JsonObject, name: string): JsonValue {
  return container[name] as JsonValue;
}

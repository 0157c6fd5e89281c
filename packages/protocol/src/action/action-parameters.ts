import { pointer } from '../json/json-pointer.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { isSealed } from '../sealed/sealed-value.ts';

interface Fault {
  readonly code: ReasonCode;
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * JSON that parameters may still not contain. An integer beyond 2^53-1 shares its double with others, so that a tool
 * could show one and run another (AB-5). A value that calls itself sealed must be a seal: a further member, or
 * another version without a check, could carry a readable secret (EV-8).
 */
export function checkParameters(parameters: JsonObject): void {
  const fault = isSealed(parameters) ? sealedWhole : findFault(parameters);
  if (fault === null) return;
  throw new ProtocolError(fault.code, pointer(['parameters', ...fault.path]), fault.message);
}

/** Neither policy nor a person could judge such an action. */
const sealedWhole: Fault = {
  code: 'sealed_value_malformed',
  path: [],
  message: 'expected parameters by name, found all of them sealed as one',
};

// Recursion is safe here: the depth was capped when the value was copied in.
function findFault(value: JsonValue): Fault | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? unsafeInteger() : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$sealed' && !isSealed(value)) return malformedSeal();
    const fault = findFault(member);
    if (fault !== null) return { ...fault, path: [key, ...fault.path] };
  }
  return null;
}

function unsafeInteger(): Fault {
  const message = 'expected an integer within ±(2^53-1); send larger ones as strings';
  return { code: 'json_integer_unsafe', path: [], message };
}

function malformedSeal(): Fault {
  const message = 'expected exactly "$sealed": "v1" and a commitment, as sealParameters makes them';
  return { code: 'sealed_value_malformed', path: [], message };
}

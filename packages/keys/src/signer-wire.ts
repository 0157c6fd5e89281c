import { type JsonObject, type JsonValue, parseStrict, snapshot } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { closedObject } from './closed-object.ts';
import { parseSigningKey, type SigningKey } from './signing-key.ts';

// The requests and answers of a signer process: JSON objects, one in a line. A request says what to sign and never
// which bytes, so a caller can get artifacts and notes signed and nothing else. A refusal is one of a few words. Free
// text of the process would be repeated in errors and logs, and could say anything.

/** Bytes in the longest line: an artifact of the largest size, in JSON, and room for the members around it. */
export const lineBytesMax = 1024 * 1024;

export type SignerRequest =
  | { readonly method: 'keys' }
  | { readonly method: 'sign'; readonly typ: string; readonly payload: JsonObject }
  | {
      readonly method: 'sign_note';
      readonly name: string;
      readonly key_id: string;
      readonly text: string;
    };

const signerFaults = ['malformed', 'unavailable', 'unusable'] as const;
export type SignerFault = (typeof signerFaults)[number];

/** Which request an answer is for, and what it says. */
type SignerAnswer =
  | { readonly id: number; readonly ok: true; readonly answer: JsonObject }
  | { readonly id: number; readonly ok: false; readonly fault: SignerFault };

export function parseRequest(line: Buffer): { id: number; request: SignerRequest } {
  const { id, request } = closedObject(parseStrict(line), '', ['id', 'request']);
  const method = (request as JsonObject | null)?.['method'];
  if (method === 'keys') {
    closedObject(request, '/request', ['method']);
    return { id: parseId(id), request: { method } };
  }
  if (method === 'sign') {
    const { typ, payload } = closedObject(request, '/request', ['method', 'typ', 'payload']);
    return {
      id: parseId(id),
      request: {
        method,
        typ: parseText(typ, '/request/typ'),
        payload: payload as JsonObject,
      },
    };
  }
  if (method === 'sign_note') {
    const members = closedObject(request, '/request', ['method', 'name', 'key_id', 'text']);
    const text = (name: string): string => parseText(members[name], `/request/${name}`);
    return {
      id: parseId(id),
      request: { method, name: text('name'), key_id: text('key_id'), text: text('text') },
    };
  }
  throw malformed('/request/method', 'expected keys, sign or sign_note');
}

export function parseAnswer(line: Buffer): SignerAnswer {
  const value = parseStrict(line);
  if ((value as JsonObject | null)?.['ok'] === true) {
    const { id, answer } = closedObject(value, '', ['id', 'ok', 'answer']);
    return { id: parseId(id), ok: true, answer: answer as JsonObject };
  }
  const { id, ok, fault } = closedObject(value, '', ['id', 'ok', 'fault']);
  const known = signerFaults.find(name => name === fault);
  if (ok !== false || known === undefined) throw malformed('/fault', 'expected a known fault');
  return { id: parseId(id), ok: false, fault: known };
}

/** The answer to `keys`. */
export function parseKeysAnswer(answer: JsonObject): { issuer: string; records: SigningKey[] } {
  const { issuer, keys } = closedObject(answer, '/answer', ['issuer', 'keys']);
  if (!Array.isArray(keys)) throw malformed('/answer/keys', 'expected a list');
  return {
    issuer: parseText(issuer, '/answer/issuer'),
    records: keys.map((key: JsonValue, n) => parseSigningKey(key, `/answer/keys/${n}`)),
  };
}

export function keysAnswer(issuer: string, records: readonly SigningKey[]): JsonObject {
  return { issuer, keys: snapshot([...records]) };
}

export function parseText(value: JsonValue | undefined, path: string): string {
  if (typeof value === 'string') return value;
  throw malformed(path, 'expected a text');
}

function parseId(value: JsonValue | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw malformed('/id', 'expected a number');
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}

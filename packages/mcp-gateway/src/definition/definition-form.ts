import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject, parseStrict } from '@countersign/protocol/json';
import { isObject } from '../message/rpc.ts';

/** A definition in the one form that is hashed, kept and compared. */
interface DefinitionForm {
  /** Canonical JSON. The digest is of exactly this text. */
  readonly text: string;
  readonly digest: Digest;
  /** False where only the text of the definition could be bound, and not its members. */
  readonly isReadable: boolean;
}

const limits = { depthMax: 256, bytesMax: 2 ** 26 };
const textLimits = { depthMax: 8, bytesMax: 2 ** 27 };

/** The digest covers every character and every member, including unknown members. */
export function definitionForm(tool: JsonObject): DefinitionForm {
  try {
    return formOf(canonicalize({ form: 'mcp-tool-1', tool }, limits), true);
  } catch {
    const text = Buffer.from(JSON.stringify(tool)).toString('base64');
    return formOf(canonicalize({ form: 'mcp-tool-text-1', text }, textLimits), false);
  }
}

function formOf(text: string, isReadable: boolean): DefinitionForm {
  return { text, digest: sha256OfText(text), isReadable };
}

/** Reads a definition from its canonical form. Null if the text is not in that form. */
export function readDefinitionForm(text: string): JsonObject | null {
  const value = parsed(text);
  if (!isObject(value)) return null;
  if (value['form'] === 'mcp-tool-text-1') {
    const { text: written } = value;
    return typeof written === 'string' && canonicalize(value, textLimits) === text ? value : null;
  }
  const { form, tool } = value;
  if (form !== 'mcp-tool-1' || !isObject(tool)) return null;
  return canonicalize(value, limits) === text ? tool : null;
}

function parsed(text: string): unknown {
  try {
    return parseStrict(text, limits);
  } catch {
    return null;
  }
}

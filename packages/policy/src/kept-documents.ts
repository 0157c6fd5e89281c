import { canonicalize, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { layers, type PolicyFile } from './document/policy-file.ts';

const limits = { bytesMax: 2 ** 26, depthMax: 8 };

/** Documents in the one form in which they are kept and hashed. */
export function documentsText(files: readonly PolicyFile[]): string {
  const kept = files.map(({ name, layer, text }) => ({ name, layer, text }));
  return canonicalize(kept, limits);
}

/** Reads the stored documents. They are checked for problems when they are loaded. */
export function readDocuments(text: string): readonly PolicyFile[] {
  const kept = parseStrict(text, limits);
  if (!Array.isArray(kept)) throw malformed();
  return kept.map(file => {
    const { name, layer, text: content } = Object(file) as Record<string, unknown>;
    const known = layers.find(each => each === layer);
    if (typeof name !== 'string' || typeof content !== 'string' || known === undefined) {
      throw malformed();
    }
    return { name, layer: known, text: content };
  });
}

function malformed(): ProtocolError {
  return new ProtocolError('object_malformed', '', 'expected the documents of a policy');
}

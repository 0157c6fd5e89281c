import { keptParts, type UnaskedRetention } from '@countersign/protocol/request';
import type { NodeReader } from './node-reader.ts';
import type { PolicyDocument } from './policy-document.ts';
import type { YamlNode } from './yaml-node.ts';

const daySeconds = 86_400;
const defaultSeconds = 30 * daySeconds;
const secondsMax = 3660 * daySeconds;

/** Reads `retention: { unasked: parameters, for: 30d }`. */
export function readRetention(reader: NodeReader, node: YamlNode): UnaskedRetention | null {
  const members = reader.members(node, 'retention', ['unasked', 'for']);
  if (members === null) return null;
  const unasked = members.get('unasked');
  if (unasked === undefined) {
    return reader.refuse(node.at, 'expected retention: { unasked: parameters, for: 30d }');
  }
  const keep = reader.choice(unasked.value, 'what is kept of unasked actions', keptParts);
  const stated = members.get('for');
  const seconds =
    stated === undefined ? defaultSeconds : reader.seconds(stated.value, 'for', 60, secondsMax);
  return keep === null || seconds === null ? null : { keep, seconds };
}

/** Only one document says what is kept. So no other document can silently keep more or less. */
export function checkRetention(reader: NodeReader, documents: readonly PolicyDocument[]): void {
  const [first, ...others] = documents.filter(({ states }) => states.has('retention'));
  if (first === undefined) return;
  for (const { at } of others) {
    reader.refuse(at, `expected retention in one document, found it again; first in ${first.file}`);
  }
  for (const { at, mode } of [first, ...others]) {
    if (mode === 'observe') {
      reader.refuse(
        at,
        'expected retention in an enforcing document, found it in one that observes',
      );
    }
  }
}

import { ProtocolError } from '../reason/protocol-error.ts';
import type { Established } from './check-path.ts';
import { type EvidenceBundle, parseBundleText, parseEvidenceBundle } from './evidence-bundle.ts';
import { failed, proven } from './statement.ts';

/** A bundle from its text, its bytes or its value. Never throws. */
export function readBundle(bundle: unknown): Established<EvidenceBundle> {
  try {
    const parsed = isText(bundle) ? parseBundleText(bundle) : parseEvidenceBundle(bundle);
    return { statement: proven(`It is of the form ${parsed.type}.`), value: parsed };
  } catch (error) {
    const detail =
      error instanceof ProtocolError
        ? `expected an evidence bundle; at ${error.path === '' ? 'the root' : error.path} there is something else`
        : 'the bundle could not be read';
    return { statement: failed('bundle_malformed', detail), value: null };
  }
}

function isText(bundle: unknown): bundle is string | Uint8Array {
  return typeof bundle === 'string' || bundle instanceof Uint8Array;
}

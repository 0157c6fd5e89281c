import { ProtocolError } from '@countersign/protocol/reason';

/**
 * Strict mode refuses an unverified approver, and any answer that time alone would give. It is a minimum: no setting
 * above it can lower what the deployment demands. It is also the default.
 */
export interface StrictMode {
  readonly strict: boolean;
}

export function strictMode(settings: {
  /** What the deployment demands of all. */
  readonly floor: boolean;
  /** What one handler wants. Only an explicit false, above a floor that is not strict, is not strict. */
  readonly wanted?: boolean | undefined;
}): StrictMode {
  const { floor, wanted } = settings;
  if (typeof floor !== 'boolean' || (wanted !== undefined && typeof wanted !== 'boolean')) {
    throw new ProtocolError('options_malformed', '', 'expected strict mode as true or false');
  }
  return Object.freeze({ strict: floor || wanted !== false });
}

/** What a legacy handler must promise before it may be used at all. */
export interface LegacyTerms {
  readonly mode: StrictMode;
  /** Spelled out, so that an unverified name is not taken for a verified one by accident. */
  readonly accept: 'unverified_approver_names';
  readonly on_timeout: 'deny';
}

/** Throws where strict mode holds, and where a timeout is to mean anything but no (TM-4). */
export function checkLegacyTerms(terms: LegacyTerms): void {
  const { mode, accept, on_timeout } = terms;
  if (mode.strict !== false) {
    throw new ProtocolError(
      'options_malformed',
      '/mode',
      'strict mode refuses legacy handlers; use the versioned webhook contract',
    );
  }
  if (accept !== 'unverified_approver_names') {
    throw new ProtocolError(
      'options_malformed',
      '/accept',
      'expected accept: "unverified_approver_names"; a legacy handler does not verify who approves',
    );
  }
  if (on_timeout !== 'deny') {
    throw new ProtocolError('options_malformed', '/on_timeout', 'expected deny; no timeout allows');
  }
}

import { type ReasonCode, reasonCodes } from './reason-codes.ts';

/** One thing that is wrong, and where. `path` is a JSON Pointer (RFC 6901); the root is "". */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * Bad input or a broken invariant. Refusals of the protocol are values (see refusal.ts); this is what
 * is thrown when there is nothing sensible to decide about. Messages never quote parameter values.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ReasonCode;
  readonly path: string;
  readonly problems: readonly Problem[];

  constructor(code: ReasonCode, path: string, message: string, problems?: readonly Problem[]) {
    super(`${code} at ${path === '' ? 'the root' : path}: ${message}`);
    this.code = code;
    this.path = path;
    this.problems = problems ?? [{ path, message }];
  }

  get remedy(): string {
    return reasonCodes[this.code].remedy;
  }
}

/** A state that the rules exclude. Cites the rule, so that a report leads straight to the text. */
export class InvariantViolation extends ProtocolError {
  constructor(rule: string, message: string) {
    super('internal_error', '', `[${rule}] ${message}`);
  }
}

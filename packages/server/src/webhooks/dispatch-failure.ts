/** Why a request got no answer. Each of these counts as no answer (TR-1). */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'too_large' | 'malformed';

/** Thrown between the steps of one dispatch and never out of it. The message is free of secrets. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The code of a system error. Its message stays inside: it may quote names, addresses and bytes received. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'unknown error';
}

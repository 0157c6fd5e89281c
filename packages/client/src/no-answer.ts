/** Why no answer came, in words for people. Most platforms say little. Node gives the code of the system. */
export function noAnswer(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer came';
  if (error.name === 'TimeoutError') return 'no answer came in time';
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  const isName = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code);
  return isName ? `no answer came (${code})` : 'no answer came';
}

/** Signs of a server that is slow, failing or restarting. At a wrong address nothing listens, or another program does. */
const passing =
  /in time$|^status 5\d\d$|\((?:ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_[A-Z_]*TIMEOUT|UND_ERR_SOCKET)\)$/;

/** Whether no answer came for a reason that may pass by itself. */
export function isPassing(detail: string): boolean {
  return passing.test(detail);
}

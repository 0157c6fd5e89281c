/** Why no answer came, in words for people. Platforms say little; Node names what the system said. */
export function noAnswer(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer came';
  if (error.name === 'TimeoutError') return 'no answer came in time';
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  const isName = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code);
  return isName ? `no answer came (${code})` : 'no answer came';
}

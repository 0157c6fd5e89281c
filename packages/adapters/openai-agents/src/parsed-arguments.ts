/** The arguments of a call. Text that is not JSON stays a text, which the gate refuses. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
}

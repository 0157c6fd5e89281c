import { hash } from 'node:crypto';

/**
 * The canonical text of plain data with ASCII keys and whole numbers, which is all that a simulated history
 * contains. Written apart from the protocol's own, so that the checks do not lean on what they check.
 */
export function plainText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${plainText((value as Record<string, unknown>)[key])}`);
  return `{${members.join(',')}}`;
}

export function digestOfText(text: string): string {
  return `sha256:${hash('sha256', text)}`;
}

export function plainDigest(value: unknown): string {
  return digestOfText(plainText(value));
}

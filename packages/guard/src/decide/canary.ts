import type { ActionInput } from '@countersign/client';
import { sha256 } from '@countersign/protocol/crypto';

/** The nonce of a canary call; null for any other action. */
export function nonceOf({ target, parameters }: ActionInput): string | null {
  if (target.tool_name !== 'shell.exec') return null;
  const { command } = parameters as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string') return null;
  const [, nonce = null] = /^countersign-guard-canary ([0-9a-f]{32})$/u.exec(command) ?? [];
  return nonce;
}

/** What only the guard that holds the key can answer. */
export function canaryMark(nonce: string, key: string): string {
  return sha256({ for: 'guard canary', nonce, key });
}

export function canaryText(nonce: string, key: string): string {
  return `Countersign refused the canary ${canaryMark(nonce, key)}.`;
}

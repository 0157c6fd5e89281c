import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const otherUser = 65_534;

/**
 * Why a test that acts as another user must be skipped, or false. Root gives its rights up for such a test. Where the
 * checkout lies in a folder that only root can enter, as `mktemp -d` makes it, the other user cannot read the code.
 */
export function skipInClosedFolder(): string | false {
  if (process.geteuid?.() !== 0) return false;
  process.seteuid?.(otherUser);
  try {
    // Asking `access` would ask about the real user.
    closeSync(openSync(fileURLToPath(import.meta.url), 'r'));
    return false;
  } catch {
    return 'the checkout is in a folder that only root can enter';
  } finally {
    process.seteuid?.(0);
  }
}

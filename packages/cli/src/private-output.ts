import { fchmodSync, fstatSync, openSync } from 'node:fs';

/**
 * Opens a file for writing that only its owner can read. A mode that is given when a file is opened counts only for new
 * files, so an old file of that name is closed to others first. Devices such as /dev/null stay as they are.
 */
export function openPrivately(path: string): number {
  const handle = openSync(path, 'w', 0o600);
  if (fstatSync(handle).isFile()) fchmodSync(handle, 0o600);
  return handle;
}

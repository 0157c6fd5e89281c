import { fchmodSync, fstatSync, openSync } from 'node:fs';

/**
 * Opens a file for writing that only its owner can read. The mode of an open call counts only for new files. So an
 * existing file of that name first loses the rights of others. Devices such as /dev/null stay as they are.
 */
export function openPrivately(path: string): number {
  const handle = openSync(path, 'w', 0o600);
  if (fstatSync(handle).isFile()) fchmodSync(handle, 0o600);
  return handle;
}

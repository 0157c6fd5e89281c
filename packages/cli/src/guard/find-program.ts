import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is on the path; null where it is not. */
export function findProgram(name: string, path: string | undefined): string | null {
  if (name.includes('/')) return isProgram(name) ? name : null;
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '');
  return folders.map(folder => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

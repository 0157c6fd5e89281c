import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TemporaryFolder {
  /** A path inside it at which there is nothing yet. */
  readonly keys: string;
  readonly path: string;
  readonly remove: () => void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-keys-'));
  return {
    path,
    keys: join(path, 'keys'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

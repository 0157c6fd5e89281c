import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BacklogFiles } from './backlog-files.ts';
import { holdFolder } from './hold-folder.ts';

/** A folder of this process. */
export function folderFiles(folder: string): BacklogFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const letGo = holdFolder(folder);
  let appending: { readonly name: string; readonly handle: number } | null = null;
  const at = (name: string) => join(folder, name);
  /** Writes the open file to stable storage and closes it. */
  const end = () => {
    if (appending === null) return;
    fdatasyncSync(appending.handle);
    closeSync(appending.handle);
    appending = null;
  };
  const flush = () =>
    new Promise<void>((resolve, reject) => {
      if (appending === null) return resolve();
      const { handle } = appending;
      fdatasync(handle, error => {
        if (error === null || appending?.handle !== handle) resolve();
        else reject(error);
      });
    });
  return {
    list: () => readdirSync(folder),
    read: name => {
      try {
        return readFileSync(at(name), 'utf8');
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null;
        throw error;
      }
    },
    write: (name, text) => {
      const draft = at(`${name}.draft`);
      const handle = openSync(draft, 'w', 0o600);
      writeSync(handle, text);
      fsyncSync(handle);
      closeSync(handle);
      renameSync(draft, at(name));
    },
    append: (name, text) => {
      if (appending?.name !== name) {
        end();
        appending = { name, handle: openSync(at(name), 'a', 0o600) };
      }
      writeSync(appending.handle, text);
    },
    flush,
    rename: (from, to) => {
      end();
      renameSync(at(from), at(to));
    },
    remove: name => {
      if (appending?.name === name) end();
      rmSync(at(name), { force: true });
    },
    close: () => {
      end();
      letGo();
    },
  };
}

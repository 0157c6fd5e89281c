import type { BacklogFiles } from '../backlog-files.ts';

/** A disk in memory. Like a real disk in a power failure, it can lose what was not flushed. */
export interface MemoryFiles extends BacklogFiles {
  /** The power fails. At most this share of the unflushed characters remains. */
  losePower(share: number): void;
  /** Every file is gone. */
  wipe(): void;
  /** From now on nothing can be written. */
  isFull: boolean;
}

export function memoryFiles(): MemoryFiles {
  const files = new Map<string, { text: string; durable: number }>();
  const full = (): never => {
    throw new Error('no space left');
  };
  return {
    isFull: false,
    list: () => [...files.keys()],
    read: name => files.get(name)?.text ?? null,
    write(name, text) {
      if (this.isFull) full();
      files.set(name, { text, durable: text.length });
    },
    append(name, text) {
      if (this.isFull) full();
      const file = files.get(name) ?? { text: '', durable: 0 };
      files.set(name, { ...file, text: file.text + text });
    },
    flush: async () => {
      for (const file of files.values()) file.durable = file.text.length;
    },
    rename: (from, to) => {
      const file = files.get(from);
      files.delete(from);
      if (file !== undefined) files.set(to, file);
    },
    remove: name => {
      files.delete(name);
    },
    close: () => {
      for (const file of files.values()) file.durable = file.text.length;
    },
    losePower: share => {
      for (const file of files.values()) {
        const kept = file.durable + Math.floor((file.text.length - file.durable) * share);
        file.text = file.text.slice(0, kept);
        file.durable = kept;
      }
    },
    wipe: () => files.clear(),
  };
}

/**
 * Where an edge keeps its backlog: one folder, which no other process uses. Names are chosen by the backlog and have no
 * folder in them.
 */
export interface BacklogFiles {
  list(): readonly string[];
  /** Null where there is no such file. */
  read(name: string): string | null;
  /** Replaces a file as a whole. It is on stable storage when this returns. */
  write(name: string, text: string): void;
  /** Adds to the end of a file. A crash of the process does not lose it; one of the machine can, until it is flushed. */
  append(name: string, text: string): void;
  /** Brings what was appended onto stable storage. */
  flush(): Promise<void>;
  rename(from: string, to: string): void;
  remove(name: string): void;
  close(): void;
}

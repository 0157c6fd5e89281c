/**
 * Where an edge keeps its backlog: one folder that no other process uses. The backlog chooses the file names. They
 * contain no path.
 */
export interface BacklogFiles {
  list(): readonly string[];
  /** Null where there is no such file. */
  read(name: string): string | null;
  /** Replaces a whole file. The file is on stable storage when this returns. */
  write(name: string, text: string): void;
  /**
   * Appends to a file. The text survives a crash of the process. A crash of the machine can lose it until `flush` has
   * run.
   */
  append(name: string, text: string): void;
  /** Writes everything appended so far to stable storage. */
  flush(): Promise<void>;
  rename(from: string, to: string): void;
  remove(name: string): void;
  close(): void;
}

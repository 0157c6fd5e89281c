export { backUp } from './backup.ts';
export { openSqliteReader } from './open-reader.ts';
export { openSqliteStore, type SqliteStoreOptions } from './open-store.ts';
export { findLooseFiles, type LooseFile, makeDataFolder, tightenStore } from './private-files.ts';
export type { SqliteStore } from './sqlite-store.ts';

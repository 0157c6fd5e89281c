export { backUp } from './backup.ts';
export { openSqliteReader } from './open-reader.ts';
export { openSqliteStore, type SqliteStoreOptions } from './open-store.ts';
export type { SqliteStore } from './sqlite-store.ts';

export { refusalAtCommit } from './database-error.ts';
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts';

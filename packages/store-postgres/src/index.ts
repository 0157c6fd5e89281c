export { refusalAtCommit } from './database-error.ts';
export { type Durability, describeDurability } from './describe-durability.ts';
export { openPostgresReader } from './open-reader.ts';
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts';

// Opens the store at the same moment as its siblings, and tells which one it found.

import type { ClientConfig } from 'pg';
import { openPostgresStore } from '../open-store.ts';
import { given, ready, report } from './child-process.ts';
import { clock, ids } from './system-ports.ts';

const { connection } = given<{ connection: ClientConfig }>();
await ready();
const store = await openPostgresStore({ connection, clock, ids, connectionsMax: 2 });
const { storeId } = await store.readState();
await store.close();
report({ storeId });

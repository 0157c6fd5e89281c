// One of the processes of the race: in each round it tries to consume the same grants as all others, at once.

import { sampleAppend, sampleCommit } from '@countersign/coordinator/testing';
import type { StreamHead } from '@countersign/protocol/stream';
import type { ClientConfig } from 'pg';
import { openPostgresStore } from '../open-store.ts';
import { given, ready, report } from './child-process.ts';
import { clock, ids } from './system-ports.ts';

export interface RaceTask {
  readonly connection: ClientConfig;
  readonly grants: number;
  /** All processes begin a round together, so that none runs ahead and wins alone. */
  readonly grantsPerRound: number;
  /** Where the stream of each grant ends. */
  readonly head: StreamHead;
}

export interface RaceResult {
  readonly won: number;
  readonly lost: number;
}

const { connection, grants, grantsPerRound, head } = given<RaceTask>();
const store = await openPostgresStore({ connection, clock, ids, connectionsMax: 4 });
let [won, lost] = [0, 0];

async function consume(n: number): Promise<void> {
  const append = sampleAppend(`request/${n}`, { after: head, data: [{ consumed: true }] });
  const { outcome } = await store.commit(sampleCommit(append));
  if (outcome === 'committed') won++;
  else if (outcome === 'version_conflict') lost++;
  else throw new Error(`expected a winner or a loser and found ${outcome}`);
}

for (let from = 0; from < grants; from += grantsPerRound) {
  await ready();
  await Promise.all(Array.from({ length: grantsPerRound }, (_, index) => consume(from + index)));
}
await store.close();
report({ won, lost } satisfies RaceResult);

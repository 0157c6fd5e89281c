// Full cycles on SQLite in a process of their own, with the evidence that is asked for:
// `evidence-process.ts <folder> <kinds of evidence as JSON>`.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Anchor,
  compareAnchor,
  type NoteSigner,
  type Signer,
  sequenceEvents,
} from '@countersign/coordinator';
import { type FileSigner, openFileSigner } from '@countersign/keys';
import { openFileAnchor } from '@countersign/outside';
import { requestArtifactType } from '@countersign/protocol/request';
import { openSqliteStore } from '@countersign/store-sqlite';
import { sampleNoteSigner } from '../../packages/coordinator/src/testing/sample-log.ts';
import { createTestSigner } from '../../packages/coordinator/src/testing/sample-ports.ts';
import { answerCommands } from './answer-commands.ts';
import { countRunsOfFourResumes, createApprovalCycles, must } from './approval-cycle.ts';
import { type ClosedLoop, type Reading, runClosedLoop } from './closed-loop.ts';
import { randomIds, systemClock } from './system-ports.ts';
import { verifyLog } from './verify-log.ts';

export interface Evidence {
  /** Which key signs; without the artifact, a key in memory signs the grant alone. */
  readonly key: 'memory, grant only' | 'memory' | 'file';
  readonly anchored: boolean;
  readonly sequenced: boolean;
}

/** What was found when it was all over. */
export interface Soundness {
  readonly readBack: number;
  readonly ran: number;
  readonly consumed: number;
  /** What the mark outside says; null where there is none. */
  readonly anchored: number | null;
  /** How many events the verified log has; null where there is none. */
  readonly logged: number | null;
}

/** As often as the server looks when there was nothing to do. */
const sequencerPauseMilliseconds = 200;

const [folder = '', asked = ''] = process.argv.slice(2);
const { key, anchored, sequenced } = JSON.parse(asked) as Evidence;
const data = join(folder, 'data');
mkdirSync(data, { recursive: true });
const path = join(data, 'countersign.db');
const store = await openSqliteStore({ path, clock: systemClock, ids: randomIds });
const fileSigner = key === 'file' ? await openKeys() : null;
const anchor: Anchor | null = anchored
  ? openFileAnchor({ file: join(folder, 'anchor', 'mark'), dataFolder: data })
  : null;
const noteSigner: NoteSigner = fileSigner?.noteSigner('bench.example') ?? sampleNoteSigner();
const signer = fileSigner ?? (key === 'memory' ? createTestSigner() : grantsOnly());
const cycles = await createApprovalCycles(store, { signer, anchor });
must(await compareAnchor(cycles.context));

await answerCommands<{ seconds: number; callers: number }>({
  cycles: loop => (sequenced ? cyclesBesideSequencer(loop) : runCycles(loop)),
  verify: async (): Promise<Soundness> => {
    const ran = await countRunsOfFourResumes(cycles, { signer, anchor });
    const readBack = await cycles.verifySample();
    if (sequenced) await sequence(() => false);
    return {
      ran,
      readBack,
      consumed: cycles.consumed(),
      anchored: anchor === null ? null : ((await anchor.read())?.consumed_count ?? 0),
      logged: sequenced ? await verifyLog(store, noteSigner) : null,
    };
  },
});
await store.close();

function openKeys(): Promise<FileSigner> {
  return openFileSigner({ issuer: 'bench', folder: join(folder, 'keys'), clock: systemClock });
}

function runCycles(loop: Omit<ClosedLoop, 'work'>): Promise<Reading> {
  return runClosedLoop({ ...loop, work: cycles.run });
}

/** What the sequencer did not get to in time is done before the answer, so that it weighs on no other reading. */
async function cyclesBesideSequencer(
  loop: Omit<ClosedLoop, 'work'>,
): Promise<Reading & { readonly lag: number }> {
  let isOver = false;
  const sequencing = sequence(() => !isOver);
  const reading = await runCycles(loop);
  const lag = (await store.listUnsequenced(100_000)).length;
  isOver = true;
  await sequencing;
  return { ...reading, lag };
}

/** Goes on while it should, and after that until nothing is left. */
async function sequence(goesOn: () => boolean): Promise<void> {
  const ports = { store, signer: noteSigner, sink: { publish: async () => undefined } };
  for (;;) {
    const { more } = must(await sequenceEvents(ports));
    if (more) continue;
    if (!goesOn()) return;
    await systemClock.pause(sequencerPauseMilliseconds, new AbortController().signal);
  }
}

/** The request is opened without a signed artifact, as with an unreachable signer. */
function grantsOnly(): Signer {
  const inMemory = createTestSigner();
  return {
    ...inMemory,
    sign: async (typ, payload) => {
      if (typ === requestArtifactType) throw new Error('no artifact is signed here');
      return inMemory.sign(typ, payload);
    },
  };
}

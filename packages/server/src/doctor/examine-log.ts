import { statSync } from 'node:fs';
import { logOrigin, type StoreReader } from '@countersign/coordinator';
import type { KeyedSigner } from '@countersign/keys';
import {
  checkAgainstOutside,
  isInsideFolder,
  latestCheckpoint,
  readCheckpoints,
} from '@countersign/outside';
import { millisecondsOf } from '@countersign/protocol/value';
import type { ExaminedServer } from './examined-server.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

const check = 'log';
const lagMax = 1000;

/** The log, held against what was kept of it outside. */
export async function examineLog(
  server: ExaminedServer,
  store: StoreReader,
  signer: KeyedSigner | null,
): Promise<Finding[]> {
  const head = await store.readLog();
  const waiting = (await store.listUnsequenced(lagMax)).length;
  const size = head.checkpoint?.size ?? 0;
  const lag =
    waiting < lagMax
      ? fine(check, `${head.frontier.size} events, signed up to ${size}; ${waiting} wait for it`)
      : warning(
          check,
          `${lagMax} events or more wait to be added to the log`,
          'start a server, which adds them; if one runs, see its log for the job "sequence"',
        );
  return [lag, ...(await compareOutside(server, store, signer, size))];
}

async function compareOutside(
  { checkpointFile, dataFolder, storeFile, config, ports }: ExaminedServer,
  store: StoreReader,
  signer: KeyedSigner | null,
  size: number,
): Promise<Finding[]> {
  const { settings, checkpoint_stdout } = config;
  if (checkpointFile === null) {
    const elsewhere =
      checkpoint_stdout || settings.endpoints.some(({ kind }) => kind === 'checkpoints');
    return elsewhere
      ? [fine(check, 'checkpoints are sent to another system; doctor does not compare them')]
      : [
          warning(
            check,
            'its signed heads are stored nowhere else: anyone with the keys and write access to the database could rewrite it',
            'set a file outside the data folder (checkpoint_file), or an endpoint of kind checkpoints',
          ),
        ];
  }
  if (storeFile !== null && isInsideFolder(checkpointFile, dataFolder)) {
    const found = `${checkpointFile} is inside the data folder, so it would be restored together with it`;
    return [wrong(check, found, 'move it to another folder')];
  }
  if (signer === null) {
    const found = `${checkpointFile} was not compared: the keys could not be read`;
    return [warning(check, found, 'repair the keys first')];
  }
  const keys = signer.noteKeys(settings.issuer);
  const compared = await checkAgainstOutside({
    kept: readCheckpoints(checkpointFile),
    log: { store, keys },
  });
  if (!compared.ok) {
    const { code, detail } = compared.refusal;
    return [
      wrong(
        check,
        `${code}: the log does not continue the checkpoints in ${checkpointFile} (${detail})`,
        'keep that file and a copy of the database as evidence. Restore the right database, or start a new epoch',
      ),
    ];
  }
  const origin = logOrigin(await store.readLog());
  const latest = await latestCheckpoint(checkpointFile, { origin, keys });
  if (latest === null) {
    if (size === 0) return [fine(check, `${checkpointFile} has nothing to compare yet`)];
    const found = `${checkpointFile} has no checkpoint of this log`;
    return [warning(check, found, 'start a server, which adds them; see its log if one runs')];
  }
  const behind = size - latest.checkpoint.size;
  const age = millisecondsOf(ports.clock.now()) - statSync(checkpointFile).mtimeMs;
  const found = `${compared.value} checkpoints in ${checkpointFile} match; the last was added ${ageText(age)} ago`;
  return behind > 0
    ? [
        warning(
          check,
          `${found}, and does not cover the ${behind} newest signed events`,
          'start a server, which adds what is missing; see its log if one runs',
        ),
      ]
    : [fine(check, found)];
}

function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

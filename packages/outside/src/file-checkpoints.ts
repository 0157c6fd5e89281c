import { resolve } from 'node:path';
import type { CheckpointSink } from '@countersign/coordinator';
import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { checkpointLine } from './checkpoint-line.ts';
import { CheckpointNotTaken } from './checkpoint-not-taken.ts';
import { assertOutside } from './inside-folder.ts';
import { appendLine, createLineFile, describeFault, faultCode, readLines } from './line-file.ts';

export interface FileCheckpointsOptions {
  /** Where checkpoints are stored. The folder is created if there is none. */
  readonly file: string;
  /** Where the store is, if it is in a folder: checkpoints must not be kept in there. */
  readonly dataFolder?: string;
}

/**
 * Adds each checkpoint to the end of a file, for `readCheckpoints`. It is on stable storage before `publish`
 * resolves; the one that is last in the file already is not added again. Several processes may share the file.
 */
export function fileCheckpoints({ file, dataFolder }: FileCheckpointsOptions): CheckpointSink {
  assertOutside(file, dataFolder);
  const path = resolve(file);
  let last: string | null | undefined;
  return {
    publish: async note => {
      const line = checkpointLine(note);
      try {
        if (last === undefined) {
          await createLineFile(path);
          last = null;
          for await (const kept of readCheckpoints(path)) last = kept;
        }
        if (last === note) return;
        await appendLine(path, line);
        last = note;
      } catch (error) {
        // Whether the note is in the file is open now, and so is whether the file is there.
        last = undefined;
        throw new CheckpointNotTaken(
          `the file ${path} did not take a checkpoint: ${describeFault(error)}; make the path usable again, or move the file away and keep it`,
          { cause: error },
        );
      }
    },
  };
}

/**
 * Every checkpoint in the file, in order and letter for letter; none where there is no file. Nothing about them is
 * verified. An incomplete line is ignored; throws at a whole line that is not a checkpoint.
 */
export async function* readCheckpoints(file: string): AsyncGenerator<string, void, undefined> {
  try {
    for await (const { number, bytes, isWhole } of readLines(resolve(file))) {
      const note = parseLine(bytes);
      if (note !== null) yield note;
      else if (isWhole) {
        throw new Error(`${file}: expected a checkpoint in line ${number}, found something else`);
      }
    }
  } catch (error) {
    if (faultCode(error) !== 'ENOENT') throw error;
  }
}

function parseLine(bytes: Uint8Array): string | null {
  try {
    const value = parseStrict(bytes);
    if (typeof value !== 'object' || value === null || !('checkpoint' in value)) return null;
    const { checkpoint, ...rest } = value;
    return typeof checkpoint === 'string' && Object.keys(rest).length === 0 ? checkpoint : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

import { constants, promises as files } from 'node:fs';
import { dirname, sep } from 'node:path';

// Files that are only ever added to, a line at a time, by any number of processes without a lock.
//
// The system appends each write after all others (O_APPEND). A process that dies, or a disk that is full, may leave the
// beginning of a line, which was not acknowledged. The next line must not run into it, so every line is written with
// its own newline before and after it. A complete line is followed by an empty one or by nothing, and an incomplete one
// is not.

/** Windows has neither modes nor folders that can be synced; it sees to its names by itself. */
const isPosix: boolean = sep === '/';
/** The flags for a link or a pipe in place of the file: the link is not followed, and the pipe is not waited for. */
const carefully: number = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** More than a line with the longest note has. */
const lineBytesMax = 2 * 1024 * 1024;
const chunkBytes = 64 * 1024;
const newline = 0x0a;

interface FileLine {
  /** Counted from one. */
  readonly number: number;
  readonly bytes: Uint8Array;
  /** False where its end is missing, so that it may be the beginning of what was never acknowledged. */
  readonly isWhole: boolean;
}

/** A line that is on stable storage. */
interface AppendedLine {
  /** Tells the file that has the line from another that has its name by now. */
  readonly inode: bigint;
  /** Of the whole file. */
  readonly size: number;
}

/** Creates the folder where there is none, and the file; both are durable when it resolves. */
export async function createLineFile(path: string): Promise<void> {
  const folder = dirname(path);
  const first = await files.mkdir(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncFolder(dirname(first));
  // A file that takes lines now, in a folder that takes no other file, would fail only much later.
  await files.access(folder, constants.W_OK);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | carefully;
  const file = await files.open(path, flags, 0o600);
  await file.close();
  // Also where another process created the file: that process may not have synced the folder yet.
  await syncFolder(folder);
}

/** Adds a line to a file that exists. It is on stable storage when this resolves, after one sync. */
export async function appendLine(path: string, line: string): Promise<AppendedLine> {
  const flags = constants.O_WRONLY | constants.O_APPEND | carefully;
  // Opened again each time: after a failed sync the next one on the same descriptor could succeed without effect.
  const file = await files.open(path, flags);
  try {
    const bytes = Buffer.from(`\n${line}\n`);
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) {
      throw new Error('expected a whole line to be written, found room for a part of it only');
    }
    await file.datasync();
    const { ino, size } = await file.stat({ bigint: true });
    return { inode: ino, size: Number(size) };
  } finally {
    await file.close();
  }
}

/**
 * Every line that is not empty, in order. Nothing but one line and one chunk is held. With `onlyOwnerWrites` a file
 * that others can write to is refused.
 */
export async function* readLines(
  path: string,
  { onlyOwnerWrites = false }: { readonly onlyOwnerWrites?: boolean } = {},
): AsyncGenerator<FileLine, void, undefined> {
  const file = await files.open(path, constants.O_RDONLY | carefully);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('expected a file, found something else');
    if (onlyOwnerWrites && isPosix && (found.mode & 0o022) !== 0) {
      const mode = (found.mode & 0o777).toString(8);
      throw new Error(`expected mode 600, found ${mode}, with which others can write to it`);
    }
    yield* markWhole(splitLines(readChunks(file)));
  } finally {
    await file.close();
  }
}

async function* readChunks(file: files.FileHandle): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** What stands between newlines, and at last what stands behind the last of them. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(newline, begin);
      const piece = chunk.subarray(begin, end < 0 ? chunk.length : end);
      pieces.push(piece);
      length += piece.length;
      if (length > lineBytesMax) {
        throw new Error(`expected lines of at most ${lineBytesMax} bytes, found a longer one`);
      }
      if (end < 0) break;
      yield Buffer.concat(pieces);
      pieces = [];
      length = 0;
      begin = end + 1;
    }
  }
  yield Buffer.concat(pieces);
}

async function* markWhole(lines: AsyncIterable<Buffer>): AsyncGenerator<FileLine, void, undefined> {
  let number = 0;
  let last: Buffer = Buffer.alloc(0);
  for await (const bytes of lines) {
    if (last.length > 0) yield { number, bytes: last, isWhole: bytes.length === 0 };
    number++;
    last = bytes;
  }
  if (last.length > 0) yield { number, bytes: last, isWhole: false };
}

async function syncFolder(folder: string): Promise<void> {
  if (!isPosix) return;
  const handle = await files.open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The system's code for the fault, such as ENOENT; null where it is not a fault of the file system. */
export function faultCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What was expected and found, for a message that goes on with what to do. */
export function describeFault(error: unknown): string {
  const code = faultCode(error);
  if (code === 'ELOOP') return 'expected the file itself, found a symbolic link';
  if (code !== null && error instanceof Error && 'syscall' in error) {
    return `expected a place that can be read and written, found ${code} from ${String(error.syscall)}`;
  }
  return error instanceof Error ? error.message : 'an unknown failure';
}

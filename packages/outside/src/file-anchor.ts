import { promises as files } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Anchor, AnchorUnavailable } from '@countersign/coordinator';
import { canonicalize, parseStrict } from '@countersign/protocol/json';
import { type AnchorMark, isFurther, parseAnchorMark } from '@countersign/protocol/log';
import { ProtocolError } from '@countersign/protocol/reason';
import { assertOutside } from './inside-folder.ts';
import { appendLine, createLineFile, describeFault, faultCode, readLines } from './line-file.ts';

export interface FileAnchorOptions {
  /** Where marks are stored. The folder is created if there is none. */
  readonly file: string;
  /** Where the store is, if it is in a folder: the anchor must not be in there. */
  readonly dataFolder?: string;
}

/** Some two hundred marks, which are read in a few milliseconds. Beyond this a file is not added to any more. */
const bytesBeforeNextDefault = 64 * 1024;

/** How often a process tries again after others were faster. Each time one of the others advanced. */
const triesMax = 100;

/**
 * Keeps marks in a file that any number of processes of one machine may share.
 *
 * A process that compares a mark and then replaces it would need a lock, because another process may go further in
 * between. A lock that outlives its owner must be broken, which needs a lock again. So nothing is compared or replaced.
 * Each mark is added as a line, and the furthest line counts, from any process and in any order.
 *
 * When `anchor` has grown long, lines go to `anchor.2`, then to `anchor.3`. All that exist count. An older file is
 * removed once its furthest mark is durable in a newer one, and no mark is lost between the two, because
 *
 * 1. a process that removes files first creates the newer file, then reads the older ones, and removes the oldest first;
 * 2. a process that adds a mark then checks that its file is still there and the newest, and otherwise adds the
 *    mark to the newest one before saying that it is kept. If it was the newest, then no process had begun to read it.
 *
 * An acknowledged mark never goes back. A mark before its acknowledgement may be seen, and disappear for a moment or
 * permanently.
 */
export function openFileAnchor({ file, dataFolder }: FileAnchorOptions): Anchor {
  assertOutside(file, dataFolder);
  return new FileAnchor(resolve(file));
}

interface Survey {
  /** Of the files that exist, the oldest first. */
  readonly numbers: readonly number[];
  readonly furthest: AnchorMark | null;
}

/** Made by `openFileAnchor`, which first checks the place. */
export class FileAnchor implements Anchor {
  readonly #file: string;
  readonly #bytesBeforeNext: number;
  /** The file that this process has found sound and durable, by its number; null before the first mark. */
  #settled: { readonly number: number; readonly storeId: string } | null = null;

  constructor(file: string, bytesBeforeNext: number = bytesBeforeNextDefault) {
    this.#file = file;
    this.#bytesBeforeNext = bytesBeforeNext;
  }

  read(): Promise<AnchorMark | null> {
    return this.#guard('read', async () => (await this.#survey()).furthest);
  }

  async advance(mark: AnchorMark): Promise<void> {
    const parsed = parseAnchorMark(mark);
    await this.#guard('advanced', async () => {
      for (let tries = 0; tries < triesMax; tries++) {
        const number = await this.#settle(parsed);
        if (number !== null && (await this.#append(number, parsed))) return;
        this.#settled = null;
      }
      throw new Error('expected to get the lock, but other processes took it every time');
    });
  }

  /** Answers the number of the file to add to, or null where it was overtaken. */
  async #settle(mark: AnchorMark): Promise<number | null> {
    if (this.#settled === null) {
      const newest = (await this.#list()).at(-1) ?? 1;
      const number = (await this.#isLong(newest)) ? newest + 1 : newest;
      await createLineFile(this.#path(number));
      const { numbers, furthest } = await this.#survey();
      const older = numbers.filter(each => each < number);
      if (older.length > 0 && furthest !== null && !(await this.#append(number, furthest))) {
        return null;
      }
      for (const each of older) await files.rm(this.#path(each), { force: true });
      this.#settled = { number, storeId: furthest?.store_id ?? mark.store_id };
    }
    const { number, storeId } = this.#settled;
    if (storeId !== mark.store_id) {
      throw new Error('expected a mark of the store whose marks are here, found another store');
    }
    return number;
  }

  /** Answers whether the mark stays: false where the file was no longer the newest once it had the mark. */
  async #append(number: number, mark: AnchorMark): Promise<boolean> {
    const path = this.#path(number);
    try {
      const { inode, size } = await appendLine(path, canonicalize(mark));
      const newest = (await this.#list()).at(-1);
      const { ino } = await files.stat(path, { bigint: true });
      if (size > this.#bytesBeforeNext) this.#settled = null;
      return newest === number && ino === inode;
    } catch (error) {
      if (faultCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Reads every file, the oldest first, until none was added or removed during the read. */
  async #survey(): Promise<Survey> {
    let numbers = await this.#list();
    for (let tries = 0; tries < triesMax; tries++) {
      const furthest = await this.#readAll(numbers);
      const now = await this.#list();
      if (furthest !== undefined && now.join() === numbers.join()) return { numbers, furthest };
      numbers = now;
    }
    throw new Error('expected files that stay, found others each time');
  }

  /** Undefined where one of the files was removed during the read. */
  async #readAll(numbers: readonly number[]): Promise<AnchorMark | null | undefined> {
    let furthest: AnchorMark | null = null;
    try {
      for (const number of numbers) {
        for await (const mark of readMarks(this.#path(number))) {
          if (furthest !== null && mark.store_id !== furthest.store_id) {
            throw new Error('expected marks of one store, found marks of two');
          }
          if (furthest === null || isFurther(mark, furthest)) furthest = mark;
        }
      }
    } catch (error) {
      if (faultCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    return furthest;
  }

  async #list(): Promise<number[]> {
    let names: string[];
    try {
      names = await files.readdir(dirname(this.#file));
    } catch (error) {
      if (faultCode(error) === 'ENOENT') return [];
      throw error;
    }
    const own = basename(this.#file);
    return names
      .flatMap(name => {
        if (name === own) return [1];
        const number = name.startsWith(`${own}.`) ? name.slice(own.length + 1) : '';
        return /^[1-9][0-9]{0,14}$/.test(number) && number !== '1' ? [Number(number)] : [];
      })
      .sort((a, b) => a - b);
  }

  async #isLong(number: number): Promise<boolean> {
    try {
      return (await files.stat(this.#path(number))).size > this.#bytesBeforeNext;
    } catch (error) {
      if (faultCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  #path(number: number): string {
    return number === 1 ? this.#file : `${this.#file}.${number}`;
  }

  async #guard<T>(what: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      this.#settled = null;
      throw new AnchorUnavailable(
        `the anchor ${this.#file} could not be ${what}: ${describeFault(error)}; make the path usable again or, if the anchor is lost or damaged, move it away and start a new epoch`,
        { cause: error },
      );
    }
  }
}

async function* readMarks(path: string): AsyncGenerator<AnchorMark, void, undefined> {
  for await (const { number, bytes, isWhole } of readLines(path, { onlyOwnerWrites: true })) {
    try {
      yield parseMark(bytes);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (isWhole) throw new Error(`expected a mark in line ${number}, found ${error.message}`);
    }
  }
}

function parseMark(bytes: Uint8Array): AnchorMark {
  const mark = parseAnchorMark(parseStrict(bytes));
  if (!Buffer.from(canonicalize(mark)).equals(bytes)) {
    throw new ProtocolError('object_malformed', '', 'not the canonical form of a mark');
  }
  return mark;
}

import { sha256OfText } from '@countersign/protocol/crypto';
import { batchDecisionsMax, type EdgeBatch, edgeBatchType } from '@countersign/protocol/edge';
import { canonicalize, parseStrict } from '@countersign/protocol/json';
import type { BacklogFiles } from './backlog-files.ts';
import type { EdgeKey } from './edge-key.ts';

/**
 * The state of a run: its store, and how much of its decisions the server has. The state changes only when the server
 * accepts a batch or sends a snapshot.
 */
interface RunState {
  readonly version: 1;
  readonly run: string;
  /** The store that the run belongs to. Null before the first snapshot. */
  readonly place: { readonly store_id: string; readonly epoch: number } | null;
  /** The last batch that the server has, and its digest. */
  readonly sequence: number;
  readonly head: string | null;
  /** The last snapshot whose decisions the server has in full, and whether the server may have issued a later one. */
  readonly told: number;
  readonly owes: boolean;
  /**
   * Whether a process has the backlog open. If a starting process reads true, the process before it did not close the
   * backlog.
   */
  readonly open: boolean;
}

/** A signed batch that the server has not accepted yet. */
export interface SealedBatch {
  readonly sequence: number;
  readonly jws: string;
}

export interface BacklogLimits {
  /** The most decisions that may wait for the server. At this number the edge stops deciding. */
  readonly decisions: number;
  readonly bytes: number;
}

export const usualLimits: BacklogLimits = { decisions: 20_000, bytes: 64 * 2 ** 20 };

/** The bytes of decisions that go into one batch: signed and encoded it stays below the limit of an artifact. */
const partBytesMax = 120_000;
const refusedKept = 64;
const stateName = 'state.json';

/** A part that is filled or waits to be signed: the decisions of one batch, in their order. */
interface Part {
  readonly sequence: number;
  /** An earlier process left this part, and its last line may be cut off. So nothing is appended to it. */
  readonly isLeft: boolean;
  decisions: number;
  bytes: number;
}

/**
 * The decisions of an edge on their way to the server, in files. A decision is in the file before its allow is answered. A part
 * becomes a signed batch under the next number, and a batch is removed once the server has it. A restart goes on with
 * the same bytes.
 */
export class Backlog {
  readonly #files: BacklogFiles;
  readonly #limits: BacklogLimits;
  readonly #uuid: () => string;
  #state: RunState;
  #parts: Part[] = [];
  #sealed: (SealedBatch & { readonly decisions: number; readonly bytes: number })[] = [];
  #resumed: boolean;
  #isBroken = false;

  constructor(files: BacklogFiles, limits: BacklogLimits, uuid: () => string) {
    this.#files = files;
    this.#limits = limits;
    this.#uuid = uuid;
    const found = readState(files.read(stateName));
    this.#state = found ?? freshRun(uuid());
    this.#resumed = found?.open === true;
    if (found === null) this.#setAside();
    else this.#recover(found);
    this.#keep({ open: true });
  }

  get run(): string {
    return this.#state.run;
  }

  get place(): RunState['place'] {
    return this.#state.place;
  }

  /** Decisions that the server does not have. */
  get waiting(): number {
    const counts = [...this.#parts, ...this.#sealed].map(({ decisions }) => decisions);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Whether the backlog takes one more decision. */
  get hasRoom(): boolean {
    if (this.#isBroken) return false;
    const { decisions, bytes } = this.#limits;
    let [count, size] = [0, 0];
    for (const part of this.#parts) [count, size] = [count + part.decisions, size + part.bytes];
    for (const batch of this.#sealed) [count, size] = [count + batch.decisions, size + batch.bytes];
    return count < decisions && size < bytes;
  }

  /** Whether the server has yet to learn that an earlier snapshot has no further decisions. */
  owesClosing(held: number | null): boolean {
    const { told, owes } = this.#state;
    return held === null ? owes : held - 1 > told;
  }

  /** Writes a decision to the file. Throws if the write fails. The edge then stops deciding. */
  append(line: string): void {
    let part = this.#parts.at(-1);
    if (part === undefined || isFull(part)) {
      part = { sequence: this.#nextSequence(), isLeft: false, decisions: 0, bytes: 0 };
      this.#parts.push(part);
    }
    try {
      this.#files.append(partName(part.sequence), `${line}\n`);
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    part.decisions += 1;
    part.bytes += line.length;
  }

  flush(): Promise<void> {
    return this.#files.flush();
  }

  /**
   * Records that the edge is about to request a snapshot. The server may issue the snapshot even if its answer is lost.
   */
  asks(): void {
    if (!this.#state.owes) this.#keep({ owes: true });
  }

  /** Records the store of a snapshot that arrived. */
  received(place: NonNullable<RunState['place']>): void {
    if (this.#state.place === null) this.#keep({ place });
  }

  /**
   * Signs the parts that wait. `held` is the snapshot in use. If it is null, the last batch says that every snapshot so
   * far is complete.
   */
  seal(edge: Pick<EdgeKey, 'seal'> & { readonly edge_id: string }, held: number | null): void {
    const { place } = this.#state;
    if (place === null) return;
    if (this.#parts.length === 0 && this.owesClosing(held)) {
      this.#parts.push({ sequence: this.#nextSequence(), isLeft: true, decisions: 0, bytes: 0 });
    }
    while (this.#parts.length > 0) {
      const [part] = this.#parts;
      if (part === undefined) return;
      const decisions = readPart(this.#files.read(partName(part.sequence)));
      const isLast = this.#parts.length === 1;
      // The next part may hold further decisions under the snapshot that this part ends with.
      const through = isLast ? held : (decisions[0]?.serial ?? 1);
      const batch: EdgeBatch = {
        version: '1',
        store_id: place.store_id as EdgeBatch['store_id'],
        epoch: place.epoch,
        edge_id: edge.edge_id,
        run: this.#state.run,
        sequence: part.sequence,
        previous_batch_digest: (this.#lastDigest() ?? null) as EdgeBatch['previous_batch_digest'],
        closed_through: through === null ? null : Math.max(0, through - 1),
        resumed: this.#resumed,
        decisions: [...decisions],
      };
      const jws = edge.seal(edge.edge_id, edgeBatchType, batch);
      this.#files.write(batchName(part.sequence), jws);
      this.#files.remove(partName(part.sequence));
      this.#resumed = false;
      this.#parts.shift();
      this.#sealed.push({
        sequence: part.sequence,
        jws,
        decisions: decisions.length,
        bytes: jws.length,
      });
      if (isLast) this.#keep(held === null ? { owes: false } : { told: held - 1 });
    }
  }

  /** The batches that the server does not have, in their order. */
  get sealed(): readonly SealedBatch[] {
    return this.#sealed;
  }

  /** The server has this batch, which is the first one that waits. */
  accepted({ sequence, jws }: SealedBatch): void {
    this.#keep({ sequence, head: sha256OfText(jws) });
    this.#files.remove(batchName(sequence));
    this.#sealed = this.#sealed.filter(batch => batch.sequence !== sequence);
  }

  /**
   * Gives up the decisions that wait, because the server will never accept them. Their files are set aside for people
   * to read. The server records the gap when it hears of the next run.
   */
  beginRun(): void {
    this.#setAside();
    this.#state = { ...freshRun(this.#uuid()), open: true };
    this.#files.write(stateName, canonicalize(this.#state));
  }

  close(): void {
    this.#keep({ open: false });
    this.#files.close();
  }

  #nextSequence(): number {
    const last = this.#parts.at(-1)?.sequence ?? this.#sealed.at(-1)?.sequence;
    return (last ?? this.#state.sequence) + 1;
  }

  #lastDigest(): string | null {
    const last = this.#sealed.at(-1);
    return last === undefined ? this.#state.head : sha256OfText(last.jws);
  }

  #keep(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change };
    this.#files.write(stateName, canonicalize(this.#state));
  }

  /**
   * Takes over the files of an earlier process. A signed batch stays as it is. An unsigned part becomes the next batch.
   */
  #recover({ sequence }: RunState): void {
    const names = [...this.#files.list()].sort();
    const signed = new Set(names.flatMap(name => numberIn(name, batchForm) ?? []));
    for (const name of names) {
      const number = numberIn(name, batchForm) ?? numberIn(name, partForm);
      if (number === null) continue;
      const isPart = partForm.test(name);
      if (number <= sequence || (isPart && signed.has(number))) {
        this.#files.remove(name);
        continue;
      }
      const text = this.#files.read(name) ?? '';
      if (isPart) {
        const count = readPart(text).length;
        this.#parts.push({ sequence: number, isLeft: true, decisions: count, bytes: text.length });
      } else {
        this.#sealed.push({ sequence: number, jws: text, decisions: 0, bytes: text.length });
      }
    }
  }

  #setAside(): void {
    const names = [...this.#files.list()].sort();
    for (const name of names) {
      if (partForm.test(name) || batchForm.test(name)) {
        this.#files.rename(name, `refused-${this.#uuid()}-${name}`);
      }
    }
    const refused = this.#files.list().filter(name => name.startsWith('refused-'));
    for (const name of refused.slice(0, Math.max(0, refused.length - refusedKept))) {
      this.#files.remove(name);
    }
    this.#parts = [];
    this.#sealed = [];
  }
}

function isFull({ isLeft, decisions, bytes }: Part): boolean {
  return isLeft || decisions >= batchDecisionsMax || bytes >= partBytesMax;
}

const partForm = /^part-(\d{8})\.jsonl$/;
const batchForm = /^batch-(\d{8})\.jws$/;

function partName(sequence: number): string {
  return `part-${String(sequence).padStart(8, '0')}.jsonl`;
}

function batchName(sequence: number): string {
  return `batch-${String(sequence).padStart(8, '0')}.jws`;
}

function numberIn(name: string, form: RegExp): number | null {
  const [, digits] = form.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}

function freshRun(run: string): RunState {
  return {
    version: 1,
    run,
    place: null,
    sequence: 0,
    head: null,
    told: 0,
    owes: false,
    open: false,
  };
}

/** Null if there is no state, or it cannot be read. Another run then begins, and the server records the gap. */
function readState(text: string | null): RunState | null {
  try {
    const state = parseStrict(text ?? '') as unknown as RunState;
    return state.version === 1 && typeof state.run === 'string' ? state : null;
  } catch {
    return null;
  }
}

/** A machine that stopped while writing leaves half a line. The edge had not answered an allow for that line. */
function readPart(text: string | null): EdgeBatch['decisions'] {
  const lines = (text ?? '').split('\n');
  return lines.flatMap(line => {
    try {
      return line === '' ? [] : [parseStrict(line) as unknown as EdgeBatch['decisions'][number]];
    } catch {
      return [];
    }
  });
}

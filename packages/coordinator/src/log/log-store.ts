import type { Frontier, LogLeaf, LogRow, TreeHash } from '@countersign/protocol/log';

/**
 * What the transparency log needs of a store. It is part of the contract of `Store`, and each sentence of it is
 * a test in `describeStore` too.
 *
 * There is one log for each epoch. A log only grows at its end, and only the one of the present epoch does. An
 * event is in one log at most, once. What is safe rests on `appendToLog` and `saveCheckpoint` alone: any number
 * of sequencers may work at once, and those that lose have only wasted their work.
 */
export interface LogStore {
  /**
   * Events that are in no log yet: a set, never a cursor, so that a commit that took long is not passed over.
   * What is listed of a stream goes on where the logs end for it, in order and without a gap, wherever the
   * limit falls. Streams come in no particular order.
   */
  listUnsequenced(limit: number): Promise<readonly LogRow[]>;

  /** Where the log of an epoch ends; the one of the present epoch if none is named. Empty before its first leaf. */
  readLog(epoch?: number): Promise<LogHead>;

  /**
   * Adds leaves to the log of the present epoch; from then on their events are sequenced. All or nothing, and on
   * stable storage once it is answered. It is a `conflict`, and changes nothing, where the epoch is not the present
   * one, the log does not have the expected size, or one of the events is in a log already. After a lost answer
   * `readLog` tells.
   */
  appendToLog(append: LogAppend): Promise<'appended' | 'conflict'>;

  /** The leaves at these places of a log, in the order of the log; those that do not exist are left out. */
  readLeaves(epoch: number, indexes: readonly number[]): Promise<LoggedLeaf[]>;

  /** The leaves of these events, in whichever log, in no particular order; those that have none are left out. */
  findLeaves(events: readonly EventPlace[]): Promise<LoggedLeaf[]>;

  /**
   * The leaves of a log from an index on, with the texts of their events as they are kept now, in the order of the
   * log. The digest is the one that was logged. An event that is gone is left out, so that a gap shows.
   */
  readLogRows(query: {
    readonly epoch: number;
    readonly from: number;
    readonly limit: number;
  }): Promise<LoggedRow[]>;

  /**
   * Keeps a signed checkpoint permanently, one for each size of a log. `taken` where there is another one for that
   * size; it stays. Keeping the same one again is `saved` and changes nothing.
   */
  saveCheckpoint(checkpoint: KeptCheckpoint): Promise<SavedCheckpoint>;

  /** Checkpoints that were not yet marked as published, the oldest first. */
  listUnpublished(limit: number): Promise<KeptCheckpoint[]>;

  markPublished(checkpoint: Pick<KeptCheckpoint, 'epoch' | 'size'>): Promise<void>;
}

/** Where an event stands. */
export type EventPlace = Pick<LogLeaf, 'stream' | 'version'>;

export interface LogHead {
  readonly storeId: string;
  readonly epoch: number;
  readonly frontier: Frontier;
  /** The one of the greatest size, or null before the first. */
  readonly checkpoint: KeptCheckpoint | null;
}

/** A leaf in its place. */
export interface LoggedLeaf extends LogLeaf {
  readonly epoch: number;
  readonly index: number;
  /**
   * The hashes of the subtrees that this leaf completed, from two leaves upwards; its own hash follows from
   * the rest. All leaves together have every node of the tree, once.
   */
  readonly nodes: readonly TreeHash[];
}

/** A leaf in its place, and the text of its event. */
export interface LoggedRow extends LogRow {
  readonly epoch: number;
  readonly index: number;
}

export interface LogAppend {
  readonly epoch: number;
  /** The size of the log as it was read. The first leaf gets this index. */
  readonly expectedSize: number;
  /** At least one, in the order in which they follow each other. */
  readonly leaves: readonly Omit<LoggedLeaf, 'epoch' | 'index'>[];
  /** After all of them. */
  readonly frontier: Frontier;
}

/** A signed checkpoint, as it was given to the world. */
export interface KeptCheckpoint {
  readonly epoch: number;
  readonly size: number;
  readonly note: string;
}

export type SavedCheckpoint =
  | { readonly outcome: 'saved' }
  | { readonly outcome: 'taken'; readonly note: string };

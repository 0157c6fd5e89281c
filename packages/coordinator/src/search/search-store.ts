import type { Digest } from '@countersign/protocol/crypto';
import type { Timestamp } from '@countersign/protocol/value';

/**
 * What searching needs of a store. It is part of the contract of `Store`, and each sentence of it is a test in
 * `describeStore` too. The index is no evidence: it is made from the log and can be made again.
 */
export interface SearchStore {
  /** How far the logs are in the index; the beginning of the first log before anything is. */
  readIndexed(): Promise<IndexedPlace>;

  /**
   * Puts entries in place of earlier ones of the same requests and moves the place, both or neither. False, and nothing is
   * written, where the place is not `from`: another process was first. Where the bytes of an action are gone by
   * then, the words of its entry are left out and its facets stay.
   */
  addToIndex(step: IndexStep): Promise<boolean>;

  /** The requests that fit, the newest first; by key, never by offset. */
  searchIndex(query: IndexQuery): Promise<IndexPage>;

  /** How many requests fit, counted no further than the limit. */
  countIndexed(query: IndexCondition, limit: number): Promise<number>;
}

/** A place in the logs: every event before it is in the index. */
export interface IndexedPlace {
  readonly epoch: number;
  readonly index: number;
}

export interface IndexStep {
  readonly from: IndexedPlace;
  readonly to: IndexedPlace;
  /** Each request once. */
  readonly entries: readonly IndexEntry[];
}

/** What is looked up of one request. */
export interface IndexEntry {
  readonly approval_request_id: string;
  readonly requested_at: Timestamp;
  /** The words are erased with the bytes of this action. */
  readonly action_digest: Digest;
  /** Facts that are compared as a whole, as `facetOf` writes them. Each once. */
  readonly facets: readonly string[];
  /** The words of the values, as `wordsOf` writes them. Each once. */
  readonly words: readonly string[];
}

export interface IndexCondition {
  /**
   * Of each of these lists, an entry has at least one of the facets, or a word that begins with one of the others. What
   * other entries have makes no difference.
   */
  readonly all: readonly (readonly string[])[];
  /** Requested at this time or later. */
  readonly from?: Timestamp;
  /** Requested before this time. */
  readonly before?: Timestamp;
}

export interface IndexQuery extends IndexCondition {
  readonly limit: number;
  /** The key of the last request of the page before. */
  readonly after?: string;
}

export interface IndexPage {
  readonly ids: readonly string[];
  /** Where the next page begins, or null at the end. */
  readonly next: string | null;
}

import type { Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import type { StoredState } from './store-state.ts';

/** What the operations of one batch share while its transaction is open. */
export interface Transaction {
  readonly connection: Connection;
  /** The store's clock, by which everything in the batch is judged. */
  readonly now: Timestamp;
  /** As it stands after the operations so far; written once, as the batch ends. */
  state: StoredState;
  /** False as long as there is nothing to make durable. */
  changed: boolean;
  /** Whether a commit is among the changes. Only commits move the latest time that the store has seen. */
  committed: boolean;
}

/** Something that happens in one piece, together with others in one transaction. */
export interface Operation<Result> {
  /** Throws where it cannot be done; whatever it did is then undone, and the others are unaffected. */
  apply(transaction: Transaction): Result;
  /** From this time on `apply` would answer otherwise. */
  readonly notAfter?: Timestamp;
}

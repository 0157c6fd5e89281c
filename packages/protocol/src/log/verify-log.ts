import { sha256OfText } from '../crypto/digest.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import type { StreamHead } from '../stream/stream-event.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type LogLeaf, leafHash } from './log-leaf.ts';
import { verifyConsistency } from './merkle-proof.ts';
import {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  type Frontier,
  rootOf,
  type TreeHash,
} from './merkle-tree.ts';

/** An event as a log is exported: its leaf, and the exact text that was hashed. */
export interface LogRow extends LogLeaf {
  readonly text: string;
}

/**
 * Where each stream ends. A Map does; it takes some 250 bytes for each stream. Where that is too much, give
 * something that keeps them elsewhere: nothing else here grows with the log.
 */
export interface StreamHeads {
  get(stream: string): StreamHead | undefined;
  set(stream: string, head: StreamHead): unknown;
}

/** Where an earlier verification of the same log ended. Both must come from it, or be trusted otherwise. */
export interface LogStart {
  readonly frontier?: Frontier;
  /** Is written to. Streams begin in an earlier log, too, where a new epoch began. */
  readonly heads?: StreamHeads;
}

interface LogVerifier {
  /** The next event of the log. After one refusal every further event gets the same. */
  add(row: LogRow): Result<undefined>;
  /** Compares all events so far with a verified checkpoint. Only this detects a cut tail or a rewritten log. */
  check(checkpoint: Pick<Checkpoint, 'size' | 'root'>): Result<undefined>;
  /** To go on from here later. */
  frontier(): Frontier;
}

/**
 * Verifies a log event by event, at the price of hashing. Each text must have the digest of its leaf and stand
 * where the leaf says; each stream must run on without a gap; all leaves together must give the root of the
 * checkpoint. What an event says besides is for its reader: a log can be verified without knowing every type.
 * Never throws.
 */
export function logVerifier(start: LogStart = {}): LogVerifier {
  const heads = start.heads ?? new Map<string, StreamHead>();
  let frontier = start.frontier ?? emptyFrontier;
  let failed: { ok: false; refusal: Refusal } | undefined;

  function take({ stream, version, event_digest, text }: LogRow): Result<undefined> {
    if (sha256OfText(text) !== event_digest) {
      return refuse(
        'log_event_altered',
        `event ${frontier.size} does not have the digest of its leaf`,
      );
    }
    // Read from the end, for these members come last in canonical JSON; see `beginOf`.
    const typeEnd = beginOf(`","version":${version}}`, text, text.length);
    const typeStart = text.lastIndexOf('"', typeEnd - 1) + 1;
    const place = `,"stream":${JSON.stringify(stream)},"type":"`;
    const placeStart = beginOf(place, text, typeStart);
    if (typeof stream !== 'string' || typeEnd < 0 || placeStart < 0) {
      return refuse(
        'log_event_altered',
        `event ${frontier.size} does not name the place of its leaf`,
      );
    }
    const head = heads.get(stream);
    const previous = head === undefined ? 'null' : `"${head.event_digest}"`;
    const link = `,"previous_event_digest":${previous}`;
    if (version !== (head?.version ?? 0) + 1 || beginOf(link, text, placeStart) < 0) {
      return refuse(
        'stream_broken',
        `event ${frontier.size} does not follow the last one of its stream`,
      );
    }
    frontier = appendLeaf(frontier, leafHash({ stream, version, event_digest })).frontier;
    heads.set(stream, { version, event_digest });
    return accept(undefined);
  }

  return {
    add(row) {
      if (failed !== undefined) return failed;
      const verdict = guard(() => take(row));
      if (!verdict.ok) failed = verdict;
      return verdict;
    },
    check: checkpoint =>
      failed ??
      guard(() => {
        const { size, root } = checkpoint;
        if (size !== frontier.size) {
          return refuse('log_size_mismatch', `expected ${size} events, found ${frontier.size}`);
        }
        return root === rootOf(frontier)
          ? accept(undefined)
          : refuse('log_root_mismatch', `the root over ${size} events is another one`);
      }),
    frontier: () => frontier,
  };
}

/**
 * Checks that a log went on from an older checkpoint to a newer one, both verified. What is accepted may
 * replace the older one as what is known of the log. Never throws.
 */
export function checkTransition(
  older: Checkpoint,
  newer: Checkpoint,
  consistencyProof: readonly TreeHash[],
): Result<undefined> {
  return guard(() => {
    if (older.origin !== newer.origin) {
      return refuse('checkpoint_origin_mismatch', 'the checkpoints are of two logs');
    }
    if (newer.size < older.size) {
      return refuse(
        'log_rolled_back',
        `expected at least ${older.size} events, found ${newer.size}`,
      );
    }
    if (newer.size === older.size && newer.root !== older.root) {
      return refuse('log_forked', `found two roots over ${older.size} events`);
    }
    if (older.size === 0) {
      return older.root === emptyRoot && consistencyProof.length === 0
        ? accept(undefined)
        : refuse('log_consistency_unproven', 'expected an empty log, and no proof from it');
    }
    return verifyConsistency({
      size1: older.size,
      size2: newer.size,
      root1: older.root,
      root2: newer.root,
      proof: consistencyProof,
    });
  });
}

/**
 * Where the part begins that the text must have right before `end`; negative if it has not. The only valid ending is
 * written and compared, and the rest is not parsed. A reader of the text as strict JSON finds the same there: an
 * object that ends like this has these members, and none of them twice.
 */
function beginOf(part: string, text: string, end: number): number {
  const begin = end - part.length;
  return text.startsWith(part, begin) ? begin : -1;
}

/** What is handed in is foreign: it may have no bytes to hash, and reading it, or the heads, may fail. */
function guard(check: () => Result<undefined>): Result<undefined> {
  try {
    return check();
  } catch (error) {
    return error instanceof ProtocolError
      ? refuse('log_event_altered', 'expected an event and its leaf in well-formed Unicode')
      : refuse('internal_error', 'the log could not be checked');
  }
}

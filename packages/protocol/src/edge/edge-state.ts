import type { Digest } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { addSeconds, isDue, type Timestamp } from '../value/timestamp.ts';
import type { EdgeEvent } from './edge-event.ts';

/** A snapshot whose decisions are not all told yet. */
export interface OpenSnapshot {
  readonly serial: number;
  readonly policy_version: string;
  readonly policy_text: Digest;
  readonly issued_at: Timestamp;
  readonly expires_at: Timestamp;
}

/** Snapshots whose decisions were never told, and never will be. */
export interface EdgeGap {
  readonly from_serial: number;
  readonly through_serial: number;
  readonly cause: 'run_ended' | 'epoch_ended';
  readonly at: Timestamp;
}

export interface EdgeState {
  readonly edge_id: string | null;
  readonly run: string | null;
  readonly epoch: number;
  /** Of the last snapshot, and when it was issued. */
  readonly serial: number;
  readonly issued_at: Timestamp | null;
  readonly open: readonly OpenSnapshot[];
  /** The last batch of the run. */
  readonly sequence: number;
  readonly head: Digest | null;
  readonly recorded_at: Timestamp | null;
  /** Of all runs. */
  readonly decisions: number;
  readonly contradicted: number;
  /** Batches after a process that did not close its backlog: some last moment before each may be missing. */
  readonly resumed: number;
  readonly gap_count: number;
  /** The last ones. */
  readonly gaps: readonly EdgeGap[];
  /** Refused batches since the last one that was recorded. */
  readonly refused: number;
  readonly last_refusal: { readonly code: ReasonCode; readonly at: Timestamp } | null;
}

export const absentEdge: EdgeState = {
  edge_id: null,
  run: null,
  epoch: 0,
  serial: 0,
  issued_at: null,
  open: [],
  sequence: 0,
  head: null,
  recorded_at: null,
  decisions: 0,
  contradicted: 0,
  resumed: 0,
  gap_count: 0,
  gaps: [],
  refused: 0,
  last_refusal: null,
};

const gapsKept = 16;

export function evolveEdge(state: EdgeState, { type, at, data }: EdgeEvent): EdgeState {
  switch (type) {
    case 'edge.snapshot_issued': {
      const { edge_id, run, serial, epoch, policy_version, policy_text, expires_at } = data;
      const isSameRun = run === state.run && epoch === state.epoch;
      const issued = { serial, policy_version, policy_text, issued_at: at, expires_at };
      return {
        ...state,
        edge_id,
        run,
        epoch,
        serial,
        issued_at: at,
        open: [...(isSameRun ? state.open : []), issued],
        ...(isSameRun ? {} : { sequence: 0, head: null }),
      };
    }
    case 'edge.batch_recorded':
      return {
        ...state,
        sequence: data.sequence,
        head: data.batch_digest,
        recorded_at: at,
        open: state.open.filter(({ serial }) => !isClosedBy(data.closed_through, serial)),
        decisions: state.decisions + data.decisions,
        contradicted: state.contradicted + data.contradicted,
        resumed: state.resumed + (data.resumed ? 1 : 0),
        refused: 0,
      };
    case 'edge.batch_refused':
      return {
        ...state,
        edge_id: data.edge_id,
        refused: state.refused + 1,
        last_refusal: { code: data.refusal.code, at },
      };
    case 'edge.gap_recorded': {
      const { from_serial, through_serial, cause } = data;
      const gap = { from_serial, through_serial, cause, at };
      return {
        ...state,
        open: state.open.filter(({ serial }) => serial > through_serial),
        gap_count: state.gap_count + 1,
        gaps: [...state.gaps, gap].slice(-gapsKept),
      };
    }
  }
}

/** Whether a batch says that all decisions under this snapshot are told. */
function isClosedBy(through: number | null, serial: number): boolean {
  return through === null || serial <= through;
}

/** How long after the end of a snapshot its decisions may still be on their way, in seconds. */
export const edgeGraceSeconds = 60;

/** Snapshots whose decisions are overdue: as long as they are, the audit has a gap here (EG-8). */
export function overdueSnapshots({ open }: EdgeState, now: Timestamp): readonly OpenSnapshot[] {
  return open.filter(({ expires_at }) => isDue(addSeconds(expires_at, edgeGraceSeconds), now));
}

import { houseKindOf } from '../action/house-action.ts';
import { batchRowsMax, batchViewDigest } from '../chain/batch.ts';
import type { EntrySubmission } from '../chain/chain-entry.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import type { ApprovalRequest } from './approval-request.ts';
import type { OpenedRequest } from './request-state.ts';

/** One row of a batch: a request, and the decision on it. */
export interface BatchRow {
  readonly state: Pick<OpenedRequest, 'request' | 'chain' | 'tool_name'>;
  readonly submission: EntrySubmission;
}

/**
 * Whether these decisions may be made together: one agent, one tool, one chain, one stage, at most 50 rows, all the same
 * decision for one reason (BA-5, BA-3). The signature of an approval covers all of its rows and no others (BA-2). Each decision is still judged alone, as if it had come alone (BA-1).
 */
export function judgeBatch(rows: readonly BatchRow[]): Result<null> {
  const [first] = rows;
  if (first === undefined || rows.length < 2 || rows.length > batchRowsMax) {
    return refuse('batch_rows_differ', `expected 2 to ${batchRowsMax} rows, found ${rows.length}`);
  }
  const ids = rows.map(({ state }) => state.request.approval_request_id);
  const entries = rows.map(({ submission }) => submission.chain_entry_id);
  if (new Set(ids).size !== rows.length || new Set(entries).size !== rows.length) {
    return refuse('batch_rows_differ', 'expected each request and each decision once');
  }
  for (const row of rows) {
    const differing = findDifference(first, row);
    if (differing !== null) {
      return refuse('batch_rows_differ', `${idOf(row)}: expected the same ${differing}`);
    }
  }
  const isApproval = first.submission.decision === 'allow';
  for (const row of rows) {
    const alone = isApproval ? (aloneWay(row.submission) ?? aloneReason(row.state.request)) : null;
    if (alone !== null) return refuse('batch_row_alone', `${idOf(row)}: ${alone}`);
  }
  // Where the stage takes a rejection without a passkey, a rejection of many needs none either (BA-3).
  const isUnsigned = rows.every(({ submission }) => submission.assertion === null);
  return isUnsigned && !isApproval ? accept(null) : judgeSignature(rows);
}

/** Why a request is never part of an approved batch, as far as it says so itself; null where it may be (BA-4). */
export function aloneReason({ risk, operation }: ApprovalRequest): string | null {
  if (risk.level === 'critical') return 'its risk is critical';
  return houseKindOf(operation) === null ? null : 'it changes Countersign itself';
}

/** Why a decision is never part of a batch, whatever it is about; null where it may be. */
export function aloneWay({ break_glass }: Pick<EntrySubmission, 'break_glass'>): string | null {
  return break_glass === undefined ? null : 'one person releases it alone';
}

function findDifference(a: BatchRow, b: BatchRow): string | null {
  const pairs: readonly [what: string, one: unknown, other: unknown][] = [
    ['agent', a.state.request.agent_id, b.state.request.agent_id],
    ['tool', a.state.tool_name, b.state.tool_name],
    ['operation', a.state.request.operation, b.state.request.operation],
    ['chain', a.state.chain.chain_id, b.state.chain.chain_id],
    ['version of the chain', a.state.chain.version, b.state.chain.version],
    ['stage', a.submission.stage_index, b.submission.stage_index],
    ['decision', a.submission.decision, b.submission.decision],
    ['delegation', delegationOf(a), delegationOf(b)],
    ['reason', a.submission.reason, b.submission.reason],
    ['code of the reason', a.submission.reason_code, b.submission.reason_code],
  ];
  return pairs.find(([, one, other]) => one !== other)?.[0] ?? null;
}

/** One signature covers exactly these rows, in this order, and the table that they stood in. */
function judgeSignature(rows: readonly BatchRow[]): Result<null> {
  const views = rows.map(({ state, submission }) => ({
    approval_request_id: state.request.approval_request_id,
    view_digest: submission.view_digest,
  }));
  const expected = batchViewDigest(views);
  const first = rows[0]?.submission.assertion;
  for (const [index, row] of rows.entries()) {
    const { assertion } = row.submission;
    if (assertion?.batch === undefined || first?.batch === undefined) {
      return refuse('assertion_missing', `${idOf(row)}: expected the signature of the batch`);
    }
    const { root, count, leaf_index, batch_view_digest } = assertion.batch;
    const whole =
      root === first.batch.root &&
      count === rows.length &&
      leaf_index === index &&
      assertion.nonce === first.nonce;
    if (!whole) {
      return refuse(
        'batch_incomplete',
        `${idOf(row)}: expected every row that was signed, in order`,
      );
    }
    if (batch_view_digest !== expected) {
      return refuse('entry_view_mismatch', 'batch_view_digest is not that of these rows');
    }
  }
  return accept(null);
}

/** Codes that say of a row that it ended or changed since the person read it. */
const stale: ReadonlySet<ReasonCode> = new Set([
  'request_not_found',
  'request_denied',
  'request_sent_back',
  'rejected_for_good',
  'request_expired',
  'request_cancelled',
  'request_amended',
  'request_allowed',
  'grant_already_consumed',
  'grant_revoked',
  'grant_expired',
  'stage_satisfied',
  'stage_not_open',
  'approver_already_decided',
  'entry_input_mismatch',
  'entry_view_mismatch',
  'policy_changed',
  'chain_changed',
  'epoch_changed',
]);

/** What a refused row means for the batch: the row is named, and nothing of the batch is done (BA-2). */
export function refusedRow(approvalRequestId: string, { code, detail }: Refusal): Refusal {
  return stale.has(code)
    ? { code: 'batch_row_stale', detail: `${approvalRequestId}: ${code}` }
    : { code, detail: `${approvalRequestId}: ${detail}` };
}

function delegationOf({ submission }: BatchRow): string | undefined {
  return submission.on_behalf_of?.delegation_id;
}

function idOf({ state }: BatchRow): string {
  return state.request.approval_request_id;
}

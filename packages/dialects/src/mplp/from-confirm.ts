import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { parseRequestEvent, type RequestEvent } from '@countersign/protocol/request';
import * as z from 'zod';
import { inconsistent } from './common-forms.ts';
import { type MplpConfirm, parseMplpConfirm } from './confirm.ts';
import { type CaseRounds, type CaseStatus, readCase } from './mplp-case.ts';
import { extensionBytesMax, extensionName, toMplpConfirm } from './to-confirm.ts';

/** A Confirm that was read whole. Whatever it says was decided is history here: it never authorises anything (ID-1). */
export interface ImportedConfirm {
  readonly confirm: MplpConfirm;
  readonly status: CaseStatus;
  /** The events of every round, where the Confirm was exported from them and still says the same. */
  readonly rounds: CaseRounds | null;
}

const Extension = z.strictObject({
  form: z.literal('countersign/mplp/1'),
  profile: z.enum(['document', 'golden_flow']),
  status: z.string(),
  case_id: z.string(),
  approval_request_id: z.string(),
  input_digest: z.string(),
  trace_digest: z.string().nullable(),
  rounds: z
    .array(z.array(z.record(z.string(), z.unknown())).max(4096))
    .min(1)
    .max(1000),
  rounds_digest: z.string(),
});

const statusOf = {
  pending: 'pending',
  approved: 'allowed',
  rejected: 'denied',
  cancelled: 'cancelled',
} as const satisfies Record<MplpConfirm['status'], CaseStatus>;

/** Reads a Confirm: whole, or not at all. Throws what is wrong with it. */
export function fromMplpConfirm(value: unknown): ImportedConfirm {
  const confirm = parseMplpConfirm(value, { bytesMax: extensionBytesMax });
  checkDecisions(confirm);
  const attributes: JsonObject = confirm.trace?.attributes ?? {};
  if (!Object.hasOwn(attributes, extensionName)) {
    return { confirm, status: statusOf[confirm.status], rounds: null };
  }
  const extension = Extension.safeParse(attributes[extensionName]);
  if (!extension.success) {
    throw inconsistent(`/trace/attributes/${extensionName}`, 'expected the extension as exported');
  }
  const rounds = extension.data.rounds.map(events =>
    events.map((event): RequestEvent => parseRequestEvent(event)),
  );
  const event_ids = (confirm.events ?? []).map(({ event_id }) => event_id);
  const again = toMplpConfirm(rounds, { profile: extension.data.profile, event_ids });
  const limits = { bytesMax: extensionBytesMax };
  if (canonicalize(again, limits) !== canonicalize(confirm, limits)) {
    throw inconsistent('', 'the Confirm does not say what its rounds say');
  }
  return { confirm, status: readCase(rounds).status, rounds };
}

/** A status without a decision, or one that the last decision contradicts, was not written by a decider. */
function checkDecisions({ status, decisions = [], requested_at }: MplpConfirm): void {
  const last = decisions.at(-1);
  if ((status === 'approved' || status === 'rejected') && last?.status !== status) {
    throw inconsistent('/status', `expected the last decision to say ${status}`);
  }
  if (new Set(decisions.map(({ decision_id }) => decision_id)).size !== decisions.length) {
    throw inconsistent('/decisions', 'expected each decision once');
  }
  let before = Date.parse(requested_at);
  for (const [index, { decided_at }] of decisions.entries()) {
    const at = Date.parse(decided_at);
    if (at < before) {
      throw inconsistent(`/decisions/${index}/decided_at`, 'expected decisions in order of time');
    }
    before = at;
  }
}

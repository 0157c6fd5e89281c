import { failClosed, readRequest, recordEntry } from '@countersign/coordinator';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import type { ChannelName } from '@countersign/protocol/directory';
import type { ReasonCode, Refusal, Result } from '@countersign/protocol/reason';
import { atLeastRisk, ChainEntryId, idFromUuid, type RiskLevel } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { shownLevelOf } from '../routes/request-title.ts';
import { type Account, personOfAccount } from './link-account.ts';

/** What a person answered in a channel. */
interface ChannelAnswer {
  readonly approval_request_id: string;
  readonly stage_index: number;
  readonly input_digest: string;
  readonly decision: 'allow' | 'deny';
  readonly reason_code: string;
  readonly reason: string;
  /** What the channel calls this one act. A repetition of it is the same decision (TR-3). */
  readonly occasion: string;
  /** The greatest risk that may be approved in this channel; null where it may only deny. */
  readonly approveUpTo: RiskLevel | null;
}

/**
 * Decides as the person whose account it is. The channel has checked that the answer comes from this account. The core
 * judges whether this is still the question, and whether this person may answer it in this way.
 */
export async function recordAnswer(
  app: App,
  channel: ChannelName,
  account: Account,
  { approval_request_id, decision, occasion, approveUpTo, ...answer }: ChannelAnswer,
): Promise<Result<unknown>> {
  const principal = await personOfAccount(app.context, channel, account);
  if (principal === null) return { ok: false, refusal: unlinked };
  const read = await readRequest(app.context, approval_request_id);
  if (!read.ok) return read;
  const { state } = read.value;
  const { request } = state;
  if (request.route.kind !== 'admin_channel') {
    return no('route_kind_mismatch', 'the route of this request does not lead to a channel');
  }
  if (decision === 'allow') {
    const level = await shownLevelOf(app, state);
    if (!mayApproveUpTo(approveUpTo, level))
      return no('channel_level_exceeded', `chat may not approve ${level} risk`);
  }
  return failClosed(() =>
    recordEntry(app.context, {
      approvalRequestId: approval_request_id,
      principal,
      submission: parseEntrySubmission({
        ...answer,
        chain_entry_id: entryIdFor(channel, account, approval_request_id, occasion),
        decision,
        summary: null,
        // A channel shows the action, not every fact of the question; it does not claim to show the whole view.
        view_digest: null,
        assertion: null,
      }),
    }),
  );
}

/** Whether a channel with this limit may approve something of this risk. */
export function mayApproveUpTo(limit: RiskLevel | null, level: RiskLevel): boolean {
  return limit !== null && atLeastRisk(limit, level);
}

/** The same for every repetition of one act, so that what a channel sends twice is recorded once. */
function entryIdFor(
  channel: ChannelName,
  account: Account,
  approval_request_id: string,
  occasion: string,
): ChainEntryId {
  const [, hex = ''] = sha256({ channel, account, approval_request_id, occasion }).split(':');
  const uuid = `${hex.slice(0, 12)}4${hex.slice(12, 15)}8${hex.slice(15, 30)}`;
  return idFromUuid(ChainEntryId, 'ace', uuid);
}

export const unlinked: Refusal = {
  code: 'person_assertion_not_valid',
  detail: 'this account is not linked to an active person',
};

function no(code: ReasonCode, detail: string): Result<never> {
  return { ok: false, refusal: { code, detail } };
}

import type { ActionBinding } from '@countersign/protocol/action';
import type { ChainEntry } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { parserOf } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type {
  ApprovalRequest,
  ExecutionOutcome,
  Receipt,
  Resolution,
} from '@countersign/protocol/request';
import { OpenObject, type RiskLevel, type Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { AgtTime, timestampOf } from '../agt/python-time.ts';
import { toActionDetail } from './confirmation-ui.ts';
import { RiskWord } from './risk-word.ts';

/** What the document's six members cannot say, so that nothing is lost on the way back. */
const Extension = z.strictObject({
  approval_request_id: z.string(),
  action_digest: z.string(),
  /** How the request ended; an expiry is no answer of a person. */
  resolution: z.enum(['allow', 'deny', 'expired', 'cancelled', 'amended']).nullable(),
  answered_by: z.enum(['human', 'service']).nullable(),
  execution: z.enum(['started', 'succeeded', 'failed', 'unknown']).nullable(),
});

/** The same for a hold, which binds no action. */
const HoldExtension = z.strictObject({
  hold_id: z.string(),
  message_digest: z.string(),
  /** Null while it stands; an expiry is no answer of a person. */
  answer: z.enum(['proceed', 'cancel', 'expired']).nullable(),
});

/** One confirmation as the document logs it. */
export const ConfirmationEvent = z.strictObject({
  // The document's events are Python's, and so are the times in them.
  timestamp: AgtTime.transform(timestampOf),
  agent_reasoning: z.string().max(131_072),
  proposed_action: OpenObject,
  risk_assessment: RiskWord,
  user_response: z.boolean(),
  /** What was started; null where nothing was started. */
  final_action: OpenObject.nullable(),
  countersign: Extension.optional(),
  countersign_hold: HoldExtension.optional(),
});
export type ConfirmationEvent = z.infer<typeof ConfirmationEvent>;

export const parseConfirmationEvent = parserOf('ConfirmationEvent', ConfirmationEvent);

/** The records of one request, as a bundle or the API gives them. */
export interface ConfirmationRecords {
  readonly request: ApprovalRequest;
  readonly action: ActionBinding;
  readonly entries: readonly ChainEntry[];
  readonly resolution: Resolution | null;
  readonly receipts: readonly Receipt[];
}

/**
 * The event of a request. `user_response` is true only where the request was allowed and a person was among those who
 * allowed it; a policy, a service or a clock is not a user. `final_action` is the bound action once its grant was
 * consumed, because nothing else can have been started with it.
 */
export function toConfirmationEvent(records: ConfirmationRecords): ConfirmationEvent {
  const { request, action, entries, resolution, receipts } = records;
  if (sha256(action) !== request.action_digest) {
    throw new ProtocolError(
      'object_malformed',
      '/action',
      'expected the action that the request names by digest',
    );
  }
  const answers = entries.filter(({ decision }) => decision === answerOf(resolution));
  const isPerson = answers.some(({ approver_kind }) => approver_kind === 'human');
  const detail = toActionDetail(action);
  return parseConfirmationEvent({
    timestamp: resolution?.resolved_at ?? request.requested_at,
    agent_reasoning: request.agent_reasoning ?? '',
    proposed_action: detail,
    risk_assessment: request.risk.level,
    user_response: resolution?.outcome === 'allow' && isPerson,
    final_action: receipts.length === 0 ? null : detail,
    countersign: {
      approval_request_id: request.approval_request_id,
      action_digest: request.action_digest,
      resolution: resolution?.outcome ?? null,
      answered_by: answers.length === 0 ? null : isPerson ? 'human' : 'service',
      execution: lastOutcome(receipts),
    },
  });
}

/**
 * What a foreign event says. It is history for people and for policy replay: no member of it is a decision, a grant
 * or evidence of one, whatever its origin.
 */
export interface ImportedConfirmation {
  readonly at: Timestamp;
  readonly proposed_action: ConfirmationEvent['proposed_action'];
  readonly risk_level: RiskLevel;
  readonly said_yes: boolean;
  readonly final_action: ConfirmationEvent['final_action'];
  /** Whether what ran is what was proposed, as far as the event says. */
  readonly ran_as_proposed: boolean | null;
  readonly authorization: 'none';
}

export function fromConfirmationEvent(value: unknown): ImportedConfirmation {
  const event = parseConfirmationEvent(value);
  const { proposed_action, final_action } = event;
  if (final_action !== null && !event.user_response) {
    throw new ProtocolError(
      'object_malformed',
      '/final_action',
      'expected nothing that ran where the user said no',
    );
  }
  return {
    at: event.timestamp,
    proposed_action,
    risk_level: event.risk_assessment,
    said_yes: event.user_response,
    final_action,
    ran_as_proposed:
      final_action === null ? null : sha256(final_action) === sha256(proposed_action),
    authorization: 'none',
  };
}

function answerOf(resolution: Resolution | null): ChainEntry['decision'] | null {
  if (resolution?.outcome === 'allow') return 'allow';
  return resolution?.outcome === 'deny' ? 'deny' : null;
}

function lastOutcome(receipts: readonly Receipt[]): ExecutionOutcome | null {
  return receipts.at(-1)?.outcome ?? null;
}

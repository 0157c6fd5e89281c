import type { PolicyDecision } from '@countersign/protocol/request';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { BoundAction } from './bound-action.ts';
import type { Amended } from './follow-amended.ts';
import { modelText } from './model-text.ts';
import { type NotAllowed, notAllowedNow } from './not-allowed.ts';
import type { Ticket } from './ticket.ts';
import type { ProposalAnswer } from './transport.ts';

/**
 * The answer to a question. `allowed`: begin it with the ticket. `pending`: a person decides, at `url`; keep the ticket.
 * `refused`: it must not run now, and `refusal` says why. In each case `forModel` is what the model may be told.
 */
export type Asked = {
  /** Where people see and decide it; null where there is no question, or no server. */
  readonly url: string | null;
  readonly forModel: string;
  /** If the action is allowed because a person paused the guard of the agent: the end of that pause. Null otherwise. */
  readonly pausedUntil: string | null;
} & (
  | { readonly state: 'allowed' | 'pending'; readonly ticket: Ticket; readonly refusal: null }
  | {
      readonly state: 'refused';
      /** Null where there is no request: policy denied, or no answer came. */
      readonly ticket: Ticket | null;
      readonly refusal: NotAllowed;
    }
);

/** The answer to a question whose action a reviewer changed: the changed one is allowed, or still asked. */
export function askedAmended(
  facts: RequestFacts,
  ticket: Ticket,
  bound: BoundAction,
  { forModel: changed }: Amended,
): Asked {
  const asked = askedOf({ verdict: 'require_approval', facts }, ticket, bound);
  return { ...asked, forModel: `${changed} ${asked.forModel}` };
}

export function askedOf(answer: ProposalAnswer, ticket: Ticket, bound: BoundAction): Asked {
  const tool = bound.proposed.target.tool_name;
  if (answer.verdict !== 'require_approval') {
    return {
      state: 'allowed',
      ticket,
      url: null,
      refusal: null,
      forModel: allowedText(tool, null),
      pausedUntil: pausedUntil(answer.decision),
    };
  }
  const { facts } = answer;
  const { status, url, approval_request_id } = facts;
  if (status === 'allowed') {
    const forModel = allowedText(tool, approval_request_id);
    return { state: 'allowed', ticket, url, refusal: null, forModel, pausedUntil: null };
  }
  const now = notAllowedNow(facts, tool);
  return status === 'pending'
    ? { state: 'pending', ticket, url, refusal: null, forModel: now.forModel, pausedUntil: null }
    : refusedAsk(now, ticket);
}

export function refusedAsk(refusal: NotAllowed, ticket: Ticket | null): Asked {
  const { url, forModel } = refusal;
  return { state: 'refused', ticket, url, refusal, forModel, pausedUntil: null };
}

/** A decision that a pause answered says so in an annotation (PA-2). */
function pausedUntil({ annotations }: PolicyDecision): string | null {
  const note = annotations.find(({ policy_rule_id }) => policy_rule_id === 'guard.paused')?.note;
  return note === undefined ? null : (/^paused until (\S+)$/u.exec(note)?.[1] ?? null);
}

function allowedText(tool: string, approval_request_id: string | null): string {
  return modelText({
    code: 'request_allowed',
    outcome: 'allowed',
    retry: 'same_call',
    tool,
    approval_request_id,
    policy_reason: null,
    reviewer_reason: null,
    facts: undefined,
  });
}

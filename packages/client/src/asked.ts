import type { BoundAction } from './bound-action.ts';
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
} & (
  | { readonly state: 'allowed' | 'pending'; readonly ticket: Ticket; readonly refusal: null }
  | {
      readonly state: 'refused';
      /** Null where there is no request: policy denied, or no answer came. */
      readonly ticket: Ticket | null;
      readonly refusal: NotAllowed;
    }
);

export function askedOf(answer: ProposalAnswer, ticket: Ticket, bound: BoundAction): Asked {
  const tool = bound.proposed.target.tool_name;
  if (answer.verdict !== 'require_approval') {
    return {
      state: 'allowed',
      ticket,
      url: null,
      refusal: null,
      forModel: allowedText(tool, null),
    };
  }
  const { facts } = answer;
  const { status, url, approval_request_id } = facts;
  if (status === 'allowed') {
    const forModel = allowedText(tool, approval_request_id);
    return { state: 'allowed', ticket, url, refusal: null, forModel };
  }
  const now = notAllowedNow(facts, tool);
  return status === 'pending'
    ? { state: 'pending', ticket, url, refusal: null, forModel: now.forModel }
    : refusedAsk(now, ticket);
}

export function refusedAsk(refusal: NotAllowed, ticket: Ticket | null): Asked {
  return { state: 'refused', ticket, url: refusal.url, refusal, forModel: refusal.forModel };
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

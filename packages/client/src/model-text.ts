import {
  endingRejection,
  isChosen,
  type Rejection,
  rejectionText,
} from '@countersign/protocol/chain';
import type { AgentOutcome, ReasonCode, Retry } from '@countersign/protocol/reason';
import { reasonCodes } from '@countersign/protocol/reason';
import type { ExecutionOutcome } from '@countersign/protocol/request';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import { outcomeTexts, retryTexts } from './outcome-text.ts';

/** The facts from which a text for a model is made. */
export interface Told {
  readonly code: ReasonCode;
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
  /** What was asked for; null where only the id of the request is known. */
  readonly tool: string | null;
  readonly approval_request_id: string | null;
  readonly policy_reason: string | null;
  readonly reviewer_reason: string | null;
  readonly facts: RequestFacts | undefined;
}

/** A reason is quoted up to this length. The record has all of it. */
const quotedMax = 600;

/**
 * What was asked, what happened, why, and what may follow. Frameworks pass the message of an error to their model. So
 * these sentences must be right without any context.
 */
export function modelText(told: Told): string {
  const rejection = rejectionIn(told);
  if (isChosen(rejection)) {
    const said = rejectionText(rejection, told.facts?.rounds_left ?? 0);
    return `${askedText(told)}\n${said}`.trim();
  }
  return [askedText(told), happenedText(told), ...whyTexts(told), nextText(told)]
    .filter(sentence => sentence !== '')
    .join(' ');
}

/** The rejection that ended the request, where the agent is told of it. */
export function rejectionIn({ outcome, facts }: Told): Rejection | null {
  return outcome === 'denied' && facts?.status === 'denied' ? endingRejection(facts.entries) : null;
}

/** Words of a person or a policy, marked as such: on one line, bounded, and with nothing invisible in them. */
function quoted(words: string): string {
  const cut = words.length > quotedMax ? `${words.slice(0, quotedMax)}…` : words;
  return JSON.stringify(cut).replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

function askedText({ tool, approval_request_id: id }: Told): string {
  if (tool === null && id === null) return '';
  const what = tool === null ? 'an action' : `the tool ${quoted(tool)}`;
  return `You asked for ${what}${id === null ? '' : ` (request ${id})`}.`;
}

const recordTexts: Readonly<Record<ExecutionOutcome, string>> = {
  started:
    'This exact action was already started once, and its outcome is not reported yet. It was not started again.',
  succeeded: 'This exact action has already run once, and it succeeded. It was not started again.',
  failed: 'This exact action was already started once, and it failed. It was not started again.',
  unknown:
    'This exact action was already started once, and its outcome is unknown. It may have happened. It was not started again.',
};

function happenedText({ code, outcome, facts }: Told): string {
  if (code === 'execution_start_too_late') {
    return 'The action has not run: its approval was used, but the answer came too late to start.';
  }
  if (code === 'execution_timed_out') {
    return 'The action was started and did not end in time. Its outcome is unknown. It may have happened.';
  }
  const execution = facts === undefined ? null : recordedExecution(facts);
  const isOver = outcome === 'consumed' || outcome === 'unknown';
  return isOver && execution !== null ? recordTexts[execution] : outcomeTexts[outcome];
}

/** What the record says of the execution; null where nothing was started. */
export function recordedExecution({
  receipts,
  outcome,
}: Pick<RequestFacts, 'receipts' | 'outcome'>): ExecutionOutcome | null {
  if (receipts.length === 0) return null;
  const said = receipts.map(receipt => receipt.outcome);
  const conclusive = said.find(word => word === 'succeeded' || word === 'failed');
  if (conclusive !== undefined) return conclusive;
  return outcome === 'unknown' || said.includes('unknown') ? 'unknown' : 'started';
}

/** These codes add nothing to the text of the outcome. */
const statusCodes: ReadonlySet<ReasonCode> = new Set([
  'policy_denied',
  'request_pending',
  'request_allowed',
  'request_denied',
  'request_expired',
  'request_cancelled',
  'request_amended',
  'grant_revoked',
  'grant_expired',
  'grant_already_consumed',
  'execution_start_too_late',
  'execution_timed_out',
]);

function whyTexts({ code, outcome, policy_reason, reviewer_reason, facts }: Told): string[] {
  const texts: string[] = [];
  const say = (who: string, words: string | null | undefined) => {
    if (words !== null && words !== undefined && words.trim() !== '') {
      const said = quoted(words);
      texts.push(`${who}: ${said}${/[.!?]"$/.test(said) ? '' : '.'}`);
    }
  };
  if (!statusCodes.has(code)) texts.push(reasonCodes[code].title);
  say('Reason of the policy', policy_reason);
  say('Reason of the reviewer', reviewer_reason);
  for (const { text, answer } of facts?.status === 'pending' ? facts.questions : []) {
    if (answer === null) say('A reviewer asks you, and waits for your answer', text);
  }
  if (facts?.status === 'cancelled') say('Reason of the withdrawal', facts.cancelled?.reason);
  if (outcome === 'consumed') {
    say('The tool reported', facts?.receipts.find(({ error }) => error !== null)?.error);
  }
  return texts;
}

function nextText({ code, outcome, retry, facts }: Told): string {
  const execution = facts === undefined ? null : recordedExecution(facts);
  if (outcome === 'consumed' && execution === 'succeeded') {
    return 'Do not repeat this call: what it was for is done.';
  }
  if (outcome === 'consumed' && execution === 'failed') {
    return 'Do not repeat this call. Report the failure to the person you work for.';
  }
  if (outcome === 'unknown' && code !== 'execution_start_too_late') {
    return 'Do not repeat this call: it could happen twice. A person must find out what happened.';
  }
  const isFoundAgain = code === 'precondition_changed' || code === 'tool_definition_changed';
  if (isFoundAgain && retry === 'same_call') {
    return 'The same call finds this approval again, and runs only if everything is again as it was approved. A person can be asked once more after the approval has ended or was revoked. Do not work around it.';
  }
  if (outcome === 'digest_mismatch' && retry === 'new_request') {
    return 'What differs from the approved action needs an approval of its own. Do not work around it.';
  }
  return outcome === 'pending' && facts !== undefined
    ? `${pendingText(facts)} ${retryTexts[retry]}`
    : retryTexts[retry];
}

function pendingText({ url, request }: RequestFacts): string {
  const where = url === null ? '' : ` at ${url}`;
  return `An approver can decide${where} until ${request.expires_at}.`;
}

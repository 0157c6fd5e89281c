import type { RequestRepresentation } from '@countersign/client/people';
import type { Output } from '../command.ts';
import type { ExitName } from '../exit-codes.ts';
import { bold, dim, green, red, text, yellow } from '../terminal/styled-text.ts';
import type { WaitedFacts } from './await-change.ts';
import { dataText } from './data-text.ts';
import { lengthWords } from './time-words.ts';

/** The exit of the process for the outcome of a request. */
export function exitOfOutcome({
  outcome,
  status,
}: Pick<WaitedFacts, 'outcome' | 'status'>): ExitName {
  switch (outcome) {
    case 'allowed':
      return 'ok';
    case 'pending':
      return 'pending';
    case 'denied':
    case 'cancelled':
      return 'denied';
    case 'unknown':
      return 'unknown_outcome';
    case 'consumed':
      return 'ok';
    default:
      return status === 'consumed' ? 'ok' : 'lapsed';
  }
}

/** The outcome of a request, in a line or two; `wanted` where that is what the person told this command to do. */
export function printOutcome(out: Output, facts: WaitedFacts, wanted = false): void {
  const no = wanted ? green('✓') : red('✗');
  const { approval_request_id: id, status, outcome, request, entries, cancelled } = facts;
  const denial = entries.find(({ decision }) => decision === 'deny');
  switch (status) {
    case 'pending':
      out.line(text`${yellow('…')} ${bold('Pending.')} No decision yet. ${dim(id)}`);
      return;
    case 'allowed':
      out.line(
        text`${green('✓')} ${bold('Approved.')} It may run for ${lengthWords(request.execute_within_seconds)}, once. ${dim(id)}`,
      );
      return;
    case 'consumed':
      out.line(
        outcome === 'unknown'
          ? text`${yellow('?')} ${bold('Unknown.')} The approval was used, but the executor did not report the outcome. ${dim(id)}`
          : text`${green('✓')} ${bold('Used.')} The approval was consumed; it cannot be used again. ${dim(id)}`,
      );
      return;
    case 'denied':
      out.line(text`${no} ${bold('Rejected.')} Nothing runs. ${dim(id)}`);
      if (denial !== undefined) out.line(text`  ${dim('reason')} "${dataText(denial.reason)}"`);
      return;
    case 'cancelled':
      out.line(
        text`${no} ${bold('Cancelled.')} The request was withdrawn; nothing runs. ${dim(id)}`,
      );
      if (cancelled != null) out.line(text`  ${dim('reason')} "${dataText(cancelled.reason)}"`);
      return;
    case 'amended':
      out.line(
        text`${yellow('≠')} ${bold('Changed.')} A reviewer changed the action; the changed one is asked in ${bold(facts.superseded_by ?? 'another request')}. ${dim(id)}`,
      );
      return;
    case 'expired':
      out.line(
        text`${red('✗')} ${bold('Expired.')} No decision arrived in time; nothing runs. ${dim(id)}`,
      );
      return;
    default:
      out.line(
        text`${red('✗')} ${bold('Revoked.')} The approval was revoked; nothing runs. ${dim(id)}`,
      );
  }
}

/** What a decision led to. `here` names the entry where it was made in this terminal. */
export function printDecided(
  out: Output,
  facts: RequestRepresentation,
  said: {
    readonly verb: 'approved' | 'rejected';
    readonly selfConfirm: boolean;
    readonly here: string | null;
  },
): void {
  if (said.here !== null && said.selfConfirm && said.verb === 'approved') {
    out.line(yellow('Recorded as self-confirmation, not as an independent approval.'));
  }
  if (facts.status !== 'pending') {
    const wanted = said.verb === 'rejected' && facts.status === 'denied';
    printOutcome(out, facts, wanted);
    return;
  }
  const open = facts.stages.find(({ state, required }) => state === 'open' && required);
  const missing = open === undefined ? 1 : open.quorum - open.allows;
  const stage = open === undefined ? '' : text` in the stage ${dataText(open.name)}`;
  out.line(
    text`${green('✓')} ${bold('Recorded.')} ${missing} more ${missing === 1 ? 'approval is' : 'approvals are'} needed${stage}. ${dim(facts.approval_request_id)}`,
  );
}

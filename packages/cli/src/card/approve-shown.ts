import type { PersonApi, RequestRepresentation } from '@countersign/client/people';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { askText } from '../terminal/prompts.ts';
import { bold, text } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import { normalisedCode } from './find-request.ts';
import { handOver } from './hand-over.ts';
import type { BoundView, Shown } from './read-shown.ts';
import { placeOfApproval, recordDecision } from './record-decision.ts';
import { exitOfOutcome, printDecided } from './tell-outcome.ts';
import { titleText } from './title-text.ts';

/** Approves the shown request. All of it must be on the screen by now. */
export async function approveShown(
  io: CommandIo,
  out: Output,
  at: {
    readonly api: PersonApi;
    readonly server: string;
    readonly code?: string | undefined;
    readonly wait: boolean;
  },
  shown: Shown,
): Promise<RequestRepresentation> {
  if ((await placeOfApproval(shown)) === 'browser')
    return told(io, out, shown, await handOver(io, out, at, shown), null);
  const bound = shown.bound as BoundView;
  const whole = { ...shown, bound };
  await expectCode(io, out, whole, at.code);
  try {
    const said = { decision: 'allow', reason: '' } as const;
    const { facts, chain_entry_id } = await recordDecision(at.api, whole, said, io.signal);
    return told(io, out, shown, facts, chain_entry_id);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'approver_assurance_too_low' && code !== 'terminal_too_weak') throw error;
    return told(io, out, shown, await handOver(io, out, at, shown), null);
  }
}

/** The code is computed from the request as shown here. By typing it, the person approves exactly this request. */
async function expectCode(
  io: CommandIo,
  out: Output,
  shown: Shown & { readonly bound: BoundView },
  given: string | undefined,
): Promise<void> {
  const { bound, beside, facts } = shown;
  const isRight = (code: string) => normalisedCode(code) === normalisedCode(bound.short_code);
  if (given === undefined) {
    if (!io.isTty || out.isJson) {
      throw new CommandRefused(
        'usage',
        'Expected --code with the short code of the request, because there is no terminal to ask at.',
        `Read it first: countersign show ${facts.approval_request_id}`,
      );
    }
    const verb = beside.eligibility.self_confirm ? 'self-confirm' : 'approve';
    // The sentence of a rule comes from the server. The name of the tool is bound.
    const tool = beside.display === null ? '' : text`${dataText(bound.action.target.tool_name)}: `;
    out.line(text`You are about to ${verb} ${tool}${bold(titleText(shown))}`);
    const question = `Type the short code above to ${verb} it; Ctrl-C leaves it undecided`;
    await askText(io, question, code =>
      isRight(code) ? undefined : 'This is not the short code of the card above.',
    ).catch(error => {
      if (!(error instanceof CommandRefused)) throw error;
      throw new CommandRefused(error.exit, 'Interrupted. Nothing was decided.');
    });
    return;
  }
  if (isRight(given)) return;
  throw new CommandRefused(
    'failed',
    'The code is not that of this request as it is now. Nothing was decided.',
    `Read it again: countersign show ${facts.approval_request_id}`,
    'entry_view_mismatch',
  );
}

function told(
  io: CommandIo,
  out: Output,
  { beside, bound }: Shown,
  facts: RequestRepresentation,
  chain_entry_id: string | null,
): RequestRepresentation {
  const { self_confirm } = beside.eligibility;
  printDecided(out, facts, { verb: 'approved', selfConfirm: self_confirm, here: chain_entry_id });
  out.json({
    approval_request_id: facts.approval_request_id,
    status: facts.status,
    outcome: facts.outcome,
    chain_entry_id,
    separation: self_confirm ? 'self_confirm' : 'other_person',
    view_digest: bound?.view_digest ?? null,
    short_code: bound?.short_code ?? null,
    stages: facts.stages,
  });
  // One of several required approvals is a success too. Only an end without approval is not.
  if (facts.status !== 'pending') io.endWith(exitOfOutcome(facts));
  return facts;
}

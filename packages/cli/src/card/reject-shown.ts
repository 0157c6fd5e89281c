import type { PersonApi, RequestRepresentation } from '@countersign/client/people';
import type { RejectionChoice } from '@countersign/protocol/chain';
import type { CommandIo, Output } from '../command.ts';
import { askChoice } from '../terminal/prompts.ts';
import { handOver } from './hand-over.ts';
import type { BoundView, Shown } from './read-shown.ts';
import { reasonFor } from './reason-for.ts';
import { placeOfDecision, recordDecision } from './record-decision.ts';
import { printDecided } from './tell-outcome.ts';

/** Rejects what was shown. One rejection ends a request, and never comes without its reason. */
export async function rejectShown(
  io: CommandIo,
  out: Output,
  at: {
    readonly api: PersonApi;
    readonly server: string;
    readonly reason?: string | undefined;
    readonly choice?: RejectionChoice | undefined;
  },
  shown: Shown,
): Promise<RequestRepresentation> {
  const place = await placeOfDecision(shown);
  if (place === 'browser') {
    const facts = await handOver(io, out, { ...at, wait: true }, shown);
    return told(out, facts, null);
  }
  const reason = await reasonFor(io, out, at.reason, 'Why do you reject it? The agent is told');
  const whole = { ...shown, bound: shown.bound as BoundView };
  // A person who is asked for the reason is also asked what the agent may do next. A script gives both as options.
  const asks = at.choice === undefined && at.reason === undefined;
  const code = asks ? await choiceFor(io, shown) : at.choice;
  const said = { decision: 'deny', reason, code } as const;
  const { facts, chain_entry_id } = await recordDecision(at.api, whole, said, io.signal);
  return told(out, facts, chain_entry_id);
}

/** What the agent may do next. In the last round there is nothing to send back. */
async function choiceFor(io: CommandIo, { facts }: Shown): Promise<RejectionChoice> {
  if ((facts.rounds_left ?? 0) === 0) return 'never';
  return askChoice<RejectionChoice>(io, 'What may the agent do next?', [
    {
      value: 'fix',
      label: 'Send back to fix',
      hint: 'it may ask again with a changed action',
    },
    {
      value: 'never',
      label: 'Never',
      hint: 'the case is closed, and the action stays refused',
    },
  ]);
}

function told(
  out: Output,
  facts: RequestRepresentation,
  chain_entry_id: string | null,
): RequestRepresentation {
  printDecided(out, facts, { verb: 'rejected', selfConfirm: false, here: chain_entry_id });
  const { approval_request_id, status, outcome } = facts;
  out.json({ approval_request_id, status, outcome, chain_entry_id });
  return facts;
}

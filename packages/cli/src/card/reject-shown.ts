import type { PersonApi, RequestRepresentation } from '@countersign/client/people';
import type { CommandIo, Output } from '../command.ts';
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
  const said = { decision: 'deny', reason } as const;
  const { facts, chain_entry_id } = await recordDecision(at.api, whole, said, io.signal);
  return told(out, facts, chain_entry_id);
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

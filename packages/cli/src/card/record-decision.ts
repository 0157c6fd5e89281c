import { randomUUID } from 'node:crypto';
import type { PersonApi, RequestRepresentation } from '@countersign/client/people';
import { CommandRefused } from '../command.ts';
import { exitOfCode } from '../explain-error.ts';
import type { BoundView, Shown } from './read-shown.ts';

/**
 * Whether the decision is made here or in the browser. The browser is used if the stage requires a stronger sign-in.
 */
type Place = 'terminal' | 'browser';

/** The stage that the person would decide, and where; refuses where they cannot decide at all. */
export async function placeOfDecision({ facts, beside, bound }: Shown): Promise<Place> {
  const { reasonCodes } = await import('@countersign/protocol/reason');
  if (facts.status !== 'pending') {
    throw new CommandRefused(
      exitOfStatus(facts),
      `The request is ${facts.status}. There is nothing left to decide.`,
      `See how it went: countersign show ${facts.approval_request_id}`,
    );
  }
  if (bound === null) {
    throw new CommandRefused(
      'failed',
      'The bytes of the action were erased. A request that cannot be shown cannot be decided.',
    );
  }
  const { may_decide, code, needs } = beside.eligibility;
  const surer = needs === 'webauthn' || needs === 'oidc';
  // A terminal is signed in by a session and has no stronger proof.
  if (may_decide) return surer ? 'browser' : 'terminal';
  if (surer && (code === null || code === 'approver_assurance_too_low')) return 'browser';
  const known = code !== null && Object.hasOwn(reasonCodes, code);
  const { title, remedy } = known
    ? reasonCodes[code as keyof typeof reasonCodes]
    : { title: 'You may not decide this request.', remedy: null };
  throw new CommandRefused(exitOfCode(code ?? '', 403), title, remedy, code);
}

/** The same for an approval. The server takes none of high risk from a terminal (OF-6). */
export async function placeOfApproval(shown: Shown): Promise<Place> {
  const place = await placeOfDecision(shown);
  const { level } = shown.facts.request.risk;
  return level === 'high' || level === 'critical' ? 'browser' : place;
}

function exitOfStatus({ status }: RequestRepresentation) {
  if (status === 'denied' || status === 'cancelled') return 'denied' as const;
  return status === 'expired' || status === 'revoked' ? ('lapsed' as const) : ('failed' as const);
}

interface Recorded {
  readonly chain_entry_id: string;
  readonly facts: RequestRepresentation;
}

/** Records one decision over exactly what was shown: both digests are those that were worked out here. */
export async function recordDecision(
  api: Pick<PersonApi, 'decide'>,
  shown: Shown & { readonly bound: BoundView },
  said: {
    readonly decision: 'allow' | 'deny';
    readonly reason: string;
    /** Of a rejection: its choice, or `rejected` where none was made. */
    readonly code?: string | undefined;
  },
  signal: AbortSignal,
): Promise<Recorded> {
  const { ChainEntryId, idFromUuid } = await import('@countersign/protocol/value');
  const { facts, beside, bound } = shown;
  const open = facts.stages.findIndex(({ state }) => state === 'open');
  const chain_entry_id = idFromUuid(ChainEntryId, 'ace', randomUUID());
  const decided = await api.decide(
    facts.approval_request_id,
    {
      chain_entry_id,
      stage_index: beside.eligibility.stage_index ?? open,
      decision: said.decision,
      reason_code: said.decision === 'allow' ? 'reviewed' : (said.code ?? 'rejected'),
      reason: said.reason,
      summary: null,
      input_digest: bound.view.input_digest,
      view_digest: bound.view_digest,
      assertion: null,
    },
    { signal, key: chain_entry_id },
  );
  return { chain_entry_id, facts: decided };
}

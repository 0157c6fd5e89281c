import { type ActionBinding, houseExecutor, houseKindOf } from '@countersign/protocol/action';
import type { Parties } from '@countersign/protocol/chain';
import { type Result, refuse } from '@countersign/protocol/reason';
import { authenticated } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import { type Proposal, type Proposed, propose } from './evaluate-and-open.ts';
import { failClosed } from './fail-closed.ts';

/** A person asks for a change of Countersign itself. The server made the action from the change (HR-2). */
export function openHouseRequest(
  context: Context,
  proposal: Pick<Proposal, 'principal' | 'idempotencyKey'> & { readonly action: ActionBinding },
  /** Texts that the action names by their digest. */
  texts: readonly string[] = [],
): Promise<Result<Proposed>> {
  return failClosed(async () => {
    if (proposal.principal.kind !== 'human') {
      return refuse('house_action_reserved', 'only a person asks for this change');
    }
    return propose(context, { ...proposal, audience: houseExecutor }, texts);
  });
}

/** A person asks to allow more of the same kind. Its parties are those of the request that it starts from (AL-6). */
export function openAllowanceRequest(
  context: Context,
  proposal: Pick<Proposal, 'principal' | 'idempotencyKey'> & {
    readonly action: ActionBinding;
    readonly parties: Parties;
  },
): Promise<Result<Proposed>> {
  return failClosed(async () => {
    const isPerson = proposal.principal.kind === 'human';
    return isPerson && houseKindOf(proposal.action.operation) === 'allowance'
      ? propose(context, { ...proposal, audience: houseExecutor }, [])
      : refuse('house_action_reserved', 'only a person asks for this change');
  });
}

/**
 * The server asks whether the tool definitions that an agent reported count (TD-4). No person asks. The bytes and the
 * requests are those of the agent, so no agent uses up the limits that people have for their changes.
 */
export function openToolsRequest(
  context: Context,
  { action, agentId }: { readonly action: ActionBinding; readonly agentId: string },
  texts: readonly string[],
): Promise<Result<Proposed>> {
  return failClosed(async () => {
    if (houseKindOf(action.operation) !== 'tools') {
      return refuse('house_action_reserved', 'only a person asks for this change');
    }
    const principal = authenticated({ kind: 'agent', principal_id: houseExecutor, roles: [] });
    const proposal = {
      action,
      principal,
      audience: houseExecutor,
      occasion: { session: 'tools' },
      externalIds: { seen_by: agentId },
      chargedTo: agentId,
    };
    return propose(context, proposal, texts);
  });
}

import type { ActionBinding } from '@countersign/protocol/action';
import { sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { accept, type Result } from '@countersign/protocol/reason';
import type { Evaluation, PolicyDecision } from '@countersign/protocol/request';
import { addSeconds } from '@countersign/protocol/value';
import { takeBytes } from './byte-quota.ts';
import type { ClaimTaken } from './commit.ts';
import type { Context } from './context.ts';
import { recordDecision, type UnaskedDecision } from './decision-segment.ts';

interface AnsweredAction {
  readonly action: ActionBinding;
  readonly actionText: string;
  readonly decision: PolicyDecision;
  readonly evaluation: Evaluation;
}

/** Records an answer that policy gave alone. What is kept of the action counts towards the bytes of its agent. */
export async function recordUnasked(
  context: Context,
  answered: AnsweredAction,
  claims: readonly ClaimTaken[],
): Promise<Result<null>> {
  const { action, evaluation } = answered;
  const unasked = unaskedDecision(context, answered);
  const more = await takeBytes(context, action.agent_id, unasked.text?.text.length ?? 0);
  if (!more.ok) return more;
  await recordDecision(context, unasked, evaluation.audit_sync, [...claims, ...more.value]);
  return accept(null);
}

/** As much of the action as the policy says, and no more (UA-1). */
export function unaskedDecision(
  { clock }: Pick<Context, 'clock'>,
  { action, actionText, decision, evaluation }: AnsweredAction,
): UnaskedDecision {
  const { agent_id, target } = action;
  const { tool_name, resource } = target;
  const told = { decision, agent_id, tool_name };
  const retention = evaluation.unasked_retention;
  if (retention === undefined) return { data: { ...told, kept: null }, text: null };
  const text = retention.keep === 'parameters' ? actionText : canonicalize({ resource });
  const digest = sha256OfText(text);
  const until = addSeconds(clock.now(), retention.seconds);
  return {
    data: { ...told, kept: { part: retention.keep, digest, until } },
    text: { digest, text, retainUntil: until },
  };
}

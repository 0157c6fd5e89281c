import { parseActionBinding } from '@countersign/protocol/action';
import type { Admitted, Hold } from '@countersign/protocol/hold';
import {
  identityOf,
  operatorRole,
  type PersonId,
  type Principal,
} from '@countersign/protocol/value';
import type { Context } from './context.ts';

/**
 * Whom the policy in force admits to answer a hold: the people of the chain that it names for words of the agent,
 * the owner of the agent, who confirms for themselves, and operators. A rule can match the tool `conversation`. Where
 * policy names no chain, or cannot be asked, the owner and operators remain.
 */
export async function admitToHold(
  context: Context,
  { agent_id, message_digest }: Pick<Hold, 'message_digest'> & { readonly agent_id: string },
  principal: Principal,
  /** Whom the token of the agent names as its owner, where the directory knows none (ID-16). */
  owner: PersonId | null = null,
): Promise<Admitted> {
  const known = await context.people.parties({ agent_id, subject_id: null, requester: principal });
  const agentOwner = known.agent_owner ?? owner;
  const identities = new Set<string>(agentOwner === null ? [] : [agentOwner]);
  const roles = new Set<string>([operatorRole]);
  for (const { approvers } of await stagesFor()) {
    for (const identity of approvers.identities) identities.add(identity);
    for (const role of approvers.roles) roles.add(role);
  }
  return { identities: [...identities], roles: [...roles] };

  async function stagesFor() {
    const action = parseActionBinding({
      schema_version: '1.0',
      operation: 'conversation.proceed',
      agent_id,
      subject_id: null,
      target: { tool_name: 'conversation', tool_schema_version: '1', resource: null },
      parameters: { message_digest },
    });
    try {
      const caller = identityOf(principal);
      const evaluated = await context.policies.evaluate(action, {}, caller);
      if (evaluated.verdict !== 'allow') return evaluated.chain?.stages ?? [];
      // Words that ask for permission are never routine. A rule that allows what is not risky names no chain, and the
      // people who would decide the action itself could not answer.
      const stated = { confirmation_required: true };
      const asked = await context.policies.evaluate(action, stated, caller);
      return asked.chain?.stages ?? [];
    } catch {
      // The halt must not wait for a policy that cannot be evaluated.
      return [];
    }
  }
}

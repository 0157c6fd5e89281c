import type { ActionBinding } from '@countersign/protocol/action';
import type { Parties } from '@countersign/protocol/chain';
import type { PersonId, Principal } from '@countersign/protocol/value';
import type { Context } from './context.ts';

/** The owner that a token attests stands in where the directory knows none (ID-16). */
export async function partiesOf(
  { people }: Pick<Context, 'people'>,
  { agent_id, subject_id }: ActionBinding,
  { principal, owner }: { readonly principal: Principal; readonly owner?: PersonId },
): Promise<Parties> {
  const known = await people.parties({ agent_id, subject_id, requester: principal });
  return {
    ...known,
    requester: known.requester ?? owner ?? null,
    agent_owner: known.agent_owner ?? owner ?? null,
  };
}

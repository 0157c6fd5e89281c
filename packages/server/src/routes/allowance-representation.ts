import type { ListedAllowance } from '@countersign/coordinator';
import { decimalText } from '@countersign/protocol/allowance';
import type { DirectoryState } from '@countersign/protocol/directory';
import { mayOversee } from '@countersign/protocol/request';
import type { AllowanceFacts } from '@countersign/wire/allowances';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { personName } from './person-name.ts';
import { seesValues } from './reach.ts';

/** An allowance as a person reads it. Its limits and reasons are for those who may see its house request (DR-4). */
export async function representAllowance(
  app: App,
  directory: DirectoryState,
  { evidence, uses, status }: ListedAllowance,
  caller: Caller,
): Promise<AllowanceFacts> {
  const { state, terms, decided } = evidence;
  const { ended } = state;
  const names = decided.entries.map(({ approver_identity }) =>
    personName(app, directory, approver_identity),
  );
  const isOwner = caller.kind === 'person' && caller.person_id === decided.parties.agent_owner;
  const values = seesValues(caller, decided);
  const isOpen = status === 'active' || status === 'suspended';
  return {
    allowance_id: state.allowance_id,
    agent_id: state.agent_id,
    tool_name: state.tool_name,
    status,
    made_at: state.made_at,
    expires_at: state.expires_at,
    approval_request_id: state.approval_request_id,
    decided_by: await Promise.all(names),
    ended:
      ended === null
        ? null
        : {
            cause: ended.cause,
            by_name:
              ended.by.kind === 'human'
                ? await personName(app, directory, ended.by.identity)
                : ended.by.identity,
            reason: values ? ended.reason : '',
            at: ended.at,
          },
    used: uses.count,
    uses: values ? terms.uses : null,
    spent: values && terms.budget !== null ? decimalText(uses.spent) : null,
    budget: values ? (terms.budget?.total ?? null) : null,
    terms: values ? terms : null,
    may_end:
      isOpen && caller.kind === 'person' && (isOwner || mayOversee(decided, caller.principal)),
  };
}

import { isListed, joiningOf } from '@countersign/protocol/chain';
import type { LentRoles } from '@countersign/protocol/directory';
import type { OpenedRequest } from '@countersign/protocol/request';
import { identityOf, type Principal } from '@countersign/protocol/value';
import type { PreparedChange } from './change-request.ts';

/**
 * The earliest time, by the store's clock, at which a stage admits an approver who joins it later (ES-1). The commit of
 * the decision waits for no one: before that time it is refused.
 */
export function joinsFrom(
  { chain, request }: Pick<OpenedRequest, 'chain' | 'request'>,
  stageIndex: number,
  principal: Principal,
  lent?: LentRoles,
): Pick<PreparedChange, 'notBefore' | 'tooEarly'> {
  const stage = chain.stages[stageIndex];
  if (stage === undefined || principal.kind === 'agent') return {};
  const { kind, roles } = principal;
  const own = { kind, identity: identityOf(principal), roles };
  const approver = lent === undefined ? own : { ...own, identity: '', roles: lent.roles };
  if (isListed(stage.approvers, approver)) return {};
  const step = joiningOf(stage, request).find(({ approvers }) => isListed(approvers, approver));
  return step === undefined ? {} : { notBefore: step.at, tooEarly: 'approver_joins_later' };
}

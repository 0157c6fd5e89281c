import { parserOf } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import * as z from 'zod';
import {
  DateTime,
  MplpEvent,
  MplpGovernance,
  MplpMetadata,
  MplpTraceBase,
  Text,
} from './common-forms.ts';
import type { MplpConfirm } from './confirm.ts';
import { MplpId } from './identifiers.ts';

/** The capability that makes a role's decision one. */
export const approveCapability = 'confirm.approve';

export const MplpRole = z.strictObject({
  meta: MplpMetadata,
  governance: MplpGovernance.optional(),
  role_id: MplpId,
  name: Text,
  description: Text.optional(),
  capabilities: z.array(Text).max(1024).optional(),
  created_at: DateTime.optional(),
  updated_at: DateTime.optional(),
  trace: MplpTraceBase.optional(),
  events: z.array(MplpEvent).max(16_384).optional(),
});
export type MplpRole = z.infer<typeof MplpRole>;

export const parseMplpRole = parserOf('MplpRole', MplpRole);

export function mayApprove(role: MplpRole): boolean {
  return role.capabilities?.includes(approveCapability) === true;
}

/** Who may decide a stage, from MPLP's roles: those with the capability, by name. An empty list is an error (CH-6). */
export function approversFromRoles(roles: readonly MplpRole[]): {
  readonly identities: readonly string[];
  readonly roles: readonly string[];
} {
  const names = roles.filter(mayApprove).map(({ name }) => name);
  if (names.length === 0) {
    throw new ProtocolError(
      'chain_malformed',
      '',
      `expected a role with the capability ${approveCapability}`,
    );
  }
  return { identities: [], roles: names };
}

/** The ids of decisions by a role that is not known or has not the capability; a label alone permits nothing. */
export function decisionsWithoutCapability(
  confirm: MplpConfirm,
  roles: readonly MplpRole[],
): readonly string[] {
  const able = new Set(roles.filter(mayApprove).flatMap(({ role_id, name }) => [role_id, name]));
  return (confirm.decisions ?? [])
    .filter(({ decided_by_role }) => !able.has(decided_by_role))
    .map(({ decision_id }) => decision_id);
}

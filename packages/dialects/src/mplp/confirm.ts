import { parserOf } from '@countersign/protocol/json';
import * as z from 'zod';
import {
  DateTime,
  MplpEvent,
  MplpGovernance,
  MplpMetadata,
  MplpTraceBase,
  Text,
} from './common-forms.ts';
import { MplpId } from './identifiers.ts';

export const MplpDecision = z.strictObject({
  decision_id: MplpId,
  status: z.enum(['approved', 'rejected', 'cancelled']),
  decided_by_role: Text,
  decided_at: DateTime,
  reason: Text.optional(),
});
export type MplpDecision = z.infer<typeof MplpDecision>;

export const MplpTargetType = z.enum(['context', 'plan', 'trace', 'extension', 'other']);
export type MplpTargetType = z.infer<typeof MplpTargetType>;

export const MplpConfirmStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled']);
export type MplpConfirmStatus = z.infer<typeof MplpConfirmStatus>;

export const MplpConfirm = z.strictObject({
  meta: MplpMetadata,
  governance: MplpGovernance.optional(),
  confirm_id: MplpId,
  target_type: MplpTargetType,
  target_id: MplpId,
  status: MplpConfirmStatus,
  requested_by_role: Text,
  requested_at: DateTime,
  reason: Text.optional(),
  decisions: z.array(MplpDecision).max(4096).optional(),
  trace: MplpTraceBase.optional(),
  events: z.array(MplpEvent).max(16_384).optional(),
});
export type MplpConfirm = z.infer<typeof MplpConfirm>;

export const parseMplpConfirm = parserOf('MplpConfirm', MplpConfirm);

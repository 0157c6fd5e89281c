import { gravestLevel } from '@countersign/card';
import type { RequestRow } from '@countersign/client/people';
import type { RiskLevel } from '@countersign/protocol/value';

/** The level that a row shows: its card shows the same, and more where it compares with what was approved before. */
export function levelOfRow(row: Pick<RequestRow, 'risk_level' | 'marked_level'>): RiskLevel {
  return gravestLevel(row.risk_level, row.marked_level);
}

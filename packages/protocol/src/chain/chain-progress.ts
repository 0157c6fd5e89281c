import { releaseOf } from './break-glass.ts';
import type { Chain, Stage } from './chain.ts';
import type { ChainEntry } from './chain-entry.ts';

export interface StageProgress {
  readonly stage: Stage;
  readonly stage_index: number;
  readonly allows: number;
  readonly open: boolean;
  readonly satisfied: boolean;
}

/** Where a chain stands after its entries. An entry counts for its own stage only, and each person once. */
export function chainProgress(chain: Chain, entries: readonly ChainEntry[]): StageProgress[] {
  let reached = true;
  return chain.stages.map((stage, stage_index) => {
    const people = new Set(
      entries
        .filter(
          entry =>
            entry.stage_index === stage_index &&
            entry.decision === 'allow' &&
            entry.break_glass === undefined,
        )
        .map(entry => entry.approver_identity),
    );
    const satisfied = people.size >= stage.quorum;
    const open = reached && !satisfied;
    // An optional stage never delays: what follows opens past it (CH-1).
    reached &&= satisfied || !stage.required;
    return { stage, stage_index, allows: people.size, open, satisfied };
  });
}

/** One deny ends it (CH-2); an allow takes every required stage (CH-3), or one person whom the chain lets release it (BG-1). */
export function chainOutcome(
  chain: Chain,
  entries: readonly ChainEntry[],
): 'pending' | 'allow' | 'deny' {
  if (entries.some(entry => entry.decision === 'deny')) return 'deny';
  if (releaseOf(entries) !== undefined) return 'allow';
  const progress = chainProgress(chain, entries);
  return progress.every(({ stage, satisfied }) => satisfied || !stage.required)
    ? 'allow'
    : 'pending';
}

import type { Chain, Stage } from './chain.ts';
import { type Approver, judgeEligibility, type Parties } from './eligibility.ts';

/** Every person and service that could decide anything, with the best assurance each can reach. */
export type ApproverDirectory = readonly Approver[];

/**
 * The first required stage that cannot be completed, or null. A person decides once in a request, so people are
 * assigned to the seats of all required stages at once (a bipartite matching, by augmenting paths): two stages that
 * both depend on the same single person cannot both be completed (ID-11).
 */
export function findStageNobodyCanComplete(
  chain: Chain,
  parties: Parties,
  directory: ApproverDirectory,
): Stage | null {
  const seatOf = new Map<string, number>();
  const candidates: string[][] = [];

  const takeSeat = (seat: number, tried: Set<string>): boolean => {
    for (const identity of candidates[seat] ?? []) {
      if (tried.has(identity)) continue;
      tried.add(identity);
      const occupied = seatOf.get(identity);
      if (occupied === undefined || takeSeat(occupied, tried)) {
        seatOf.set(identity, seat);
        return true;
      }
    }
    return false;
  };

  for (const stage of chain.stages) {
    if (!stage.required) continue;
    const eligible = directory
      .filter(approver => judgeEligibility(stage, approver, parties).ok)
      .map(approver => approver.identity);
    for (let seat = 0; seat < stage.quorum; seat++) {
      candidates.push(eligible);
      if (!takeSeat(candidates.length - 1, new Set())) return stage;
    }
  }
  return null;
}

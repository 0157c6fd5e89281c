import type { RequestRow } from '@countersign/client/people';
import type { IconName } from '../design/icon.tsx';
import { queueText } from '../language/english/queue.ts';

/** The path of the page of a plan. The name of a plan is unique only for its agent, so the path names both. */
export function planPath({ agent_id, plan_id }: RequestRow): string {
  return `/plans/${encodeURIComponent(agent_id)}/${encodeURIComponent(plan_id ?? '')}`;
}

/** The steps of a plan, first asked first. Of several rounds of one step the latest counts. */
export function planSteps(rows: readonly RequestRow[], planId: string): readonly RequestRow[] {
  const own = rows
    .filter(({ plan_id }) => plan_id === planId)
    .toSorted((a, b) => Date.parse(a.requested_at) - Date.parse(b.requested_at));
  const last = new Map(own.flatMap(row => (row.step_id === null ? [] : [[row.step_id, row]])));
  return own.filter(row => row.step_id === null || last.get(row.step_id) === row);
}

export function planWords(steps: readonly RequestRow[]): string {
  const yours = steps.filter(({ status, eligible }) => status === 'pending' && eligible).length;
  const all = queueText.steps(steps.length);
  return yours === 0 ? queueText.noneWaits(all) : queueText.someWait(all, yours);
}

const states: Readonly<Record<string, readonly [icon: IconName, words: string]>> = {
  allowed: ['shield-check', queueText.approvedNotStarted],
  denied: ['cross', queueText.rejectedNothingRan],
  expired: ['clock', queueText.expiredNothingRan],
  cancelled: ['cross', queueText.cancelledNothingRuns],
  revoked: ['cross', queueText.revoked],
};
const ended: Readonly<Record<string, string>> = {
  succeeded: queueText.ran,
  failed: queueText.ranAndFailed,
};

export function stepState({ status, eligible, execution }: RequestRow): {
  readonly icon: IconName;
  readonly words: string;
} {
  if (status === 'pending') {
    return eligible
      ? { icon: 'clock', words: queueText.waitsForYou }
      : { icon: 'people', words: queueText.waitsForAnother };
  }
  if (status === 'consumed') {
    return { icon: 'check', words: ended[execution ?? ''] ?? queueText.startedUnknown };
  }
  const [icon, words] = states[status] ?? (['more', status] as const);
  return { icon, words };
}

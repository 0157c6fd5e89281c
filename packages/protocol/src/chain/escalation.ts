import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import type { Chain, Stage } from './chain.ts';

/** What of a request says from when its stages escalate: the time at which the first round of its case was asked. */
export interface AskedSince {
  readonly asked_since?: Timestamp | undefined;
  readonly requested_at: Timestamp;
}

/** Further approvers of a stage, and when they join. */
export interface Joining {
  readonly at: Timestamp;
  readonly approvers: Stage['approvers'];
}

/** When the further approvers of a stage join, the earliest first (ES-1). Empty where the stage does not escalate. */
export function joiningOf({ escalation = [] }: Stage, asked: AskedSince): Joining[] {
  return escalation.map(({ after_seconds, approvers }) => ({
    at: addSeconds(asked.asked_since ?? asked.requested_at, after_seconds),
    approvers,
  }));
}

/**
 * The stage as it stands at a time: those who have joined by then are among its approvers, and `escalation` holds those
 * who join later. Every judgement of an approver takes the stage as it stood when the approver decided (ES-1).
 */
export function stageAt(stage: Stage, asked: AskedSince, at: Timestamp): Stage {
  const joining = joiningOf(stage, asked);
  if (joining.length === 0) return stage;
  const joined = joining.filter(step => step.at <= at).length;
  const { escalation = [], ...rest } = stage;
  const later = escalation.slice(joined);
  return {
    ...rest,
    approvers: together([stage, ...joining.slice(0, joined)]),
    ...(later.length === 0 ? {} : { escalation: later }),
  };
}

/** The chain with everyone who joins before a time, such as the deadline of a request. */
export function chainBefore(chain: Chain, asked: AskedSince, end: Timestamp): Chain {
  if (!escalates(chain)) return chain;
  const stages = chain.stages.map(stage => {
    const last = joiningOf(stage, asked).findLast(step => step.at < end);
    return last === undefined ? stage : stageAt(stage, asked, last.at);
  });
  return { ...chain, stages };
}

/** Everyone whom a stage lists at any time. */
export function everyoneOf(stage: Stage): Stage['approvers'] {
  return stage.escalation === undefined ? stage.approvers : together([stage, ...stage.escalation]);
}

export function escalates({ stages }: Pick<Chain, 'stages'>): boolean {
  return stages.some(({ escalation }) => escalation !== undefined);
}

/** What a request says about the beginning of its case fits its chain, as far as the request itself can show (ES-1). */
export function findAskedSinceFault(
  request: AskedSince & { readonly round: number; readonly amends?: unknown },
  chain: Pick<Chain, 'stages'>,
): string | null {
  const { asked_since, requested_at, round, amends } = request;
  if ((asked_since !== undefined) !== escalates(chain)) {
    return 'expected asked_since exactly where a stage of the chain escalates';
  }
  if (asked_since === undefined) return null;
  if (asked_since > requested_at) return 'asked_since is later than the request';
  const isFirst = round === 1 && amends === undefined;
  return isFirst && asked_since !== requested_at
    ? 'the first request of a case is asked when the case is'
    : null;
}

function together(lists: readonly Pick<Stage, 'approvers'>[]): Stage['approvers'] {
  return {
    identities: [...new Set(lists.flatMap(({ approvers }) => approvers.identities))],
    roles: [...new Set(lists.flatMap(({ approvers }) => approvers.roles))],
  };
}

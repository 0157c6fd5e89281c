import type { AppliedCommit, Ledger } from './ledger.ts';
import type { KnownEvent, RawHold } from './raw-events.ts';
import { must, Violation } from './violation.ts';

export interface HoldRecord {
  readonly hold: RawHold;
  readonly status: 'placed' | 'lifted' | 'refused';
}

/** GT-9, EV-5: one hold on a session; only a person's Proceed lifts it, and only in time. */
export function checkHoldEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  const id = event.stream.slice('hold/'.length);
  const record = ledger.holds.get(id);
  if (event.type === 'hold.placed') {
    const { hold } = event.data;
    must(record === undefined, 'GT-9', () => `${id} was placed twice`);
    must(
      ![...ledger.holds.values()].some(
        other => other.hold.session_id === hold.session_id && other.status === 'placed',
      ),
      'GT-9',
      () => `${id} was placed on a session that was halted already`,
    );
    ledger.holds.set(id, { hold, status: 'placed' });
    return;
  }
  if (event.type !== 'hold.answered') throw new Violation('EV-6', `${event.type} in ${id}`);
  if (record?.status !== 'placed') throw new Violation('GT-9', `${id} was answered twice`);
  const { hold } = record;
  const { operation } = commit.caller;
  const { answer, by } = event.data;
  if (answer === 'expired') {
    must(
      operation.kind === 'expire_hold' && commit.at >= hold.expires_at,
      'TM-5',
      () => `${id} was said to be over at ${commit.at}, it ends at ${hold.expires_at}`,
    );
  } else {
    if (operation.kind !== 'answer_hold') throw new Violation('GT-9', `${operation.kind} of ${id}`);
    const { principal, choice } = operation;
    must(
      principal.kind === 'human' &&
        by.identity === principal.person_id &&
        principal.assurance !== 'client_asserted',
      'ID-6',
      () => `${id} was answered by ${principal.principal_id}`,
    );
    must(
      (answer === 'proceed') === (choice === 'Proceed'),
      'EV-5',
      () => `${id} was answered with ${String(choice)} and became ${answer}`,
    );
    must(
      commit.at < hold.expires_at && event.at < hold.expires_at,
      'TM-5',
      () => `${id} was answered at ${commit.at}, it ended at ${hold.expires_at}`,
    );
  }
  ledger.holds.set(id, { hold, status: answer === 'proceed' ? 'lifted' : 'refused' });
  if (answer === 'proceed' || hold.plan_id === null) return;
  const plan = ledger.plans.get(hold.plan_id);
  const aborts = commit.events.some(
    other => other.type === 'plan.aborted' && other.data.plan_id === hold.plan_id,
  );
  must(
    aborts || plan?.status === 'aborted' || plan?.status === 'completed',
    'GT-9',
    () => `${id} was refused and ${hold.plan_id} goes on`,
  );
}

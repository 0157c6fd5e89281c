import { checkRejectedKind } from './check-allowance.ts';
import { isComplete } from './check-entry.ts';
import { checkDenied } from './check-rejection.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import type { RawEntry } from './raw-events.ts';
import { must } from './violation.ts';

/** What must be in one commit, because nothing may happen in between. */
export function checkTogether(ledger: Ledger, { events }: AppliedCommit): void {
  const has = (type: string) => events.some(event => event.type === type);
  for (const event of events) {
    const record = event.stream.startsWith('request/') ? ledger.requestOf(event.stream) : undefined;
    if (record === undefined) continue;
    const { plan_id } = record.request.scope;
    const plan = plan_id === null ? undefined : ledger.plans.get(plan_id);
    switch (event.type) {
      case 'request.opened':
        must(
          plan_id === null ||
            record.status === 'allowed' ||
            plan?.blocks.some(({ blocker }) => blocker === record.id) === true,
          'GT-3',
          () => `${record.id} was opened and does not block ${plan_id}`,
        );
        break;
      case 'entry.recorded':
        checkDecided(record, event.data.entry, has);
        break;
      case 'request.allowed':
        must(has('grant.issued'), 'AB-1', () => `${record.id} was allowed without a grant`);
        break;
      case 'request.denied':
        checkDenied(ledger, record, plan, events);
        checkRejectedKind(ledger, record);
        break;
      case 'request.amended':
        must(
          events.some(
            each =>
              each.type === 'request.opened' && each.stream === `request/${record.supersededBy}`,
          ),
          'AM-4',
          () => `${record.id} was amended, and nothing took its place`,
        );
        break;
      case 'grant.consumed':
        must(has('execution.allowed'), 'SU-3', () => `${record.id} was consumed and not started`);
        break;
      default:
    }
    if (
      event.type.startsWith('request.') &&
      record.status !== 'pending' &&
      record.status !== 'denied'
    ) {
      must(
        plan === undefined || !plan.blocks.some(({ blocker }) => blocker === record.id),
        'GT-4',
        () => `${record.id} is ${record.status} and still blocks ${plan_id}`,
      );
    }
  }
  // One message for each request that a commit changes.
  const changed = events.map(({ stream }) => stream).filter(name => name.startsWith('request/'));
  ledger.requestCommits += new Set(changed).size;
}

/** CH-2, CH-3: a denial ends a request in its own commit, and so does the last approval that it needs. */
function checkDecided(
  { id, status, chain, entries }: RequestRecord,
  { decision }: RawEntry,
  has: (type: string) => boolean,
): void {
  must(decision !== 'deny' || has('request.denied'), 'CH-2', () => `a denial left ${id} ${status}`);
  must(
    decision === 'deny' || has('request.allowed') === isComplete(chain, entries),
    'CH-3',
    () => `an entry left ${id} ${status}`,
  );
}

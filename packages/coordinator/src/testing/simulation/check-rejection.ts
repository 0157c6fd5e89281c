import type { PlanRecord } from './check-plan.ts';
import type { Ledger, RequestRecord } from './ledger.ts';
import type { KnownEvent } from './raw-events.ts';
import { must } from './violation.ts';

/** What the approver who denied a request wants next: the beginning of the code, up to a colon. */
export function choiceIn({ entries }: Pick<RequestRecord, 'entries'>): 'fix' | 'never' | null {
  const denial = entries.find(({ decision }) => decision === 'deny');
  const [, choice] = /^(fix|never)(?::|$)/.exec(denial?.reason_code ?? '') ?? [];
  return (choice as 'fix' | 'never' | undefined) ?? null;
}

/** Whether a round can follow a denied request, and lift what it blocks. */
function canBeFollowed(ledger: Ledger, record: RequestRecord): boolean {
  return (
    record.request.round < ledger.circumstances.settings.roundsMax && choiceIn(record) !== 'never'
  );
}

/** GT-4: a denial leaves the plan blocked where a round can lift that, and ends or recovers it otherwise. */
export function checkDenied(
  ledger: Ledger,
  record: RequestRecord,
  plan: PlanRecord | undefined,
  events: readonly KnownEvent[],
): void {
  if (plan === undefined) return;
  const block = plan.blocks.find(({ blocker }) => blocker === record.id);
  const follows = canBeFollowed(ledger, record);
  const choice = choiceIn(record);
  must(
    block === undefined ||
      (follows &&
        (choice === 'fix' || (block.recovery.length === 0 && plan.status !== 'recovering'))),
    'GT-4',
    () => `${record.id} was denied as ${choice}, and its plan waits for a round that cannot come`,
  );
  const changed = events.find(({ type }) => type.startsWith('plan.'));
  must(
    choice !== 'fix' || !follows || changed === undefined,
    'GT-4',
    () => `${record.id} was sent back to be fixed, which led to ${changed?.type}`,
  );
}

import assert from 'node:assert/strict';
import { isMplpId, type MplpConfirm, type MplpTrace } from '@countersign/dialects/mplp';

/** The ids of the flow differ in their last digits. */
export const id = (last: string): string => `550e8400-e29b-41d4-a716-446655440${last}`;

/** What golden flow 05 expects, value by value; only the ids and the clock were injected. */
export function checkGolden(confirm: MplpConfirm, trace: MplpTrace, plan_id: string): void {
  assert.equal(confirm.confirm_id, id('520'));
  assert.equal(confirm.status, 'approved');
  assert.equal(confirm.requested_by_role, 'agent');
  assert.equal(confirm.requested_at, '2025-12-01T12:01:00.000Z');
  assert.equal(confirm.reason, 'High-risk migration requires DBA approval');
  assert.deepEqual(
    confirm.decisions?.map(decision => [
      decision.decision_id,
      decision.status,
      decision.decided_by_role,
      decision.decided_at,
      decision.reason,
    ]),
    [
      [
        id('521'),
        'rejected',
        'dba_reviewer',
        '2025-12-01T12:05:00.000Z',
        'Missing rollback plan for high-risk migration',
      ],
      [
        id('522'),
        'approved',
        'dba_reviewer',
        '2025-12-01T12:15:00.000Z',
        'Rollback addressed via manual procedure documentation',
      ],
    ],
  );
  assert.deepEqual(
    [trace.trace_id, trace.root_span.span_id, trace.status, trace.started_at, trace.finished_at],
    [id('550'), id('551'), 'completed', '2025-12-01T12:01:00.000Z', '2025-12-01T12:15:00.000Z'],
  );
  const submitted = { confirm_id: id('520'), target_id: plan_id, target_type: 'plan' };
  assert.deepEqual(
    trace.events?.map(event => [event.event_id, event.event_type, event.data]),
    [
      [id('560'), 'confirm.submitted', submitted],
      [
        id('561'),
        'decision.rejected',
        {
          confirm_id: id('520'),
          decision_id: id('521'),
          reason: 'Missing rollback plan for high-risk migration',
        },
      ],
      [
        id('562'),
        'decision.approved',
        { confirm_id: id('520'), decision_id: id('522'), reason: 'Rollback addressed' },
      ],
    ],
  );
  const ids = JSON.stringify([confirm, trace]).matchAll(/"[a-z]+_id":"([^"]*)"/g);
  for (const [, found = ''] of ids) assert.ok(isMplpId(found), found);
}

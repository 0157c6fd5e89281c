import assert from 'node:assert/strict';
import type { StatementId } from '../bundle/statement.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import type { RequestEvent, RequestEventOf } from '../request/request-event.ts';
import { type BundleStory, bundleOf } from './bundle-samples.ts';

/** What an attacker with the database and every key makes of a stream. */
export type Edit = NonNullable<BundleStory['edit']>;

/** The code with which a statement fails after the edit, though every hash and signature fits. */
export function statementAfter(story: BundleStory, edit: Edit, id: StatementId) {
  const { bundle, trust } = bundleOf({ ...story, edit });
  const report = verifyBundle(bundle, trust);
  assert.equal(report.verdict, 'refused');
  const statement = report.statements.find(each => each.id === id);
  assert.equal(report.statements.find(each => each.id === 'log')?.result, 'proven');
  return statement?.result === 'failed' ? statement.code : statement?.result;
}

/** Changes the data of every event of a type. */
export function change<Type extends RequestEvent['type']>(
  type: Type,
  revise: (data: RequestEventOf<Type>['data']) => object,
): Edit {
  return events =>
    events.map(event =>
      event.type === type
        ? ({
            ...event,
            data: revise(event.data as never),
          } as RequestEvent)
        : event,
    );
}

import { parseActionText } from '@countersign/protocol/action';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import type { EvaluationKinds } from './evaluation-job.ts';

/** Makes the view of a request. It needs neither a policy nor a grammar. */
export function performView({
  request,
  actionText,
  whole,
}: EvaluationKinds['view']['job']): EvaluationKinds['view']['answer'] {
  const view = presentedView(request, parseActionText(actionText));
  return { view_digest: viewDigest(view), view: whole ? view : null };
}

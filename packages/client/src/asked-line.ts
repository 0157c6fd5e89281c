import type { ActionBinding } from '@countersign/protocol/action';
import { presentedView, shortCode, viewDigest } from '@countersign/protocol/view';
import type { RequestFacts } from '@countersign/wire/agent-answers';

/**
 * A line for the terminal or the chat of a waiting agent, for `onAsked`: where to decide, and the code that every screen
 * shows for this very question.
 */
export function askedLine(
  { request, url }: Pick<RequestFacts, 'request' | 'url'>,
  action: ActionBinding,
): string {
  const view_digest = viewDigest(presentedView(request, action));
  const code = shortCode({ ...request, view_digest });
  const where = url ?? `request ${request.approval_request_id}`;
  return `Waiting for approval at ${where}, code ${code}, until ${request.expires_at}.`;
}

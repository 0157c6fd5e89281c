import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import type { ApprovalRequest, OpenedRequest } from '@countersign/protocol/request';
import {
  isSmallView,
  type PresentedView,
  presentedView,
  viewDigest,
} from '@countersign/protocol/view';
import type { Context } from './context.ts';

export interface MadeView {
  readonly view: PresentedView;
  readonly view_digest: Digest;
}

/** What an approver is shown, and its digest. A large view is made where no call waits for it (HI-2). */
export async function makeView(
  { views }: Pick<Context, 'views'>,
  request: ApprovalRequest,
  action: ActionBinding,
): Promise<MadeView> {
  if (views !== undefined && !isSmallView(request, action)) return views.view(request, action);
  const view = presentedView(request, action);
  return { view, view_digest: viewDigest(view) };
}

/** The digest, with the view where it is small. A large view is not worth its way between threads. */
export async function makeSmallView(
  context: Pick<Context, 'views'>,
  request: ApprovalRequest,
  action: ActionBinding,
): Promise<{ readonly view: PresentedView | null; readonly view_digest: Digest }> {
  if (isSmallView(request, action)) return makeView(context, request, action);
  return { view: null, view_digest: await makeViewDigest(context, request, action) };
}

/** The digest alone, so that a large view need not travel between threads. */
export async function makeViewDigest(
  { views }: Pick<Context, 'views'>,
  request: ApprovalRequest,
  action: ActionBinding,
): Promise<Digest> {
  return views !== undefined && !isSmallView(request, action)
    ? views.digest(request, action)
    : viewDigest(presentedView(request, action));
}

/** What the execution point compares with, where the view is too large to be made there. */
export async function largeViewDigest(
  { views }: Pick<Context, 'views'>,
  { request, entries }: OpenedRequest,
  action: ActionBinding,
): Promise<Digest | undefined> {
  if (views === undefined || entries.every(({ view_digest }) => view_digest === null)) {
    return undefined;
  }
  if (isSmallView(request, action) || sha256(action) !== request.action_digest) return undefined;
  return views.digest(request, action);
}

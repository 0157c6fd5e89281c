import { type ActionBinding, parseActionText } from '@countersign/protocol/action';
import { sha256OfText, verifyJws } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  effectiveStatus,
  inputDigest,
  type RequestArtifact,
  requestArtifactType,
  statusCode,
} from '@countersign/protocol/request';
import type { StoreId, Timestamp } from '@countersign/protocol/value';
import { loadRequest } from './change-request.ts';
import type { ActionBytes } from './commit.ts';
import { type Context, storeState } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { keepSignature, readSigned } from './kept-signature.ts';
import type { StoreState } from './store.ts';
import { requestStream } from './stream-name.ts';

// The question is signed once, at its opening and with that date. The commit that opens it stores the signature, for as
// long as the bytes of the action. So a caller that asks for the artifact while the request is open gets the same text
// as a bundle that is exported long after, whichever key signs by then.

/** The signed form of a question that is open: what is asked, and the action in full from its bound bytes. */
export function issueArtifact(
  context: Context,
  approvalRequestId: string,
): Promise<Result<string>> {
  return failClosed(async () => {
    const { state } = await loadRequest(context, requestStream(approvalRequestId));
    const now = context.clock.now();
    const status = effectiveStatus(state, now);
    if (state.status === 'absent' || status !== 'pending') {
      return refuse(statusCode(state, now), `the request is ${status}`);
    }
    const { request, epoch } = state;
    const store = await storeState(context, true);
    if (store.epoch !== epoch) {
      return refuse('epoch_changed', `opened in epoch ${epoch}, now is epoch ${store.epoch}`);
    }
    const text = await context.store.readAction(request.action_digest);
    if (text === null || sha256OfText(text) !== request.action_digest) {
      // No retention ends before the request does.
      return refuse('store_unusable', 'the bytes of the requested action are missing');
    }
    const action = parseActionText(text);
    const content = artifactOf(context, store, request, action);
    const kept = await readSigned(context.store, content);
    if (kept !== null) {
      const keys = context.signer.keys();
      if (verifyJws({ jws: kept, typ: requestArtifactType, keys }).ok) return accept(kept);
    }
    // No key could sign at the opening, or that key is no longer trusted: it is signed now, and says so.
    return accept(await context.signer.sign(requestArtifactType, { ...content, issued_at: now }));
  });
}

export function artifactOf(
  { signer }: Pick<Context, 'signer'>,
  { storeId, epoch }: Pick<StoreState, 'storeId' | 'epoch'>,
  request: ApprovalRequest,
  action: ActionBinding,
): RequestArtifact {
  return {
    version: '1',
    issuer: signer.issuer,
    store_id: storeId as StoreId,
    epoch,
    issued_at: request.requested_at,
    request,
    action,
    input_digest: inputDigest(request),
  };
}

/**
 * What the opening commit keeps of the signed question. The signature is evidence and permits nothing, so an
 * unreachable signer, or an action that is too large for an artifact, does not prevent the question; the bundle then
 * says that it is not shown.
 */
export async function signOpening(
  context: Context,
  content: RequestArtifact,
  retainUntil: Timestamp,
): Promise<ActionBytes[]> {
  try {
    const jws = await context.signer.sign(requestArtifactType, content);
    return [keepSignature(jws, retainUntil)];
  } catch {
    return [];
  }
}

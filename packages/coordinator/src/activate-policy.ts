import { sha256OfText } from '@countersign/protocol/crypto';
import {
  type DirectoryState,
  parseStoreEvent,
  type StoreEvent,
} from '@countersign/protocol/directory';
import { accept, type Decision, type Result } from '@countersign/protocol/reason';
import { judgeVersions } from '@countersign/protocol/request';
import { ApprovalRequestId, Timestamp } from '@countersign/protocol/value';
import { cancelOvertaken } from './cancel-request.ts';
import { loadRequest } from './change-request.ts';
import { changeStream } from './change-stream.ts';
import type { ActionBytes } from './commit.ts';
import { type Context, inForceFor, storeState } from './context.ts';
import { directoryFolding, loadDirectory } from './directory/load-directory.ts';
import { failClosed } from './fail-closed.ts';
import type { PolicyDocuments } from './ports.ts';
import { requestStream, storeStream } from './stream-name.ts';

/** A policy as it comes into force. */
export interface PolicyBrought {
  readonly version: string;
  /** Absent where the process has no documents to keep. */
  readonly documents?: PolicyDocuments | undefined;
  /** The house request that was approved for it. */
  readonly approvalRequestId?: string | undefined;
}

/** The event that brings it into force, unless it is in force already with all that is kept of it. */
export function decideActivation(
  { policy_version: previous, policy_text, governs: before }: DirectoryState,
  { version, documents, approvalRequestId }: PolicyBrought,
  at: Timestamp,
): Decision<StoreEvent> {
  const text_digest = documents === undefined ? null : sha256OfText(documents.text);
  const isKept = text_digest === null || policy_text !== null;
  if (previous === version && isKept && approvalRequestId === undefined) {
    return { ok: true, events: [] };
  }
  const isSame = text_digest !== null && text_digest === policy_text;
  if (before.includes('policy') && !isSame && approvalRequestId === undefined) {
    const detail = 'the policy in force puts a change of policy under a chain';
    return { ok: false, events: [], refusal: { code: 'house_request_required', detail } };
  }
  return {
    ok: true,
    events: [activationOf(previous, { version, documents, approvalRequestId }, at)],
  };
}

export function activationOf(
  previous: string | null,
  { version, documents, approvalRequestId }: PolicyBrought,
  at: Timestamp,
): StoreEvent {
  const governs = documents?.governs ?? [];
  const data = {
    policy_version: version,
    previous,
    ...(documents === undefined ? {} : { text_digest: sha256OfText(documents.text) }),
    ...(governs.length === 0 ? {} : { governs }),
    ...(approvalRequestId === undefined
      ? {}
      : { approval_request_id: ApprovalRequestId.parse(approvalRequestId) }),
  };
  return parseStoreEvent({ type: 'policy.activated', at, data });
}

const forEver = Timestamp.parse('9999-12-31T23:59:59.999Z');

/** The text of a policy, to be kept with the event that brings it into force. */
export function policyBytes({ documents }: Pick<PolicyBrought, 'documents'>): ActionBytes[] {
  if (documents === undefined) return [];
  const { text } = documents;
  return [{ digest: sha256OfText(text), text, retainUntil: forEver }];
}

/**
 * Brings the policy of this process into force for the whole store, in one commit. Replicas that evaluate with
 * another version refuse from then on, and so does everything that was opened under another one. Where the policy in
 * force has governance, another one takes a house request (HR-6).
 */
export function activatePolicy(context: Context): Promise<Result<string>> {
  return failClosed(async () => {
    const version = context.policies.version();
    const documents = context.policies.documents?.();
    const { policyVersion } = await storeState(context, true);
    if (policyVersion === version && documents === undefined) return accept(version);
    const brought = { version, documents };
    const changed = await changeStream<DirectoryState, StoreEvent>(context, {
      stream: storeStream,
      folding: directoryFolding,
      load: () => loadDirectory(context),
      // Another process may have activated a policy since. The stream knows which one came before.
      decide: (state, at) => decideActivation(state, brought, at),
      actions: () => policyBytes(brought),
      brings: { policyVersion: version },
    });
    if (!changed.ok) return changed;
    context.memory.store = null;
    return accept(version);
  });
}

/** Ends the pending requests that a change of policy made obsolete, one page per call. Returns where the next page begins. */
export function cancelAllOvertaken(
  context: Context,
  after?: string,
): Promise<Result<string | null>> {
  return failClosed(async () => {
    const page = await context.store.listRequests({
      status: 'pending',
      limit: 100,
      ...(after === undefined ? {} : { after }),
    });
    const store = await storeState(context, true);
    for (const { approval_request_id } of page.rows) {
      const { state } = await loadRequest(context, requestStream(approval_request_id));
      if (state.status === 'absent') continue;
      const { chain_id: id, version } = state.chain;
      const fixed = judgeVersions(state, inForceFor(context, store, { id, version }));
      if (!fixed.ok) await cancelOvertaken(context, approval_request_id, fixed.refusal);
    }
    return accept(page.next);
  });
}

import {
  type ApprovalRequest,
  ApprovalResolutionId,
  type Digest,
  GrantId,
  identityOf,
  idFromUuid,
  type Principal,
  parseActionBinding,
  parseEntrySubmission,
  parseStrict,
  presentedView,
  viewDigest,
} from '@countersign/protocol';
import { cancelOvertaken } from './cancel-request.ts';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import { type Context, inForceFor } from './context.ts';
import { loadPlan } from './load-plan.ts';
import { done, failClosed, type Outcome, refused } from './refusals.ts';

/** An approver decides. Who they are comes from the principal alone. */
export function recordEntry(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly submission: unknown;
    readonly principal: Principal;
  },
): Promise<Outcome<ChangedRequest>> {
  return failClosed(async () => {
    const { approvalRequestId, principal } = input;
    const submission = parseEntrySubmission(input.submission);
    const passkeys = await context.people.passkeyTrust([identityOf(principal)]);
    const ids = {
      approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
      grant_id: idFromUuid(GrantId, 'grant', context.ids.uuid()),
    };
    const changed = await changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }, store) => {
        if (state.status === 'absent') {
          return refused('request_not_found', 'nothing was opened under this id');
        }
        const { request, chain } = state;
        const view_digest =
          submission.view_digest === null ? null : await renderedView(context, request);
        const plan =
          request.scope.plan_id === null
            ? undefined
            : await loadPlan(context, request.scope.plan_id);
        const nonce = submission.assertion?.nonce;
        return done<PreparedChange>({
          command: {
            type: 'record_entry',
            submission,
            principal,
            in_force: inForceFor(context, store, { id: chain.chain_id, version: chain.version }),
            passkeys,
            view_digest,
            issuer: context.signer.issuer,
            ids,
          },
          notAfter: request.expires_at,
          dependsOnPolicy: true,
          claims: nonce === undefined ? [] : [{ scope: 'nonce', key: nonce, until: null }],
          ...(plan === undefined ? {} : { plan }),
        });
      },
      onClaimTaken: async () =>
        refused('nonce_already_used', 'this nonce was used for another decision'),
    });
    if (!changed.ok) await cancelOvertaken(context, approvalRequestId, changed.refusal);
    return changed;
  });
}

/** The view of a request as it is rendered here, from the bytes that were bound. */
async function renderedView(context: Context, request: ApprovalRequest): Promise<Digest | null> {
  const text = await context.store.readAction(request.action_digest);
  if (text === null) return null;
  return viewDigest(presentedView(request, parseActionBinding(parseStrict(text))));
}

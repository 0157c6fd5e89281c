import {
  type Context,
  consumeGrant,
  issueGrant,
  loadAction,
  loadLocks,
  loadVoters,
  readRequest,
  reportExecution,
} from '@countersign/coordinator';
import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { Refusal, Result } from '@countersign/protocol/reason';
import {
  coveredOf,
  type InForce,
  mayStart,
  type OpenedRequest,
  verifyForExecution,
  verifyGrant,
} from '@countersign/protocol/request';
import type { StoreId } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import type { Job } from '../background/run-jobs.ts';
import { sampleAgentId, sampleExecutor, samplePrincipalId } from './sample-action.ts';

const batch = 50;

/**
 * The executor of the sample actions. What was allowed is found in the store, at each start and after each change, so
 * that an approval given just before a restart is used after it. Of several replicas one starts each of them.
 */
export function runSamples(app: App): Job {
  const told = new Set<string>();
  return {
    name: 'sample',
    everyMilliseconds: 2000,
    run: async signal => {
      const { rows } = await app.context.store.listRequests({
        status: 'allowed',
        agentId: sampleAgentId,
        limit: batch,
      });
      for (const { approval_request_id } of rows) {
        if (signal.aborted) return false;
        const ran = await runSample(app.context, approval_request_id);
        if (ran.ok || told.has(approval_request_id)) continue;
        if (told.size >= batch) told.clear();
        told.add(approval_request_id);
        const { code, detail } = ran.refusal;
        app.log.warn({ approval_request_id, code, detail }, 'a sample action was not run');
      }
      return false;
    },
  };
}

/** A hint that may be about a sample action. */
export function sampleWakeups({ store }: Pick<Context, 'store'>) {
  return (wake: () => void): (() => void) =>
    store.onChange(stream => {
      if (stream === '' || stream.startsWith('request/')) wake();
    });
}

/**
 * What every executor does, in the same order: obtain the permission, verify it and everything under it here,
 * consume it, run only where this exact attempt consumed it in time, and report the outcome. A crash after the third
 * step leaves an unknown outcome, as it would anywhere.
 */
async function runSample(context: Context, approvalRequestId: string): Promise<Result<null>> {
  const read = await readRequest(context, approvalRequestId);
  if (!read.ok) return read;
  const { state } = read.value;
  // An operator may have made a key for an agent of this name; its proposals are not for this executor.
  if (!isSample(state)) return { ok: true, value: null };
  const action = await loadAction(context, state.request.action_digest);
  if (action === null)
    return refused({ code: 'action_digest_mismatch', detail: 'the action was erased' });
  const grant = await issueGrant(context, approvalRequestId);
  if (!grant.ok) return grant;
  const refusal = await verifyHere(context, state, action, grant.value);
  if (refusal !== null) return refused(refusal);

  const attempt = context.ids.uuid();
  const consumed = await consumeGrant(context, {
    approvalRequestId,
    action,
    grant: grant.value,
    executor: sampleExecutor,
    attempt,
  });
  if (!consumed.ok) return consumed;
  const [receipt] = consumed.value.state.receipts;
  if (receipt === undefined) {
    return refused({ code: 'execution_not_started', detail: 'the answer has no receipt' });
  }
  const heard = { attempt, replayed: consumed.value.replayed, made_here: true };
  const start = mayStart(receipt, heard, context.clock.now());
  if (!start.ok && start.refusal.code !== 'execution_start_too_late') return start;
  const reported = await reportExecution(context, {
    approvalRequestId,
    attempt,
    ...(start.ok
      ? {
          outcome: 'succeeded',
          resultDigest: sha256(resultOf(action)),
          finalActionDigest: sha256(action),
        }
      : { outcome: 'failed', error: 'it was not started' }),
  });
  return reported.ok ? { ok: true, value: null } : reported;
}

function isSample({ request }: OpenedRequest): boolean {
  const { requested_by, audience } = request;
  return requested_by.principal_id === samplePrincipalId && audience === sampleExecutor;
}

/** The answer that a bank would have given. A sample action does nothing else. */
function resultOf({ parameters }: ActionBinding): JsonObject {
  const { amount = null, currency = null } = parameters;
  return { sample: true, amount, currency, moved: false };
}

/** Why the action may not run, or null. The executor checks this itself, before it uses up the approval. */
async function verifyHere(
  context: Context,
  state: OpenedRequest,
  action: ActionBinding,
  jws: string,
): Promise<Refusal | null> {
  const { clock, people, policies, signer, store } = context;
  const { storeId, epoch, policyVersion } = await store.readState();
  const store_id = storeId as StoreId;
  const grant = verifyGrant({
    jws,
    keys: signer.keys(),
    issuer: signer.issuer,
    store_id,
    audience: sampleExecutor,
    now: clock.now(),
  });
  if (!grant.ok) return grant.refusal;
  const in_force: InForce = {
    store_id,
    epoch,
    policy_version: policyVersion ?? '',
    approval_chain_version: policies.chainVersion(state.chain.chain_id),
  };
  const deciders = state.entries.map(({ approver_identity }) => approver_identity);
  const verified = verifyForExecution(
    state,
    {
      action,
      approved_action: null,
      grant: grant.value,
      executor: sampleExecutor,
      preconditions: [],
      tool_definition_digest: null,
      in_force,
      passkeys: await people.passkeyTrust(deciders),
      voters: (await loadVoters(context, state)).approvers,
      lock: (await loadLocks(context, coveredOf(state))).lock,
      plan: null,
      hold: null,
    },
    clock.now(),
  );
  return verified.ok ? null : verified.refusal;
}

function refused(refusal: Refusal): Result<never> {
  return { ok: false, refusal };
}

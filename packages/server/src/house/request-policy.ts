import { type Context, loadDirectory } from '@countersign/coordinator';
import { documentsText, type Policy, type PolicyFile } from '@countersign/policy';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { Principal } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { judgeGovernance, operatorsOf } from '../start/policy-in-force.ts';
import { ask, type Opened } from './open-change.ts';
import { policyAction } from './policy-change.ts';

/** A person asks to put other documents in force. Their text is kept with the request, and bound by its digest. */
export async function requestPolicy(
  app: App,
  context: Context,
  files: readonly PolicyFile[],
  principal: Principal,
): Promise<Result<Opened>> {
  const { policies } = app;
  if (policies.policy.governance === null) {
    return refuse(
      'approval_not_required',
      'the policy in force puts no change of policy under a chain; change the file instead',
    );
  }
  const policy = await readGovernable(app, files);
  if (!policy.ok) return policy;
  if (policy.value.version() === policies.version()) {
    return refuse('approval_not_required', 'these documents are in force already');
  }
  const before = { files: app.policyFiles(), policy: policies.policy };
  const action = policyAction(before, { files, policy: policy.value });
  return ask(context, 'policy', action, principal, [documentsText(files)]);
}

/** The policy of documents that are sound and that people can still change later. */
export async function readGovernable(
  { context, policySource }: App,
  files: readonly PolicyFile[],
): Promise<Result<Policy>> {
  const policy = policySource.read(files);
  if (!policy.ok) return policy;
  const { state } = await loadDirectory(context);
  const locked = await judgeGovernance(policy.value, context.people, operatorsOf(state));
  return locked === null ? accept(policy.value) : refuse('no_eligible_approver', locked);
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  cancelRequest,
  consumeGrant,
  evaluateAndOpen,
  expireRequest,
  issueGrant,
  recordAdvice,
  recordEntry,
  reportExecution,
  revokeGrant,
} from '@countersign/coordinator';
import { parseActionBinding } from '@countersign/protocol/action';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { benPasskey, signWithPasskey } from './passkey.ts';
import { agent, human, must, people, type World } from './world.ts';

export function actionOf(tool_name: 'send_mail' | 'transfer' = 'send_mail') {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'mail-bot',
    target: { tool_name, tool_schema_version: '1' },
    parameters: { to: 'zoë@example.com', subject: 'Überweisung "7"\n', copies: [1, 2.5, null] },
  });
}

export async function ask(world: World, action = actionOf()): Promise<OpenedRequest> {
  const proposed = must(
    await evaluateAndOpen(world.context, { action, principal: agent, audience: 'mail-executor' }),
  );
  if (proposed.verdict !== 'require_approval') assert.fail('expected a question');
  world.pass(1);
  return proposed.state;
}

async function decide(
  world: World,
  state: OpenedRequest,
  decision: 'allow' | 'deny' = 'allow',
  stage_index = 0,
  action = actionOf(),
): Promise<void> {
  const submission = {
    chain_entry_id: `ace_${randomUUID().replaceAll('-', '')}`,
    stage_index,
    decision,
    reason_code: 'reviewed',
    reason: 'seen',
    input_digest: inputDigest(state.request),
    view_digest: viewDigest(presentedView(state.request, action)),
  };
  const byBen = stage_index === 1;
  must(
    await recordEntry(world.context, {
      approvalRequestId: state.request.approval_request_id,
      submission: parseEntrySubmission(
        byBen ? await signWithPasskey(world, state, submission) : submission,
      ),
      principal: byBen ? human(people.ben, []) : human(people.ann, ['desk']),
    }),
  );
  world.pass(1);
}

export async function execute(world: World, id: string, action = actionOf()): Promise<void> {
  const grant = must(await issueGrant(world.context, id));
  const attempt = 'attempt-1';
  const use = { approvalRequestId: id, action, grant, executor: 'mail-executor', attempt };
  must(await consumeGrant(world.context, use));
  world.pass(1);
}

export async function report(world: World, id: string, outcome: 'succeeded' | 'unknown') {
  const said = { approvalRequestId: id, attempt: 'attempt-1', outcome };
  must(await reportExecution(world.context, said));
  world.pass(1);
}

/** Ben registers his passkey, and both become people of the store. */
export async function enroll(world: World): Promise<void> {
  world.passkeys.push(benPasskey);
  await world.enroll();
  world.pass(1);
}

type Story = (world: World) => Promise<string>;

export type StoryName =
  | 'pending'
  | 'allowed'
  | 'reported'
  | 'unknown'
  | 'denied'
  | 'expired'
  | 'expired unused'
  | 'cancelled'
  | 'revoked'
  | 'two stages, with a passkey and advice';

/** The outcomes of a request, made by the real coordinator. Each story returns the id of its request. */
export const stories: Readonly<Record<StoryName, Story>> = {
  pending: async world => (await ask(world)).request.approval_request_id,
  allowed: async world => {
    const state = await ask(world);
    await decide(world, state);
    return state.request.approval_request_id;
  },
  reported: async world => {
    const id = await stories.allowed(world);
    await execute(world, id);
    await report(world, id, 'succeeded');
    return id;
  },
  unknown: async world => {
    const id = await stories.allowed(world);
    await execute(world, id);
    await report(world, id, 'unknown');
    return id;
  },
  denied: async world => {
    const state = await ask(world);
    await decide(world, state, 'deny');
    return state.request.approval_request_id;
  },
  expired: async world => {
    const id = await stories.pending(world);
    world.pass(1000);
    must(await expireRequest(world.context, id));
    return id;
  },
  'expired unused': async world => {
    const id = await stories.allowed(world);
    world.pass(1000);
    must(await expireRequest(world.context, id));
    return id;
  },
  cancelled: async world => {
    const approvalRequestId = await stories.pending(world);
    const withdrawal = { approvalRequestId, principal: agent, reason: 'not needed' };
    must(await cancelRequest(world.context, withdrawal));
    return approvalRequestId;
  },
  revoked: async world => {
    const approvalRequestId = await stories.allowed(world);
    const principal = human(people.ann, ['operator']);
    must(await revokeGrant(world.context, { approvalRequestId, principal, reason: 'stop' }));
    return approvalRequestId;
  },
  'two stages, with a passkey and advice': async world => {
    if (world.passkeys.length === 0) await enroll(world);
    const action = actionOf('transfer');
    const state = await ask(world, action);
    const id = state.request.approval_request_id;
    must(
      await recordAdvice(world.context, {
        advice_id: `adv_${randomUUID().replaceAll('-', '')}`,
        approval_request_id: id,
        model: 'some-model',
        prompt_version: '7',
        recommendation: 'allow',
        explanation: 'It looks like all the others.',
        risk_annotations: [],
      }),
    );
    await decide(world, state, 'allow', 0, action);
    await decide(world, state, 'allow', 1, action);
    await execute(world, id, action);
    await report(world, id, 'succeeded');
    return id;
  },
};

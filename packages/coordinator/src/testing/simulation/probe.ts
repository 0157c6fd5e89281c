import type { Result } from '@countersign/protocol/reason';
import { chainVersion, wouldBeDeciders } from './cast.ts';
import { isEligible } from './check-entry.ts';
import { haltOf } from './check-hold.ts';
import { isOfHouse } from './check-opened.ts';
import { isBlocked } from './check-plan.ts';
import { hasLeft, presentRoles, voicesIn } from './check-standing.ts';
import type { Client } from './client.ts';
import { isLive, type RequestRecord } from './ledger.ts';
import type { Operation } from './operation.ts';
import { plainDigest } from './plain-digest.ts';
import { Violation } from './violation.ts';

/** What is finished here is decided without a passkey. */
const needsPasskey: ReadonlySet<string> = new Set(['vault', 'invoice']);

/**
 * After the faults stop, every promise can be kept without help: open questions can be decided, permissions can be
 * used, and every decision that was answered is in the log, however wrong the clocks were that dated them.
 */
export async function probe(client: Client): Promise<void> {
  const { world } = client;
  const { ledger } = world;
  for (const process of world.processes) {
    await mustWork(client, { kind: 'flush' }, process.name);
    process.policies.load(ledger.policyVersion ?? '');
  }
  for (const [decision, process] of world.promised) {
    if (ledger.decided.has(decision)) continue;
    world.violation ??= new Violation('AB-1', `${process} answered ${decision} and lost it`);
  }
  if (world.violation !== null) return;
  let left = 2;
  for (const record of [...ledger.requests.values()].reverse()) {
    if (left === 0 || !isUndisturbed(client, record)) continue;
    left--;
    await finish(client, record);
  }
}

/** Whether nothing but people and an executor stands between the request and its execution. */
function isUndisturbed({ world }: Client, record: RequestRecord): boolean {
  const { ledger, time } = world;
  const { request, tool } = record;
  const { plan_id, step_id, session_id } = request.scope;
  const plan = plan_id === null ? undefined : ledger.plans.get(plan_id);
  const others = plan && {
    ...plan,
    blocks: plan.blocks.filter(({ blocker }) => blocker !== record.id),
  };
  const { chainRevision } = ledger.circumstances;
  return (
    isLive(record, time.store()) &&
    !hasLeft(ledger, record) &&
    !needsPasskey.has(tool) &&
    !isOfHouse(request) &&
    record.resolution?.allowance === undefined &&
    request.policy_version === ledger.policyVersion &&
    request.approval_chain_version === chainVersion(request.policy_version, chainRevision) &&
    record.epoch === ledger.epoch &&
    (others === undefined || isBlocked(others, step_id, []) === null) &&
    haltOf(ledger, session_id) === undefined
  );
}

async function finish(client: Client, record: RequestRecord): Promise<void> {
  const { world } = client;
  const { request, chain, parties, entries, id } = record;
  const { trace: _trace, ...presented } = request as { trace?: unknown };
  for (let seat = 0; record.status === 'pending' && seat < 10; seat++) {
    const stage_index = chain.stages.findIndex(
      ({ required, quorum }, index) =>
        required && entries.filter(entry => entry.stage_index === index).length < quorum,
    );
    const stage = chain.stages[stage_index];
    const principal = wouldBeDeciders.find(who => {
      const identity = who.kind === 'human' ? who.person_id : who.principal_id;
      return (
        who.kind !== 'agent' &&
        identity !== request.agent_id &&
        stage !== undefined &&
        isEligible(stage, { ...who, identity }, parties) &&
        (world.ledger.circumstances.staffed
          ? presentRoles(world.ledger, identity)?.join() === [...who.roles].join()
          : true) &&
        !entries.flatMap(voicesIn).includes(identity)
      );
    });
    // The right people may all have decided another stage by now.
    if (principal === undefined) return;
    await mustWork(client, {
      kind: 'decide',
      approvalRequestId: id,
      principal,
      submission: {
        chain_entry_id: client.id('ace'),
        stage_index,
        decision: 'allow',
        reason_code: 'reviewed',
        reason: '',
        input_digest: plainDigest(presented),
      },
    });
    if (world.violation !== null) return;
  }
  const issued = await mustWork(client, { kind: 'issue', approvalRequestId: id });
  const store = world.processes[0]?.context.store;
  if (!issued?.ok || store === undefined) return;
  const text = await world.lookUp(store.readAction(request.action_digest as never));
  if (text === null) return;
  const attempt = 'after the storm';
  await mustWork(client, {
    kind: 'consume',
    approvalRequestId: id,
    consumption: {
      approvalRequestId: id,
      action: JSON.parse(text),
      grant: issued.value as string,
      executor: request.audience,
      attempt,
      preconditions: request.preconditions as never,
      toolDefinitionDigest: request.tool_definition_digest as never,
    },
  });
  await mustWork(client, { kind: 'report', approvalRequestId: id, attempt, outcome: 'succeeded' });
}

async function mustWork(
  { world }: Client,
  operation: Operation,
  name?: string,
): Promise<Result<unknown> | undefined> {
  const process = world.processes.find(each => each.name === name) ?? null;
  const outcome = (await world.send(operation, process))?.outcome;
  if (outcome?.ok === true) return outcome;
  world.violation ??= new Violation(
    'AB-1',
    `all is well, and ${operation.kind} is refused with ${outcome?.refusal.code ?? 'nothing'}`,
  );
  return outcome;
}

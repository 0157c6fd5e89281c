import type { ActionBinding } from '@countersign/protocol/action';
import { mayStart, type Receipt } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import type { Consumption } from '../../consume-grant.ts';
import { executors, people, principals, wouldBeDeciders } from './cast.ts';
import type { Client, Question } from './client.ts';
import type { OperationOf, Submission } from './operation.ts';

// What people and executors do with an open question: rightly, wrongly, twice, too late, and all at once.

interface DecisionHabits {
  /** How likely a person says no. */
  readonly deny: number;
  /** How likely an ineligible or invalid attempt is. */
  readonly mischief: number;
}

/** The right people decide stage after stage, while others get in their way. */
export async function decideAll(
  client: Client,
  question: Question,
  { deny, mischief }: DecisionHabits,
): Promise<void> {
  const { random } = client;
  const { chain } = question.state;
  const meddling: Promise<unknown>[] = [];
  for (const [stage, { quorum, required }] of chain.stages.entries()) {
    if (!required && !random.chance(0.4)) continue;
    const right = rightPeople(client, question, stage);
    for (let seat = 0; seat < quorum; seat++) {
      while (random.chance(mischief)) meddling.push(client.send(misdeed(client, question, stage)));
      const principal = right[seat % right.length];
      if (principal === undefined) break;
      const decision = random.chance(deny) ? 'deny' : 'allow';
      const operation = client.decide(
        question,
        principal,
        sealed(client, question, principal, client.submission(question, stage, decision)),
      );
      const answer = await client.repeat(operation, 0.2);
      if (random.chance(mischief / 2)) meddling.push(client.send(changed(operation)));
      if (decision === 'deny' && answer?.outcome.ok) {
        // An agent that did not hear of the denial continues.
        if (random.chance(0.5)) break;
      }
    }
  }
  await Promise.all(meddling);
}

/** People who may decide the stage, in some order; each may have decided another stage already. */
function rightPeople(client: Client, { state }: Question, stage: number): Principal[] {
  const { approvers, separation, min_assurance } = state.chain.stages[stage] ?? {};
  if (separation === 'self_confirm') {
    const self = state.parties.subject ?? people.sam;
    return Object.values(principals).filter(
      who => who.kind === 'human' && who.person_id === self && who.assurance !== 'conversation',
    );
  }
  if (approvers?.identities.length) return [principals.auditService];
  const named = approvers?.roles.includes('finance')
    ? [principals.alice, principals.bob, principals.erin, principals.rita]
    : [principals.carol, principals.dave, principals.erin];
  const free = named.filter(
    who => who.kind === 'human' && who.person_id !== state.parties.requester,
  );
  const order = client.random.shuffled(free);
  return min_assurance === 'webauthn' ? order.filter(who => who !== principals.alice) : order;
}

function sealed(
  client: Client,
  question: Question,
  principal: Principal,
  submission: Submission,
): Submission {
  const stage = question.state.chain.stages[submission.stage_index];
  if (stage?.min_assurance !== 'webauthn' || principal.kind !== 'human') return submission;
  return client.signed(question, principal.person_id, submission, client.id('nonce'));
}

/** A decision that must not count. */
export function misdeed(client: Client, question: Question, stage: number): OperationOf<'decide'> {
  const { random } = client;
  const anyone = random.pick(wouldBeDeciders);
  const submission = client.submission(question, stage, random.chance(0.2) ? 'deny' : 'allow');
  switch (random.below(5)) {
    case 0: {
      const stage_index = (stage + 1) % question.state.chain.stages.length;
      const [right = anyone] = rightPeople(client, question, stage_index);
      return client.decide(question, right, { ...submission, stage_index });
    }
    case 1: {
      const input_digest = question.state.request.action_digest;
      const [right = anyone] = rightPeople(client, question, stage);
      return client.decide(question, right, { ...submission, input_digest });
    }
    case 2: {
      const self = random.pick([principals.sam, principals.aliceAtHome, principals.bobInChat]);
      return client.decide(question, self, submission);
    }
    case 3: {
      const agent = random.pick([principals.billingBot, principals.deployBot]);
      return client.decide(question, agent, { ...submission, decision: 'allow', reason: '' });
    }
    default:
      return client.decide(question, anyone, submission);
  }
}

/** The same id with other words: a conflict, from any sender. */
function changed({ approvalRequestId, submission, principal }: OperationOf<'decide'>) {
  const { assertion: _assertion, view_digest: _view, ...plain } = submission;
  const decision = submission.decision === 'allow' ? ('deny' as const) : ('allow' as const);
  return {
    kind: 'decide' as const,
    approvalRequestId,
    submission: { ...plain, decision, reason: 'on second thoughts' },
    principal,
  };
}

interface ExecutionHabits {
  readonly consumers: number;
  readonly mischief: number;
  /** A grant of something else, to try it here. */
  readonly foreignGrant?: string;
}

/** Executors race for the permission; the winner runs and reports, and some losers report too. */
export async function executeAll(
  client: Client,
  question: Question,
  habits: ExecutionHabits,
): Promise<string | null> {
  const issued = await client.insist({ kind: 'issue', approvalRequestId: question.id });
  if (!issued?.outcome.ok) return null;
  const grant = issued.outcome.value as string;
  await raceFor(client, question, grant, habits);
  return grant;
}

export async function raceFor(
  client: Client,
  question: Question,
  grant: string,
  habits: ExecutionHabits,
): Promise<void> {
  const racing = Array.from({ length: habits.consumers }, (_, index) =>
    consume(client, question, grant, habits, `try-${index + 1}`),
  );
  if (client.random.chance(0.15)) racing.push(takeBack(client, question));
  await Promise.all(racing);
}

async function consume(
  client: Client,
  question: Question,
  grant: string,
  { mischief, foreignGrant }: ExecutionHabits,
  attempt: string,
): Promise<void> {
  const { random, world } = client;
  const { proposal, id } = question;
  const right: Consumption = {
    approvalRequestId: id,
    action: question.action,
    grant,
    executor: proposal.audience,
    attempt,
    ...(proposal.preconditions === undefined ? {} : { preconditions: proposal.preconditions }),
    ...(proposal.toolDefinitionDigest === undefined
      ? {}
      : { toolDefinitionDigest: proposal.toolDefinitionDigest }),
  };
  const consumption = random.chance(mischief) ? wrong(client, right, foreignGrant) : right;
  const answer = await client.repeat({ kind: 'consume', approvalRequestId: id, consumption }, 0.15);
  const outcome = random.pick(['succeeded', 'failed', 'unknown'] as const);
  const report = { kind: 'report', approvalRequestId: id, attempt, outcome } as const;
  if (answer?.outcome.ok) {
    const { state } = answer.outcome.value as { state: { receipts: Receipt[] } };
    const [receipt] = state.receipts;
    // The executor may be busy between hearing that it may start and starting.
    if (random.chance(0.3)) await client.send({ kind: 'read', approvalRequestId: id });
    const now = answer.now();
    const heard = { attempt, replayed: false, made_here: true };
    if (receipt === undefined || !mayStart(receipt, heard, now as never).ok) return;
    world.startExecution(id, attempt, now);
    // A second worker was given the same attempt, and hears the same receipt again.
    const repeated = mayStart(receipt, { attempt, replayed: true, made_here: false }, now as never);
    if (repeated.ok) world.startExecution(id, attempt, now, { repeated: true });
    if (random.chance(0.8)) await client.repeat(report);
  } else if (random.chance(0.3)) {
    await client.send(report);
  }
  if (random.chance(0.2)) {
    const principal = random.pick([principals.olga, principals.alice, principals.billingBot]);
    const reason = 'looked it up';
    await client.send({ kind: 'reconcile', approvalRequestId: id, principal, reason });
  }
}

/** Something about it is not what was approved. */
function wrong(client: Client, right: Consumption, foreignGrant?: string): Consumption {
  const { random } = client;
  const action = right.action as ActionBinding;
  const other = (digest: string) => digest.replace(/.$/, end => (end === '0' ? '1' : '0')) as never;
  switch (random.below(7)) {
    case 0:
      return {
        ...right,
        action: { ...action, parameters: { ...action.parameters, amount: 999_999 } },
      };
    case 1:
      return { ...right, action: { ...action, target: { ...action.target, resource: 'acct-43' } } };
    case 2:
      return { ...right, executor: executors[1] };
    case 3:
      return { ...right, grant: foreignGrant ?? `${right.grant.slice(0, -6)}AAAAAA` };
    case 4:
      return { ...right, toolDefinitionDigest: other(right.toolDefinitionDigest ?? '') };
    case 5:
      return { ...right, preconditions: [] };
    default:
      return {
        ...right,
        preconditions: (right.preconditions ?? []).map(({ name, digest }) => ({
          name,
          digest: other(digest),
        })),
      };
  }
}

async function takeBack(client: Client, { id }: Question): Promise<void> {
  const principal = client.random.pick([
    principals.olga,
    principals.alice,
    principals.mallory,
    principals.billingBot,
  ]);
  await client.send({
    kind: 'revoke',
    approvalRequestId: id,
    principal,
    reason: client.random.chance(0.1) ? '' : 'changed my mind',
  });
}

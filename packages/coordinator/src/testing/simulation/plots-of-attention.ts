import type { ActionBinding } from '@countersign/protocol/action';
import type { AllowanceChoice } from '@countersign/protocol/allowance';
import { type DelegationTerms, delegationChallenge } from '@countersign/protocol/directory';
import type { OpenedRequest } from '@countersign/protocol/request';
import { decideAll, executeAll } from './approve-and-execute.ts';
import { ask, disturb } from './ask.ts';
import { assertionFor, origin, passkeys, people, principals, relyingParty } from './cast.ts';
import { actionOf } from './check-amendment.ts';
import type { Client, Question } from './client.ts';
import type { OperationOf, Submission } from './operation.ts';
import type { Plot } from './plots.ts';
import { later } from './violation.ts';
import type { Answer } from './world.ts';

// What people do besides yes and no: they change an action, allow more of its kind, lend their voice, or release it alone.

/** The question that an answer brings: an amended one, or one of the house. */
function questionOf(client: Client, answer: Answer, from: Question): Question | null {
  if (!answer?.outcome.ok) return null;
  const { state, version } = answer.outcome.value as { state: OpenedRequest; version: number };
  const action = actionOf(client.world.ledger, state.request.action_digest);
  if (action === null || state.request === undefined) return null;
  return {
    id: state.request.approval_request_id,
    action: action as unknown as ActionBinding,
    proposal: from.proposal,
    state,
    version,
  };
}

/** AM-1 to AM-9: two people change an action while others vote on it, and it is asked again meanwhile. */
export const amendments: Plot = {
  name: 'amendments',
  hasty: true,
  run: async client => {
    const { random } = client;
    const plan_id = client.id('plan');
    const inPlan = random.chance(0.3)
      ? { scope: { plan_id, step_id: null }, plan: { steps: [], recovery: [], depends_on: [] } }
      : {};
    const question = await ask(
      client,
      random.pick(['refund', 'refund', 'refund', 'credit', 'credit', 'profile']),
      {
        amendable: random.chance(0.95),
        preconditions: [],
        ...inPlan,
      },
    );
    if (question === null) return;
    const habits = { deny: 0.1, mischief: 0.1 };
    let latest = question;
    for (let change = 0; change < 4 && random.chance(0.85); change++) {
      const [amended] = await Promise.all([
        amend(client, latest),
        ...(random.chance(0.3) ? [amend(client, latest)] : []),
        ...(random.chance(0.3) ? [decideAll(client, latest, habits)] : []),
        ...(random.chance(0.2) ? [disturb(client, latest)] : []),
        // The agent asks for the original again, or for what the reviewer makes of it.
        ...(random.chance(0.3) ? [client.send(client.propose(question.action))] : []),
      ]);
      if (amended === null) break;
      latest = amended;
    }
    if (random.chance(0.3)) await client.send(client.propose(question.action));
    await decideAll(client, latest, { deny: 0.1, mischief: 0.2 });
    await executeAll(client, latest, { consumers: 2, mischief: 0.1 });
    if (latest !== question) await executeAll(client, question, { consumers: 1, mischief: 0 });
    if (random.chance(0.3)) await client.send(client.propose(question.action));
  },
};

async function amend(client: Client, question: Question): Promise<Question | null> {
  const { random } = client;
  const { amount } = question.action.parameters as { amount: number };
  const lower = [amount - 1, amount - 100, 900];
  const odd = [amount + 1, amount + 1, amount + 1, 2_000_000, -1, String(amount)];
  const parameters = {
    ...question.action.parameters,
    amount: random.pick<unknown>(random.chance(0.5) ? lower : odd),
    ...(random.chance(0.05) ? { more: 1 } : {}),
  };
  const principal = random.chance(0.8)
    ? random.pick([principals.alice, principals.bob, principals.erin])
    : random.pick([principals.sam, principals.mallory, principals.billingBot]);
  const operation = {
    kind: 'amend',
    approvalRequestId: question.id,
    principal,
    actionDigest: question.state.request.action_digest,
    parameters,
  } as const;
  return questionOf(client, await client.repeat(operation, 0.1), question);
}

/** AL-1 to AL-14: eight processes race for the last uses, while people suspend, revoke, confirm and reject. */
export const allowances: Plot = {
  name: 'allowances',
  processes: 8,
  run: async client => {
    const { random } = client;
    const plain = { toolDefinitionDigest: undefined as never, preconditions: [] };
    const one = () => ask(client, 'invoice', random.chance(0.9) ? plain : {});
    const start = await one();
    if (start === null) return;
    const stale = random.chance(0.6) ? await one() : null;
    const reject = async (): Promise<void> => {
      if (stale === null) return;
      await client.send(await signedBy(client, stale, 'dave', 'deny'));
    };
    const rejecting = random.chance(0.4) ? reject() : null;
    const allowanceId = await allow(client, start);
    if (allowanceId === null) return;
    const ends = random.below(3);
    const asked = Array.from({ length: 3 + random.below(6) }, one);
    const [questions] = await Promise.all([
      Promise.all(asked),
      ...(ends === 0 ? [end(client, allowanceId)] : []),
      ...(random.chance(0.2) ? [reject()] : []),
    ]);
    const covered = questions.flatMap(question =>
      question?.state.status === 'allowed' ? [question] : [],
    );
    await Promise.all([
      ...covered.map(question => executeAll(client, question, { consumers: 1, mischief: 0.1 })),
      ...(ends === 1 ? [end(client, allowanceId)] : []),
      ...(random.chance(0.1) ? [client.send({ kind: 'start_epoch' })] : []),
    ]);
    await rejecting;
    if (random.chance(0.3)) {
      const principal = random.pick([principals.carol, principals.alice, principals.olga]);
      const asked = { kind: 'confirm_allowance', allowanceId, principal } as const;
      await approveHouse(client, questionOf(client, await client.send(asked), start));
    }
    const [again] = covered;
    if (again !== undefined) await client.send(client.propose(again.action, plain));
    for (const question of covered) {
      await executeAll(client, question, { consumers: 1, mischief: 0 });
    }
    await one();
  },
};

/** Two or three more of the same kind, once the keeper has signed. Answers the id of the allowance. */
async function allow(client: Client, start: Question): Promise<string | null> {
  const { random } = client;
  const choice: AllowanceChoice = {
    template: [
      { path: '/amount', at_least: 2000, at_most: 5000 },
      { path: '/item', any: true },
    ],
    uses: 1 + random.below(4),
    lifetime_seconds: random.pick([120, 3600]),
    budget: null,
    rate: random.chance(0.2) ? { uses: 1, seconds: 60 } : null,
    repeat: random.chance(0.3),
  };
  const asked = {
    kind: 'ask_allowance',
    approvalRequestId: start.id,
    principal: random.pick([
      principals.carol,
      principals.carol,
      principals.olga,
      principals.billingBot,
    ]),
    choice,
  } as const;
  const house = questionOf(client, await client.insist(asked), start);
  await approveHouse(client, house);
  const { terms } = (house?.action.parameters ?? {}) as { terms?: { allowance_id: string } };
  return terms?.allowance_id ?? null;
}

/** The keeper signs, and the server carries it out: once, however often it is told to. */
async function approveHouse(client: Client, house: Question | null): Promise<void> {
  if (house === null) return;
  await client.repeat(await signedBy(client, house, 'carol', 'allow'), 0.1);
  await client.repeat({ kind: 'carry_out', approvalRequestId: house.id }, 0.3);
}

async function signedBy(
  client: Client,
  question: Question,
  who: 'carol' | 'dave',
  decision: 'allow' | 'deny',
  change: Partial<Submission> = {},
): Promise<OperationOf<'decide'>> {
  const submission = client.submission(question, 0, decision, change);
  const signed = client.signed(question, people[who], submission, client.id('nonce'));
  return client.decide(question, principals[who], signed);
}

async function end(client: Client, allowanceId: string): Promise<void> {
  const { random } = client;
  const principal = random.pick([
    principals.olga,
    principals.olga,
    principals.carol,
    principals.mallory,
  ]);
  const type = random.pick(['suspend', 'revoke'] as const);
  await client.send({ kind: 'end_allowance', allowanceId, type, principal });
}

/** DG-1 to DG-6: a delegate and a delegator decide at once, and one of them leaves before it is consumed. */
export const delegations: Plot = {
  name: 'delegations',
  hasty: true,
  staffed: true,
  run: async client => {
    const { random } = client;
    const terms = await lend(client);
    const question = await ask(client, 'stand_in', {
      ...(random.chance(0.1) ? { principal: principals.dave } : {}),
    });
    if (question === null) return;
    const delegate = () => {
      const { delegation_id, person_id } = terms;
      const submission = client.submission(question, 0, random.chance(0.05) ? 'deny' : 'allow');
      const behalf = { ...submission, on_behalf_of: { delegation_id, person_id } };
      const who = random.chance(0.9) ? principals.mallory : principals.rita;
      return client.repeat(client.decide(question, who, behalf), 0.2);
    };
    const decide = (who: 'carol' | 'dave' | 'erin') =>
      client.repeat(
        client.decide(question, principals[who], client.submission(question, 0, 'allow')),
        0.1,
      );
    await Promise.all([
      delegate(),
      ...(random.chance(0.2) ? [decide('carol')] : []),
      ...(random.chance(0.7) ? [decide(random.pick(['dave', 'erin']))] : []),
      ...(random.chance(0.1) ? [leave(client, terms)] : []),
    ]);
    if (random.chance(0.7)) await decide('erin');
    if (random.chance(0.3)) await leave(client, terms);
    await Promise.all([
      executeAll(client, question, { consumers: 2, mischief: 0 }),
      ...(random.chance(0.6) ? [leave(client, terms)] : []),
    ]);
    await executeAll(client, question, { consumers: 1, mischief: 0 });
  },
};

/** Carol lends her role to mallory, who has none, with her passkey over the terms. */
async function lend(client: Client): Promise<DelegationTerms> {
  const { random, world } = client;
  const starts = world.time.at(0);
  const terms = {
    delegation_id: client.id('dlg'),
    person_id: people.carol,
    delegate_id: people.mallory,
    roles: ['controller'],
    starts_at: starts,
    ends_at: later(starts, random.pick([60, 3600])),
  } as unknown as DelegationTerms;
  const passkey = passkeys.find(({ registered }) => registered.person_id === people.carol);
  if (passkey === undefined) return terms;
  const store_id = client.storeId as never;
  const challenge = delegationChallenge({ ...terms, store_id, epoch: world.ledger.epoch });
  const site = { origin, rp_id: relyingParty };
  const { public_key } = passkey.registered;
  const assertion = { public_key, ...site, response: assertionFor(passkey, challenge) };
  const made = { type: 'make_delegation', terms, assertion, store_id, site } as const;
  await client.insist({
    kind: 'change_directory',
    changes: [made as never],
    principal: principals.carol,
  });
  return terms;
}

/** Someone on whom the decision rests leaves, loses the role, or revokes the delegation. */
async function leave(client: Client, { delegation_id }: DelegationTerms): Promise<void> {
  const { random } = client;
  const change = random.pick([
    { type: 'change_person', person_id: people.mallory, active: false },
    { type: 'change_person', person_id: people.carol, active: false },
    { type: 'change_person', person_id: people.carol, roles: [] },
    { type: 'change_person', person_id: people.erin, active: false },
    { type: 'revoke_delegation', delegation_id, reason: 'back' },
    { type: 'revoke_delegation', delegation_id, reason: 'back' },
    { type: 'revoke_delegation', delegation_id, reason: 'back' },
  ] as const);
  const principal = principals.olga;
  await client.send({ kind: 'change_directory', changes: [change], principal });
}

/** BG-1 to BG-3: one person releases an action while others decide it, and processes die and come back. */
export const releases: Plot = {
  name: 'releases',
  staffed: true,
  restarts: true,
  run: async client => {
    const { random } = client;
    const question = await ask(client, random.chance(0.9) ? 'reboot' : 'stand_in', {
      ...(random.chance(0.1) ? { principal: principals.carol } : {}),
    });
    if (question === null) return;
    const denied = random.chance(0.4);
    const decide = (decision: 'allow' | 'deny') =>
      client.send(
        client.decide(question, principals.alice, {
          ...client.submission(question, 0, decision),
          reason_code: 'reviewed',
        }),
      );
    if (denied && random.chance(0.6)) await decide('deny');
    await Promise.all([
      release(client, question),
      ...(denied ? [decide('deny')] : []),
      ...(random.chance(0.1) ? [decide('allow')] : []),
    ]);
    if (denied) {
      const nextRoundOf = { approvalRequestId: question.id, change: 'it got worse' };
      const next = await client.open(
        client.propose(client.action('reboot', 4000), { nextRoundOf }),
      );
      if (next !== null) {
        await release(client, next);
        await executeAll(client, next, { consumers: 1, mischief: 0 });
      }
    }
    await Promise.all([
      executeAll(client, question, { consumers: 2, mischief: 0.1 }),
      review(client, question),
      ...(random.chance(0.3) ? [loseRole(client)] : []),
    ]);
    await executeAll(client, question, { consumers: 1, mischief: 0 });
    await Promise.all([review(client, question), review(client, question)]);
  },
};

async function release(client: Client, question: Question): Promise<void> {
  const { random } = client;
  const who = random.pick(['carol', 'carol', 'dave'] as const);
  const reason = random.chance(0.9) ? 'all pods hang' : '';
  const operation = await signedBy(client, question, who, 'allow', {
    break_glass: 'outage',
    reason,
  });
  await client.repeat(operation, 0.3);
}

async function review(client: Client, { id }: Question): Promise<void> {
  const principal = client.random.pick([
    principals.olga,
    principals.olga,
    principals.carol,
    principals.mallory,
    principals.billingBot,
  ]);
  await client.repeat({ kind: 'review', approvalRequestId: id, principal }, 0.2);
}

async function loseRole(client: Client): Promise<void> {
  const change = { type: 'change_person', person_id: people.carol, roles: ['finance'] } as const;
  const principal = principals.olga;
  await client.send({ kind: 'change_directory', changes: [change], principal });
}

import { sha256 } from '@countersign/protocol/crypto';
import type { Timestamp } from '@countersign/protocol/value';
import { samplePeople } from '../sample-ports.ts';
import { decideAll, executeAll, raceFor } from './approve-and-execute.ts';
import { ask } from './ask.ts';
import { policyVersions, principals } from './cast.ts';
import type { Plot } from './plots.ts';
import { later } from './violation.ts';

// What a question belongs to: plans that it stops, sessions that are halted, signals that confirm.

/** GT-3, GT-4: steps of a plan, while one of them waits for people. */
export const plans: Plot = {
  name: 'plans',
  run: async client => {
    const { random } = client;
    const plan_id = client.id('plan');
    const steps = [
      { step_id: 'one', depends_on: [] },
      { step_id: 'two', depends_on: ['one'] },
      { step_id: 'three', depends_on: ['two'] },
      { step_id: 'apart', depends_on: [] },
      { step_id: 'repair', depends_on: [] },
    ];
    const recovery = random.chance(0.4) ? ['repair'] : [];
    const inPlan = (step_id: string | null) => ({
      scope: { plan_id, step_id },
      plan: {
        steps,
        recovery,
        depends_on: steps.find(step => step.step_id === step_id)?.depends_on ?? [],
      },
    });
    const step = () => random.pick(['one', 'two', 'three', 'apart', 'repair', null]);
    const small = () => client.send(client.propose(client.action('profile', 50), inPlan(step())));
    const question = await ask(client, 'profile', inPlan(random.pick(['one', 'apart'])));
    if (question === null) return;
    const asides: Promise<unknown>[] = [small()];
    if (random.chance(0.5)) asides.push(ask(client, 'profile', inPlan(step())));
    if (random.chance(0.3))
      asides.push(client.open(client.propose(question.action, inPlan('one'))));
    await decideAll(client, question, { deny: 0.3, mischief: 0 });
    asides.push(small());
    if (random.chance(0.3)) {
      const nextRoundOf = { approvalRequestId: question.id, change: 'a smaller amount' };
      const little = client.action('profile', 50);
      await client.send(client.propose(little, { ...inPlan(step()), nextRoundOf }));
      const action = random.chance(0.7) ? client.action('profile', 4000) : question.action;
      const next = { ...inPlan(random.pick(['one', 'apart'])), nextRoundOf };
      const round = await client.open(client.propose(action, next));
      if (round !== null) await decideAll(client, round, { deny: 0.2, mischief: 0 });
      asides.push(small());
    }
    const command = random.pick([
      { type: 'abort', reason: 'by hand' },
      { type: 'complete' },
      { type: 'recover', reason: 'by hand', steps: ['repair'] },
      { type: 'resume', blocker: question.id },
      null,
      null,
    ] as const);
    const issued = await client.insist({ kind: 'issue', approvalRequestId: question.id });
    if (command !== null) asides.push(client.send({ kind: 'plan', planId: plan_id, command }));
    if (random.chance(0.4)) asides.push(ask(client, 'profile', inPlan(null)));
    if (issued?.outcome.ok) {
      const habits = { consumers: 2, mischief: 0 };
      await raceFor(client, question, issued.outcome.value as string, habits);
    }
    asides.push(small());
    await Promise.all(asides);
    await small();
  },
};

/** GT-9: a session that is halted. */
export const holds: Plot = {
  name: 'holds',
  run: async client => {
    const { random, world } = client;
    const session_id = client.id('session');
    const plan_id = random.chance(0.5) ? client.id('plan') : null;
    const scope = { session_id, ...(plan_id === null ? {} : { plan_id, step_id: 'one' }) };
    const small = () => client.send(client.propose(client.action('profile', 50), { scope }));
    const holdId = client.id('hold');
    // Half of them are of form 2, which names the people who answer.
    const admits = random.chance(0.5) ? { identities: [samplePeople.alice], roles: [] } : undefined;
    const conversation_id = client.id('conversation');
    const later_session = client.id('session');
    const join = (name: string) =>
      client.send({
        kind: 'join',
        joining: { agent_id: 'billing-bot', conversation_id, session_id: name },
      });
    const place = (hold_id: string) => {
      const placed_at = world.time.at(0);
      return client.insist({
        kind: 'place_hold',
        hold: {
          hold_id: hold_id as never,
          session_id,
          agent_id: 'billing-bot',
          plan_id,
          message_digest: sha256('I will delete everything'),
          intent: {
            confirmation_required: true,
            risk_level: 'high',
            action_type: 'delete',
            scope: {
              records: null,
              type: null,
              amount: null,
              currency: null,
              environment: null,
              path: null,
              branch: null,
            },
          },
          placed_at,
          expires_at: later(placed_at, random.pick([15, 600])) as Timestamp,
          ...(admits === undefined ? {} : { admits }),
        },
      });
    };
    if (random.chance(0.4)) await join(session_id);
    const question = await ask(client, 'profile', { scope });
    if (question !== null) await decideAll(client, question, { deny: 0.05, mischief: 0 });
    const approvalRequestId = question?.id ?? '';
    const issued = await client.insist({ kind: 'issue', approvalRequestId });
    const habits = { consumers: 3, mischief: 0 };
    await Promise.all([
      place(holdId),
      random.chance(0.3) ? place(client.id('hold')) : null,
      random.chance(0.5) ? join(later_session) : null,
      random.chance(0.5) ? ask(client, 'profile', { scope }) : null,
      question !== null && issued?.outcome.ok
        ? raceFor(client, question, issued.outcome.value as string, habits)
        : null,
    ]);
    const inLater = { scope: { ...scope, session_id: later_session } };
    await Promise.all([
      small(),
      random.chance(0.5) ? ask(client, 'profile', { scope }) : null,
      random.chance(0.5) ? join(session_id) : null,
      random.chance(0.5) ? ask(client, 'profile', inLater) : null,
    ]);
    const answer = (): Promise<unknown> => {
      const principal = random.pick([
        principals.alice,
        principals.mallory,
        principals.billingBot,
        principals.auditService,
      ]);
      const choice = random.pick(['Proceed', 'Proceed', 'Cancel', 'yes', 'proceed', true]);
      return client.send({ kind: 'answer_hold', holdId, choice, principal });
    };
    const expire = () => client.send({ kind: 'expire_hold', holdId });
    if (random.chance(0.3)) await expire();
    await Promise.all([answer(), answer(), random.chance(0.4) ? expire() : null]);
    await answer();
    await Promise.all([small(), ask(client, 'profile', { scope })]);
    if (question !== null) await executeAll(client, question, { consumers: 1, mischief: 0 });
  },
};

/** EV-3: a confirmation signal that many want to use. */
export const evidence: Plot = {
  name: 'evidence',
  hasty: true,
  run: async client => {
    const { random, world } = client;
    const evidence_id = client.id('ev');
    const fingerprint = {
      action_kind: 'destructive',
      tool_name: 'purge',
      path: '/data',
      scope: null,
      payload_hash: sha256('payload'),
    } as const;
    const created_at = world.time.at(-1000);
    const envelope = {
      evidence_id: evidence_id as never,
      fingerprint,
      origin: 'runtime_ui_confirm',
      created_at,
      expires_at: later(created_at, random.pick([30, 600])) as Timestamp,
      consumed_at: null,
      dispatch_allowed: false,
      can_override_monitor_block: false,
      authorization: 'none',
    } as const;
    await client.repeat({ kind: 'record_evidence', envelope });
    const use = (): Promise<unknown> => {
      const wrong = random.chance(0.25) ? { path: random.pick(['/data2', '/']) } : {};
      const confirmed = { ...fingerprint, ...wrong };
      return client.send({ kind: 'use_evidence', evidenceId: evidence_id, fingerprint: confirmed });
    };
    await Promise.all(Array.from({ length: 1 + random.below(3) }, use));
    await use();
    await use();
  },
};

/** GT-1, CH-7, AB-6: policies that come into force here and are not yet known there. */
export const policies: Plot = {
  name: 'policies',
  edits: true,
  run: async client => {
    const { random, world } = client;
    const small = () => {
      const amount = random.pick([50, 500, 1500]);
      return client.send(client.propose(client.action('profile', amount)));
    };
    const edit = () => {
      const process = random.pick(world.processes);
      process.policies.load(random.pick(policyVersions));
      return world.send({ kind: 'activate' }, process);
    };
    const question = await ask(client, 'profile');
    await small();
    await Promise.all([edit(), random.chance(0.5) ? edit() : null, small()]);
    world.time.advance(random.pick([0, 999, 1000, 2000]));
    await Promise.all([small(), small()]);
    if (question === null) return;
    await Promise.all([
      decideAll(client, question, { deny: 0, mischief: 0 }),
      random.chance(0.3) ? edit() : null,
    ]);
    await Promise.all([
      executeAll(client, question, { consumers: 2, mischief: 0 }),
      random.chance(0.3) ? edit() : null,
    ]);
    await client.send({ kind: 'cancel_overtaken' });
  },
};

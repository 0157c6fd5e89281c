import { decideAll, executeAll, misdeed, raceFor } from './approve-and-execute.ts';
import { ask, disturb } from './ask.ts';
import { people, principals, type Tool, tools } from './cast.ts';
import type { Question } from './client.ts';
import type { Plot } from './plots.ts';

// The lives of single questions: people who decide them, executors who race for them, clocks that end them.

const plain: readonly Tool[] = tools.filter(tool => tool !== 'vault');

export const approvals: Plot = {
  name: 'approvals',
  run: async client => {
    const { random } = client;
    const question = await ask(client, random.pick(plain), {
      ...(random.chance(0.2) ? { principal: principals.rita } : {}),
    });
    if (question === null) return;
    const habits = { deny: 0.08, mischief: 0.35 };
    const disturbing = random.chance(0.4) ? disturb(client, question) : null;
    await decideAll(client, question, habits);
    await executeAll(client, question, { consumers: 1 + random.below(2), mischief: 0.3 });
    await disturbing;
  },
};

export const races: Plot = {
  name: 'races',
  run: async client => {
    const { random } = client;
    const question = await ask(client, random.pick(['payroll', 'profile']));
    if (question === null) return;
    // Two groups decide the same question at once, and neither knows of the other.
    const habits = { deny: 0.1, mischief: 0.1 };
    await Promise.all([
      decideAll(client, question, habits),
      ...(random.chance(0.3) ? [decideAll(client, question, habits)] : []),
      ...(random.chance(0.3) ? [disturb(client, question)] : []),
    ]);
    await executeAll(client, question, { consumers: 2 + random.below(3), mischief: 0.1 });
    if (random.chance(0.3)) await client.send({ kind: 'expire', approvalRequestId: question.id });
  },
};

export const deadlines: Plot = {
  name: 'deadlines',
  hasty: true,
  run: async client => {
    const { random } = client;
    const question = await ask(client, 'profile');
    if (question === null) return;
    const watch = async (): Promise<void> => {
      for (let look = 0; look < 5; look++) {
        await client.send({ kind: 'expire', approvalRequestId: question.id });
        if (random.chance(0.3)) await client.send({ kind: 'expire_due' });
      }
    };
    const watching = watch();
    if (random.chance(0.3)) await watching;
    await decideAll(client, question, { deny: 0.05, mischief: 0 });
    await executeAll(client, question, { consumers: 2, mischief: 0 });
    await watching;
  },
};

/** Permissions that are not for this: two questions, and the grant of one tried on the other. */
export const swappedGrants: Plot = {
  name: 'swapped grants',
  run: async client => {
    const { random } = client;
    const tool = random.pick<Tool>(['profile', 'payroll']);
    const first = await ask(client, tool);
    const second = await ask(client, tool);
    if (first === null || second === null) return;
    const habits = { deny: 0, mischief: 0 };
    await Promise.all([decideAll(client, first, habits), decideAll(client, second, habits)]);
    const issued = await client.insist({ kind: 'issue', approvalRequestId: first.id });
    const foreignGrant = issued?.outcome.ok ? (issued.outcome.value as string) : 'none';
    await executeAll(client, second, { consumers: 3, mischief: 0.7, foreignGrant });
    if (random.chance(0.2)) {
      await client.send({ kind: 'start_epoch' });
      if (random.chance(0.3)) await client.send({ kind: 'void_epochs' });
    }
    if (issued?.outcome.ok)
      await raceFor(client, first, foreignGrant, { consumers: 1, mischief: 0 });
    await executeAll(client, first, { consumers: 2, mischief: 0.2 });
  },
};

/** SU-2: decisions signed by passkeys, and nonces that come back. */
export const signedDecisions: Plot = {
  name: 'signed decisions',
  run: async client => {
    const { random } = client;
    const [first, second] = await Promise.all([ask(client, 'vault'), ask(client, 'vault')]);
    const nonce = client.id('nonce');
    const decide = async (question: Question | null, person: keyof typeof people) => {
      if (question === null) return;
      const principal = principals[person as 'carol'];
      const submission = client.submission(question, 0, 'allow');
      const signed = client.signed(question, people[person], submission, nonce);
      await client.repeat(client.decide(question, principal, signed), 0.1);
    };
    await Promise.all([
      decide(first, 'carol'),
      decide(random.pick([first, second]), random.pick(['carol', 'dave', 'alice'])),
    ]);
    const habits = { deny: 0, mischief: 0.1 };
    if (first !== null && random.chance(0.5)) await decideAll(client, first, habits);
    if (second !== null && random.chance(0.5)) await decideAll(client, second, habits);
    for (const question of [first, second]) {
      if (question === null) continue;
      const running = executeAll(client, question, { consumers: 1, mischief: 0.1 });
      if (random.chance(0.3)) await client.send({ kind: 'start_epoch' });
      await running;
    }
  },
};

/** EV-10: a life of the store that ends while questions are open, and executors who all come at once. */
export const lives: Plot = {
  name: 'lives',
  run: async client => {
    const { random } = client;
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask(client, 'profile')));
    const questions = asked.filter(question => question !== null);
    const ending = random.chance(0.25) ? client.send({ kind: 'start_epoch' }) : null;
    const habits = { deny: 0, mischief: 0 };
    await Promise.all(questions.map(question => decideAll(client, question, habits)));
    await ending;
    if (random.chance(0.2)) await client.send({ kind: 'void_epochs' });
    await Promise.all(
      questions.map(question => executeAll(client, question, { consumers: 1, mischief: 0 })),
    );
  },
};

/** All who may not decide try to, before those who may. */
export const intruders: Plot = {
  name: 'intruders',
  run: async client => {
    const { random } = client;
    const question = await ask(client, random.pick(plain), {
      ...(random.chance(0.2) ? { principal: principals.rita } : {}),
    });
    if (question === null) return;
    const stages = question.state.chain.stages.length;
    for (let tries = 0; tries < 5; tries++) {
      await client.send(misdeed(client, question, random.below(stages)));
    }
    await decideAll(client, question, { deny: 0, mischief: 0.4 });
    await executeAll(client, question, { consumers: 1, mischief: 0.5 });
  },
};

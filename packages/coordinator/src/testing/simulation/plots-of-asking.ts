import { decideAll, executeAll } from './approve-and-execute.ts';
import { ask, disturb } from './ask.ts';
import { people, principals } from './cast.ts';
import type { Question } from './client.ts';
import type { Plot } from './plots.ts';

// How often, and how soon again, something may be asked at all.

/** SU-5, SU-7: the same question many times over, from everywhere. */
export const sameQuestion: Plot = {
  name: 'same question',
  run: async client => {
    const { random } = client;
    const action = client.action('profile', 5000, { subject_id: random.pick([null, people.sam]) });
    const other = client.action('profile', 5000);
    const keys = [client.id('key'), client.id('key')];
    const asking = Array.from({ length: 3 + random.below(3) }, () => {
      const idempotencyKey = random.pick([undefined, ...keys]);
      return client.open(
        client.propose(random.chance(0.75) ? action : other, {
          principal: random.pick([principals.billingBot, principals.billingBot, principals.hrBot]),
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        }),
        0.3,
      );
    });
    const questions = await Promise.all(asking);
    const question = questions.find(each => each !== null);
    if (question == null) return;
    await Promise.all([
      decideAll(client, question, { deny: 0.2, mischief: 0 }),
      client.open(client.propose(question.action)),
    ]);
    await executeAll(client, question, { consumers: 1, mischief: 0 });
    await client.open(client.propose(action, { idempotencyKey: random.pick(keys) }));
  },
};

/** GT-8: more questions than an agent may ask. */
export const flood: Plot = {
  name: 'flood',
  settings: { requestsPerWindow: 3 },
  run: async client => {
    const { random } = client;
    const one = () => client.open(client.propose(client.action('profile', 5000)), 0.1);
    await Promise.all(Array.from({ length: 3 + random.below(3) }, one));
    await Promise.all(Array.from({ length: 1 + random.below(3) }, one));
    await client.send({ kind: 'inbox' });
  },
};

/** GT-5 and the rounds: what was denied is asked again, properly and improperly. */
export const askAgain: Plot = {
  name: 'ask again',
  settings: { roundsMax: 2 },
  run: async client => {
    const { random } = client;
    let question = await ask(client, 'profile');
    if (question === null) return;
    const { action } = question;
    for (let round = 1; round <= 3; round++) {
      const current: Question = question;
      if (random.chance(0.75)) await decideAll(client, current, { deny: 0.9, mischief: 0 });
      else await disturb(client, current);
      const fresh = client.propose(action, { principal: principals.billingBot });
      const change = random.chance(0.1) ? ' ' : 'a smaller amount';
      const next = client.propose(random.chance(0.8) ? action : client.action('profile', 6000), {
        nextRoundOf: { approvalRequestId: current.id, change },
      });
      const [again, further] = await Promise.all([
        random.chance(0.5) ? client.open(fresh) : null,
        random.chance(0.8) ? client.open(next, 0.3) : null,
      ]);
      if (further === null && again === null) break;
      question = further ?? again ?? current;
      if (random.chance(0.3)) {
        const reason = 'withdrawn';
        const principal = principals.billingBot;
        await client.insist({ kind: 'cancel', approvalRequestId: question.id, principal, reason });
        await client.open(fresh);
      }
    }
  },
};

/** AB-1: what needs no approval is recorded before, or soon after, it is answered. */
export const smallThings: Plot = {
  name: 'small things',
  run: async client => {
    const { random } = client;
    const one = () => {
      const amount = random.pick([50, 500, 1500, 2_000_000]);
      return client.send(client.propose(client.action('wire_transfer', amount)));
    };
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all(Array.from({ length: 1 + random.below(3) }, one));
      if (random.chance(0.3)) await client.send({ kind: 'flush' });
    }
  },
};

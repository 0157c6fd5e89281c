import { decideAll, executeAll } from './approve-and-execute.ts';
import { ask, disturb } from './ask.ts';
import { people, principals } from './cast.ts';
import { signedBatch } from './client.ts';
import type { Plot } from './plots.ts';
import { allowances, amendments, delegations, releases } from './plots-of-attention.ts';

/** ES-1: those who join later try before, at and after their time, while the first list may decide all along. */
const escalations: Plot = {
  name: 'escalations',
  hasty: true,
  run: async client => {
    const { random } = client;
    const question = await ask(client, 'page');
    if (question === null) return;
    const later = [principals.carol, principals.dave, principals.carol, principals.dave];
    for (const who of later) {
      const submission = client.submission(question, 0, random.chance(0.1) ? 'deny' : 'allow');
      await client.repeat(client.decide(question, who, submission), 0.1);
      if (random.chance(0.3)) await client.send({ kind: 'expire_due' });
    }
    if (random.chance(0.3)) await decideAll(client, question, { deny: 0.2, mischief: 0.2 });
    await executeAll(client, question, { consumers: 2, mischief: 0.1 });
    if (random.chance(0.3)) return;
    await client.send({ kind: 'expire', approvalRequestId: question.id });
    const again = await client.open(
      client.propose(question.action, {
        ...question.proposal,
        idempotencyKey: client.id('key'),
        nextRoundOf: { approvalRequestId: question.id, change: 'no one answered' },
      }),
    );
    if (again === null) return;
    // The delay has passed since the first round: those who joined it may decide at once.
    await client.repeat(
      client.decide(again, principals.carol, client.submission(again, 0, 'allow')),
    );
    await executeAll(client, again, { consumers: 1, mischief: 0 });
  },
};

/** BA-1, BA-2: two keepers sign the same rows with one touch each, while a row ends or is decided alone. */
const batches: Plot = {
  name: 'batches',
  run: async client => {
    const { random } = client;
    const asked = await Promise.all([1, 2, 3].map(() => ask(client, 'vault')));
    const questions = asked.filter(question => question !== null);
    if (questions.length < 2) return;
    const decide = async (who: 'carol' | 'dave'): Promise<void> => {
      const nonce = client.id('nonce');
      const rows = signedBatch(client, questions, people[who], nonce);
      const sent = random.chance(0.15) ? rows.slice(1) : rows;
      await client.repeat({ kind: 'batch', rows: sent, principal: principals[who] }, 0.2);
      const [row] = rows;
      // What was signed together counts for no row alone.
      if (row !== undefined && random.chance(0.3)) {
        await client.send({ kind: 'decide', ...row, principal: principals[who] });
      }
    };
    const [first] = questions;
    await Promise.all([
      decide('carol'),
      decide('dave'),
      ...(first !== undefined && random.chance(0.4) ? [disturb(client, first)] : []),
    ]);
    for (const question of questions) {
      await executeAll(client, question, { consumers: 2, mischief: 0.1 });
    }
  },
};

/** Stories about what came after the first release of the simulator. */
export const laterPlots: readonly Plot[] = [
  escalations,
  batches,
  amendments,
  allowances,
  delegations,
  releases,
];

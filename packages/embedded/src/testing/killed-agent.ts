// A program of its own: an agent with an embedded gate, which is killed by its parent at the moment it names. It says
// what it is about to do, one line for each step, and waits to be killed where it was told to stop.
import { appendFileSync } from 'node:fs';
import { NotAllowed } from '@countersign/client';
import { embed } from '../embed.ts';

const [data = '', policyText = '', effects = '', stopAt = ''] = process.argv.slice(2);

/** Where this process may be killed. */
function reach(step: string): Promise<void> | void {
  if (step !== stopAt) return;
  process.send?.({ reached: step });
  // Kept alive by the timer, and by nothing that could end it.
  return new Promise(() => setInterval(() => undefined, 1000));
}

await reach('started');
const gate = await embed({
  data,
  policy: [{ name: 'policy.yaml', text: policyText, layer: 'operator' }],
  agent: 'billing-bot',
  decider: {
    person: { name: 'Ada', roles: ['reviewer'] },
    decide: async () => {
      await reach('asked');
      return { decision: 'allow' };
    },
  },
});
await reach('opened');
const action = { target: { tool_name: 'pay' }, parameters: { invoice: 7 } };
try {
  const ticket = await gate.request(action);
  await reach('requested');
  await ticket.wait({ timeout: 60_000 });
  await reach('allowed');
  await gate.execute(
    ticket,
    action,
    async () => {
      await reach('consumed');
      appendFileSync(effects, 'paid\n');
      await reach('effect');
      return { paid: true };
    },
    {
      preconditions: async () => {
        await reach('granted');
        return [];
      },
    },
  );
  await reach('reported');
  await gate.close();
  await reach('closed');
  process.send?.({ outcome: 'succeeded' });
} catch (error) {
  if (!(error instanceof NotAllowed)) throw error;
  process.send?.({ outcome: error.outcome });
  await gate.close();
}
process.disconnect?.();

// The agent: a program of its own that asks, waits, pays and prints the outcome. It keeps no state. Each run starts at the
// top, and the gate finds the same ticket again. A test names the moment at which the agent is killed, as by a power cut.
import { appendFileSync } from 'node:fs';
import { connect, NotAllowed } from '@countersign/client';

const [url = '', ledger = '', invoice = '7', killedAt = ''] = process.argv.slice(2);
const key = process.env['COUNTERSIGN_KEY'] ?? '';

function reach(moment: string): void {
  if (moment === killedAt) process.kill(process.pid, 'SIGKILL');
}

const gate = await connect({
  url,
  key,
  agent: 'billing-bot',
  // What lies inside of the gate has its moments too: between one call to the server and the next.
  fetch: async (to, init) => {
    const call = new URL(to).pathname.split('/').at(-1);
    if (call === 'report') reach('paid');
    const answer = await fetch(to, init);
    if (call === 'events') {
      process.send?.({ waiting: true });
      reach('waiting');
    }
    if (call === 'grant') reach('grant fetched');
    if (call === 'consume') reach('consumed');
    if (call === 'report') reach('reported');
    return answer;
  },
});

const action = {
  target: { tool_name: 'pay', resource: 'acct-42' },
  parameters: { invoice: Number(invoice), amount: 4200 },
};
try {
  reach('not asked');
  const ticket = await gate.request(action);
  process.send?.({ ticket: ticket.id });
  reach('asked');
  await ticket.wait({ timeout: 30_000 });
  reach('decided');
  await gate.execute(ticket, action, () => {
    reach('about to pay');
    appendFileSync(ledger, 'took 4200 from acct-42\n');
    reach('half paid');
    appendFileSync(ledger, `gave 4200 for invoice ${invoice}\n`);
  });
  process.send?.({ outcome: 'paid' });
} catch (error) {
  if (!(error instanceof NotAllowed)) throw error;
  process.send?.({ outcome: error.outcome });
}
process.disconnect?.();

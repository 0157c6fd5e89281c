// Plays the first turn of a framework in a process of its own. The process prints how the turn ended and then waits to be
// killed, so that nothing of it is left but what it printed.
import './without-source.ts';
import { appendFileSync } from 'node:fs';
import { type AgentAccess, openGate } from '../testing/adapter-world.ts';
import type { Driver, ScriptedCall } from './driver.ts';

export interface TurnOrder {
  readonly driver: string;
  readonly access: AgentAccess;
  readonly session: string;
  readonly calls: readonly ScriptedCall[];
  /** Each run of a tool appends a line. */
  readonly ledger: string;
}

const order = JSON.parse(process.argv[2] ?? '') as TurnOrder;
const { driver } = (await import(order.driver)) as { driver: Driver };
const setup = {
  gate: await openGate(order.access),
  session: order.session,
  mode: 'suspend' as const,
  calls: order.calls,
  effect: (tool: string, { amount }: { readonly amount: number }) => {
    appendFileSync(order.ledger, `${tool} ${amount}\n`);
    return 'paid';
  },
};
const end = await driver.start(setup);
process.stdout.write(`${JSON.stringify(end)}\n`);
process.stdin.resume();

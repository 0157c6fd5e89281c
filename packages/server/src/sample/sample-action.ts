import type { JsonObject } from '@countersign/protocol/json';
import { authenticated, type Principal } from '@countersign/protocol/value';

/** The agent that a server brings along, so that there is something to decide in the first minute. */
export const sampleAgentId = 'demo-agent';
/** Who runs what it proposes. Nothing of it leaves the machine. */
export const sampleExecutor = 'sample-executor';

/** Its own space of names: no registered credential and no token can have this name. */
export const samplePrincipalId = `sample:${sampleAgentId}`;

/** As any agent it can propose, and decide nothing. */
export function samplePrincipal(): Principal {
  return authenticated({ kind: 'agent', principal_id: samplePrincipalId, roles: [] });
}

const firstInvoice = 20_931;

/** The invoice that a sample action pays, by its number. Each is an occasion of its own. */
export function sampleInvoice(count: number): string {
  return `INV-${firstInvoice + count}`;
}

/** A wire to a supplier whose bank details changed this morning, as agents propose them. */
export function sampleAction(invoice: string): JsonObject {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: sampleAgentId,
    subject_id: null,
    target: {
      tool_name: 'payments.wire',
      tool_schema_version: '3',
      resource: 'bank-gateway',
    },
    parameters: {
      amount: '4200.00',
      currency: 'USD',
      to: {
        name: 'Nordvik Paper AB',
        iban: 'SE35 5000 0000 0549 1000 0003',
        country: 'Sweden',
      },
      from: 'operating-usd / 4471',
      reference: `${invoice} October paper stock`,
    },
  };
}

export function sampleReasoning(invoice: string): string {
  return `Invoice ${invoice} is due today. Nordvik sent new bank details by e-mail this morning, so I updated the account before paying.`;
}

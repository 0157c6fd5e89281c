// The gate of the examples: in one process, with a policy that asks about everything, and a person who approves when
// the example says so. An application uses `connect()` with the address and the key of its server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate } from '@countersign/client';
import { embedForTests, simulatedApprover } from '@countersign/embedded/testing';

const text = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] } }] }
`;

interface ExampleGate {
  readonly gate: Gate;
  /** A person approves everything that waits. */
  approve(): Promise<void>;
  close(): Promise<void>;
}

export async function exampleGate(agent: string): Promise<ExampleGate> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
  const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text }];
  const gate = await embedForTests({ data: join(folder, 'data'), policy, agent });
  let approves = false;
  const approver = await simulatedApprover(gate, {
    people: [{ name: 'Ada', roles: ['lead'] }],
    decide: () => (approves ? 'allow' : null),
  });
  return {
    gate,
    approve: () => {
      approves = true;
      return approver.settle();
    },
    close: async () => {
      approver.stop();
      await gate.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

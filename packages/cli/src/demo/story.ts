import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ActionInput, NotAllowed, type Ticket } from '@countersign/client';
import { readRequest } from '@countersign/coordinator';
import type { EmbeddedGate } from '@countersign/embedded';
import { embedForTests, simulatedApprover } from '@countersign/embedded/testing';
import type { OpenedRequest } from '@countersign/protocol/request';
import { demoPolicy } from './demo-policy.ts';
import { exportEvidence, judgeEvidence } from './evidence.ts';

/** One part of the story: what happens, and whether it came out as promised. */
export interface Scene {
  readonly id: string;
  readonly title: string;
  readonly happens: readonly string[];
  readonly checks: readonly Check[];
}

export interface Check {
  readonly claim: string;
  readonly held: boolean;
}

const agent = 'billing-bot';
const wire = {
  target: { tool_name: 'payments.wire', resource: 'SE35 5000 0000 0549 1000 0003' },
  parameters: {
    amount: '4200.00',
    currency: 'USD',
    to: 'Nordvik Paper AB',
    reference: 'INV-20931 October paper stock',
  },
} satisfies ActionInput;
const altered = { ...wire, parameters: { ...wire.parameters, amount: '42000.00' } };

/** Who plays: the gate of the agent, two simulated people, and a bank that counts. */
class Stage {
  readonly gate: EmbeddedGate;
  readonly approver: Awaited<ReturnType<typeof simulatedApprover>>;
  readonly #approving: Set<string>;
  transfers = 0;

  constructor(gate: EmbeddedGate, approver: Stage['approver'], approving: Set<string>) {
    this.gate = gate;
    this.approver = approver;
    this.#approving = approving;
  }

  static async open(data: string): Promise<Stage> {
    const gate = await embedForTests({
      data,
      policy: [{ name: 'policy.yaml', text: demoPolicy, layer: 'operator' }],
      agent,
    });
    const approving = new Set<string>();
    const approver = await simulatedApprover(gate, {
      people: ['Ada', 'Grace'].map(name => ({ name, roles: ['finance'] })),
      decide: ({ approver: name }) => (approving.has(name) ? 'allow' : null),
    });
    return new Stage(gate, approver, approving);
  }

  readonly pay = (): { readonly paid: string } => {
    this.transfers += 1;
    return { paid: wire.parameters.amount };
  };

  /** From now on only these people approve. They have looked at the open requests. */
  async approveAs(...names: readonly string[]): Promise<void> {
    this.#approving.clear();
    for (const name of names) this.#approving.add(name);
    await this.approver.settle();
  }

  async read(ticket: Ticket): Promise<OpenedRequest> {
    const found = await readRequest(this.gate.context, ticket.id);
    if (!found.ok) throw new Error(found.refusal.code);
    return found.value.state;
  }

  /** The code of the refusal; null where it ran. */
  async tryToRun(ticket: Ticket, action: ActionInput): Promise<string | null> {
    try {
      await this.gate.execute(ticket, action, this.pay);
      return null;
    } catch (error) {
      if (error instanceof NotAllowed) return error.code;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.approver.stop();
    await this.gate.close();
  }
}

/** Plays the story on a store of its own in `folder`. Each scene is handed over once it is over. */
export async function* playStory(folder: string): AsyncGenerator<Scene, void, undefined> {
  const data = join(folder, 'data');
  const stage = await Stage.open(data);
  let isOpen = true;
  try {
    const ticket = await stage.gate.request(wire);
    yield await held(stage, ticket);
    yield await approved(stage, ticket);
    yield await ran(stage, ticket);
    yield await replayed(stage, ticket);
    yield await changed(stage);
    const evidence = await exportEvidence(stage.gate.context, ticket.id, `${data}-keys`);
    isOpen = false;
    await stage.close();
    // From here on there is nothing left to ask: no store, no private key, no server.
    rmSync(folder, { recursive: true, force: true });
    yield judgeEvidence(evidence, wire.parameters.amount);
  } finally {
    if (isOpen) await stage.close();
  }
}

async function held(stage: Stage, ticket: Ticket): Promise<Scene> {
  const { request } = await stage.read(ticket);
  return {
    id: 'held',
    title: 'A risky action is held',
    happens: [
      `${agent} wants to wire 4,200.00 USD to Nordvik Paper AB.`,
      `Policy stops it: ${request.reason}`,
      'Two people of finance are asked.',
    ],
    checks: [
      {
        claim: 'It waits for people; nothing ran.',
        held: ticket.outcome === 'pending' && stage.transfers === 0,
      },
    ],
  };
}

async function approved(stage: Stage, ticket: Ticket): Promise<Scene> {
  await stage.approveAs('Ada');
  const afterOne = (await stage.read(ticket)).status;
  await stage.approveAs('Ada', 'Grace');
  const { status, entries } = await stage.read(ticket);
  return {
    id: 'approved',
    title: 'Two people approve exactly this',
    happens: ['Each approves the digest of the action, on a view made from the same bytes.'],
    checks: [
      { claim: 'Ada approves; one is not enough.', held: afterOne === 'pending' },
      {
        claim: 'Grace approves; now it may run.',
        held: status === 'allowed' && entries.length === 2,
      },
    ],
  };
}

async function ran(stage: Stage, ticket: Ticket): Promise<Scene> {
  const refusal = await stage.tryToRun(ticket, wire);
  const { status, receipts } = await stage.read(ticket);
  return {
    id: 'ran',
    title: 'It runs',
    happens: [
      'The execution point recomputes the digest, verifies the signed grant and consumes it.',
    ],
    checks: [
      { claim: 'The approval is consumed.', held: refusal === null && status === 'consumed' },
      {
        claim: 'The bank saw one transfer, and a receipt is on record.',
        held: stage.transfers === 1 && receipts.at(-1)?.outcome === 'succeeded',
      },
    ],
  };
}

async function replayed(stage: Stage, ticket: Ticket): Promise<Scene> {
  const refusal = await stage.tryToRun(ticket, wire);
  return {
    id: 'replayed',
    title: 'The same approval, a second time',
    happens: ['The agent tries again with the approval it already used.'],
    checks: [
      {
        claim: `Refused (${refusal ?? 'it ran'}); the bank still saw one transfer.`,
        held: refusal === 'grant_already_consumed' && stage.transfers === 1,
      },
    ],
  };
}

async function changed(stage: Stage): Promise<Scene> {
  const ticket = await stage.gate.request(wire, { key: 'a second invoice' });
  await stage.approveAs('Ada', 'Grace');
  const { status } = await stage.read(ticket);
  const refusal = await stage.tryToRun(ticket, altered);
  return {
    id: 'changed',
    title: 'Approved for 4,200, sent as 42,000',
    happens: ['A second transfer is approved. Then the agent changes the amount.'],
    checks: [
      {
        claim: `Refused (${refusal ?? 'it ran'}); nothing ran.`,
        held: status === 'allowed' && refusal === 'action_digest_mismatch' && stage.transfers === 1,
      },
    ],
  };
}

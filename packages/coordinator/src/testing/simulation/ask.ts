import { sha256 } from '@countersign/protocol/crypto';
import type { Principal } from '@countersign/protocol/value';
import type { Proposal } from '../../evaluate-and-open.ts';
import { people, principals, type Tool } from './cast.ts';
import type { Client, Question } from './client.ts';

/** A question of its own, with everything that may belong to one. */
export async function ask(
  client: Client,
  tool: Tool,
  change: Partial<Proposal> = {},
): Promise<Question | null> {
  const { random } = client;
  const agent = change.principal ?? agentOf(tool);
  const action = client.action(tool, 5000, {
    subject_id: tool === 'profile' ? random.pick([people.sam, people.alice]) : null,
  });
  return client.open(
    client.propose(action, {
      principal: agent,
      ...(random.chance(0.4) ? { idempotencyKey: client.id('key') } : {}),
      ...(random.chance(0.4)
        ? {
            preconditions: [{ name: 'balance', digest: sha256('balance') }],
            toolDefinitionDigest: sha256('tool'),
          }
        : {}),
      ...change,
    }),
  );
}

function agentOf(tool: Tool): Principal {
  return tool === 'deploy' ? principals.deployBot : principals.billingBot;
}

/** What happens to open questions besides being decided. */
export async function disturb(client: Client, { id, version }: Question): Promise<void> {
  const { random } = client;
  const approvalRequestId = id;
  const reason = 'not needed';
  switch (random.below(8)) {
    case 0: {
      const principal = random.pick([principals.billingBot, principals.olga, principals.mallory]);
      await client.send({ kind: 'cancel', approvalRequestId, principal, reason });
      return;
    }
    case 1:
      await client.send({ kind: 'advise', approvalRequestId, adviceId: client.id('adv') });
      return;
    case 2:
      await client.send({ kind: 'expire_due' });
      return;
    case 3:
      await client.send({ kind: 'read', approvalRequestId });
      return;
    case 4: {
      const patience = new AbortController();
      const waiting = client.send({
        kind: 'wait',
        approvalRequestId,
        after: version,
        signal: patience.signal,
      });
      await client.send({ kind: 'inbox' });
      await client.send({ kind: 'history', approvalRequestId });
      patience.abort();
      await waiting;
      return;
    }
    case 5:
      await client.send({ kind: 'expire', approvalRequestId });
      return;
    case 6:
      await client.send({ kind: 'cancel_overtaken' });
      return;
    default:
  }
}

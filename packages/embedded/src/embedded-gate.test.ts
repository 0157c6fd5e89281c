import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeGate, gatePolicy } from '@countersign/client/testing';
import { loadAction, readRequest } from '@countersign/coordinator';
import type { Decider } from './decider.ts';
import { embed } from './embed.ts';
import type { DecisionMade } from './record-decision.ts';
import { requestFacts } from './request-facts.ts';

describeGate('an embedded gate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-embedded-'));
  const data = join(folder, 'data');
  const policy = [
    { name: 'policy.yaml', text: gatePolicy('conversation'), layer: 'operator' as const },
  ];
  // The person at the terminal: the answer to each question, once it is given.
  const said = new Map<string, (made: DecisionMade) => void>();
  const waiting = new Map<string, Promise<DecisionMade>>();
  const answerTo = (id: string): Promise<DecisionMade> => {
    const known = waiting.get(id);
    if (known !== undefined) return known;
    const made = new Promise<DecisionMade>(resolve => said.set(id, resolve));
    waiting.set(id, made);
    return made;
  };
  const choices = new Map<string, string>();
  const decider: Decider = {
    person: { name: 'Ada', roles: ['reviewer'] },
    decide: ({ request }) => answerTo(request.approval_request_id),
    answer: async ({ session_id }, { signal }) => {
      for (;;) {
        const choice = choices.get(session_id);
        if (choice !== undefined || signal.aborted) return choice ?? 'Cancel';
        await sleep(20);
      }
    },
  };
  const keeper = await embed({ data, policy, agent: 'keeper', decider });
  return {
    open: async agent => {
      const gate = await embed({ data, policy, agent, decider });
      return { gate, close: () => gate.close() };
    },
    decide: async (id, decision) => {
      void answerTo(id);
      said.get(id)?.({ decision, reason: decision === 'deny' ? 'not this time' : '' });
      for (;;) {
        const read = await readRequest(keeper.context, id);
        if (read.ok && read.value.status !== 'pending') return;
        await sleep(10);
      }
    },
    amend: async (id, parameters) => {
      void answerTo(id);
      said.get(id)?.({ decision: 'amend', parameters, reason: 'less is enough' });
      for (;;) {
        const read = await readRequest(keeper.context, id);
        const next = read.ok ? read.value.state.amended : null;
        if (next !== null) return next.superseded_by;
        await sleep(10);
      }
    },
    action: async id => {
      const read = await readRequest(keeper.context, id);
      if (!read.ok) throw new Error(read.refusal.detail);
      const action = await loadAction(keeper.context, read.value.state.request.action_digest);
      if (action === null) throw new Error('it was erased');
      return action;
    },
    answer: async (sessionId, choice) => {
      choices.set(sessionId, choice);
    },
    read: async id => {
      const read = await readRequest(keeper.context, id);
      if (!read.ok) throw new Error(read.refusal.detail);
      return requestFacts(keeper.context, read.value.state, read.value.version);
    },
    close: async () => {
      await keeper.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

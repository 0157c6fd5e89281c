import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateAndOpen, issueGrant, loadDirectory, readRequest } from '@countersign/coordinator';
import {
  type ExecutionIntent,
  signApprovedIntentArtifact,
  toGrantArtifact,
} from '@countersign/dialects/approval-flow';
import { createExecutionManager } from '@countersign/dialects/runtime';
import { embedForTests, simulatedApprover, virtualClock } from '@countersign/embedded/testing';
import { authenticated } from '@countersign/protocol/value';
import { flowIntents, intentTrust } from './flow-intents.ts';

export const agent = 'agent:ops';
const text = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages: [{ name: reviewer, approvers: { roles: [reviewer] }, min_assurance: conversation }]
  - id: inline
    stages:
      - { name: self, approvers: { roles: [reviewer] }, separation: self_confirm, min_assurance: conversation }
routes:
  - { risk: high, route: admin_channel }
rules:
  - { id: looking, match: { tool: look_around }, outcome: allow }
  - { id: reading, match: { tool: read_file }, outcome: require_approval, chain: inline, route: same_conversation }
  - { id: hook, match: { tool: notify_team }, outcome: require_approval, route: webhook }
  - { id: shell, match: { tool: shell }, outcome: require_approval }
`;
const policy = [{ name: 'policy.yaml', text, layer: 'operator' as const }];
const both = ['alice', 'bob'].map(name => ({ name, roles: ['reviewer'] }));
export const secrets = { 'approval-k1': 'a shared secret' };

/**
 * An execution manager on a SQLite store that was made for tests, with two people: Alice, who never decides, and Bob, who
 * decides what a test tells him to.
 */
export function flowWorld() {
  let folder: string;
  let gate: Awaited<ReturnType<typeof embedForTests>>;
  let storeId = '';
  const clock = virtualClock();
  const principal = authenticated({
    kind: 'agent',
    principal_id: `embedded:${agent}`,
    roles: [],
  });
  const now = () => gate.context.clock.now();
  const trust = () => ({
    keys: gate.context.signer.keys(),
    issuer: gate.context.signer.issuer,
    store_id: storeId,
    audience: agent,
  });

  const open = async () => {
    gate = await embedForTests({ data: join(folder, 'data'), policy, agent, clock });
    storeId = (await gate.context.store.readState()).storeId;
    const standing = await simulatedApprover(gate, { people: both, decide: () => null });
    standing.stop();
  };
  const manager = (ports: object = {}) =>
    createExecutionManager({
      gate,
      propose: async ({ action, audience, idempotency_key: idempotencyKey }) => {
        const asked = await evaluateAndOpen(gate.context, {
          action,
          principal,
          audience,
          idempotencyKey,
        });
        if (!asked.ok || asked.value.verdict !== 'require_approval') return asked as never;
        const { verdict, state } = asked.value;
        return { ok: true, value: { verdict, facts: state.request } };
      },
      grant: id => issueGrant(gate.context, id),
      intentTrust,
      artifactTrust: { grants: trust(), secrets },
      now,
      ...ports,
    });

  const { snapshotOf, signed } = flowIntents(agent, () => clock.now());
  const opened = async (intent: ExecutionIntent): Promise<string> => {
    const asked = await manager().open(intent);
    assert.ok(asked.ok, asked.ok ? '' : `${asked.refusal.code}: ${asked.refusal.detail}`);
    assert.equal(asked.value.verdict, 'require_approval');
    return asked.value.verdict === 'require_approval' ? asked.value.approval_request_id : '';
  };
  const decided = async (id: string, decision: 'allow' | 'deny') => {
    const person = await simulatedApprover(gate, {
      people: [{ name: 'bob', roles: ['reviewer'] }],
      decide: ({ request }) =>
        request.approval_request_id === id ? { decision, reason: 'it drops a table' } : null,
    });
    await person.settle();
    person.stop();
  };
  const approved = async (intent = signed(snapshotOf())) => {
    const id = await opened(intent);
    await decided(id, 'allow');
    const jws = await issueGrant(gate.context, id);
    assert.ok(jws.ok, jws.ok ? '' : jws.refusal.detail);
    const artifact = toGrantArtifact(intent, jws.value, trust());
    assert.ok(artifact.ok);
    const { signature: _signature, ...members } = artifact.value;
    const hmac = signApprovedIntentArtifact(members, {
      keyId: 'approval-k1',
      secret: secrets['approval-k1'],
    });
    return { id, intent, artifact: artifact.value, hmac };
  };
  const stateOf = async (id: string) => {
    const read = await readRequest(gate.context, id);
    assert.ok(read.ok);
    const { state, status } = read.value;
    assert.ok(status !== 'absent');
    return { ...state, status };
  };

  const caller = { principalType: 'agent' as const, principalId: agent };
  /** The two people of this store; the one who decides here is Bob. */
  const people = async () => {
    const { id } = await approved();
    const bob = (await stateOf(id)).entries[0]?.approver_identity ?? '';
    const all = [...(await loadDirectory(gate.context)).state.people].map(([person]) => person);
    const alice = all.find(person => person !== bob) ?? '';
    const as = (principalId: string) => ({ principalType: 'human_user' as const, principalId });
    return { alice: as(alice), bob: as(bob) };
  };

  return {
    clock,
    principal,
    caller,
    trust,
    manager,
    snapshotOf,
    signed,
    opened,
    decided,
    approved,
    stateOf,
    people,
    context: () => gate.context,
    start: async () => {
      folder = mkdtempSync(join(tmpdir(), 'countersign-flow-'));
      await open();
    },
    restart: async () => {
      await gate.close();
      await open();
    },
    remove: async () => {
      await gate?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import type { PlantedStoreBug } from './planted-bugs.ts';

const core = 'packages/protocol/src/edge/edge.test.ts';
const edge = 'packages/edge/src/edge.test.ts';
const histories = {
  file: 'packages/edge/src/simulation.test.ts',
  name: 'no history breaks a rule',
};

/** Mistakes about edges. A test, or a history of an edge, must find each of them. */
export const plantedEdgeBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'EG-1',
    name: 'an edge allows what policy asks about',
    file: 'packages/protocol/src/edge/judge-edge-call.ts',
    find: `if (verdict !== 'allow') return`,
    replace: `if (verdict === 'deny') return`,
    test: histories,
  },
  {
    rule: 'EG-1',
    name: 'an action that was rejected for good is allowed at the edge',
    file: 'packages/protocol/src/edge/judge-edge-call.ts',
    find: `return agent.rejected.includes(key) ?`,
    replace: `return agent.rejected.length > 1000 ?`,
    test: { file: core, name: 'what the snapshot does not say' },
  },
  {
    rule: 'EG-2',
    name: 'an edge takes the answer to another question',
    file: 'packages/protocol/src/edge/policy-snapshot.ts',
    find: `if (snapshot.nonce !== input.nonce || snapshot.epoch < epoch || snapshot.serial <= serial) {`,
    replace: `if (snapshot.epoch < epoch) {`,
    test: { file: core, name: 'a forged, foreign, replayed' },
  },
  {
    rule: 'EG-3',
    name: 'a snapshot is used after its life',
    file: 'packages/protocol/src/edge/policy-snapshot.ts',
    find: `if (!(since < expires - issued) ||`,
    replace: `if (!(since < 2 * (expires - issued)) ||`,
    test: { file: core, name: 'its life is counted from before the question' },
  },
  {
    rule: 'EG-3',
    name: 'a lock is not in the snapshot',
    file: 'packages/coordinator/src/edge/issue-snapshot.ts',
    find: `return agent_ids.includes(target.agent_id);`,
    replace: `return false;`,
    test: histories,
  },
  {
    rule: 'EG-3',
    name: 'a machine that slept goes on with its snapshot',
    file: 'packages/protocol/src/edge/policy-snapshot.ts',
    find: `|| !(jumped <= tolerance)`,
    replace: ``,
    test: { file: core, name: 'its life is counted from before the question' },
  },
  {
    rule: 'EG-5',
    name: 'a restart forgets what was not sent',
    file: 'packages/edge/src/backlog.ts',
    find: `    else this.#recover(found);`,
    replace: ``,
    test: { file: edge, name: 'a restarted edge sends it' },
  },
  {
    rule: 'EG-6',
    name: 'a batch that was sent twice is recorded twice',
    file: 'packages/protocol/src/edge/decide-edge.ts',
    find: `  if (batch.sequence < expected || batch.previous_batch_digest !== state.head) {`,
    replace: `  if (batch.sequence < 0) {`,
    test: { file: core, name: 'batches are recorded once' },
  },
  {
    rule: 'EG-6',
    name: 'a decision of the future is recorded',
    file: 'packages/protocol/src/edge/decide-edge.ts',
    find: `decided_at <= addSeconds(now, edgeToleranceSeconds)`,
    replace: `decided_at <= addSeconds(now, 3600)`,
    test: { file: core, name: 'outside of its snapshot, in the future' },
  },
  {
    rule: 'EG-7',
    name: 'an allow of an edge is believed',
    file: 'packages/coordinator/src/edge/record-edge-batch.ts',
    find: `if (verdict !== 'allow') return`,
    replace: `if (verdict === 'require_approval') return`,
    test: { file: edge, name: 'is recorded and marked' },
  },
  {
    rule: 'EG-8',
    name: 'a lost backlog leaves no gap',
    file: 'packages/protocol/src/edge/decide-edge.ts',
    find: `  if (first === undefined || last === undefined) return null;`,
    replace: `  if (first === undefined || last === undefined || cause === 'run_ended') return null;`,
    test: { file: core, name: 'a run that ends with untold decisions' },
  },
  {
    rule: 'EG-8',
    name: 'a batch closes a snapshot that has decisions in the next one',
    file: 'packages/edge/src/backlog.ts',
    find: `const through = isLast ? held :`,
    replace: `const through = isLast ? (held === null ? null : held + 1) :`,
    test: histories,
  },
];

// The proofs of the reliability promises.

import type { Proof } from './proof.ts';

export const reliability: readonly Proof[] = [
  {
    id: 'edge-simulation',
    kind: 'reliability',
    claim:
      'No history of an edge with stale snapshots, locks, lost batches, failing disks and wrong clocks breaks a rule.',
    files: ['packages/edge/src/simulation.test.ts', 'packages/edge/src/edge.test.ts'],
    of: 'edge histories',
    full: 5_000,
  },
  {
    id: 'simulation-model',
    kind: 'reliability',
    claim:
      'Whatever crashes, is lost, arrives twice or too late, or is edited meanwhile, the real use cases break no rule of the protocol.',
    files: ['packages/coordinator/src/simulation.test.ts'],
    of: 'histories',
    full: 1_000_000,
  },
  {
    id: 'simulation-sqlite',
    kind: 'reliability',
    claim: 'The same histories hold on SQLite files, and go exactly as on the model store.',
    files: ['packages/store-sqlite/src/simulation.test.ts'],
    of: 'histories',
    full: 100_000,
  },
  {
    id: 'simulation-postgres',
    kind: 'reliability',
    claim: 'The same histories hold on a real Postgres server.',
    files: ['packages/store-postgres/src/simulation.test.ts'],
    of: 'histories',
    full: 10_000,
  },
  {
    id: 'simulation-sees',
    kind: 'reliability',
    claim: 'The simulation finds every bug that is planted in the code, of at least 25.',
    files: ['packages/coordinator/src/planted-bugs.test.ts'],
  },
  {
    id: 'race-sqlite',
    kind: 'reliability',
    claim: 'Of 16 processes that race for each grant on SQLite, exactly one consumes it.',
    files: ['packages/store-sqlite/src/race.test.ts'],
    of: 'grants',
    full: 100_000,
  },
  {
    id: 'race-postgres',
    kind: 'reliability',
    claim: 'Of eight processes that race for each grant on Postgres, exactly one consumes it.',
    files: ['packages/store-postgres/src/race.test.ts'],
    of: 'grants',
    full: 50_000,
  },
  {
    id: 'race-one-grant',
    kind: 'reliability',
    claim: 'Of 64 consumers of one grant exactly one wins, in every round.',
    files: ['bench/consume-race.ts'],
    of: 'rounds',
    full: 10_000,
  },
  {
    id: 'kill',
    kind: 'reliability',
    claim:
      'A process that is killed under load loses no acknowledged step and consumes nothing twice, and its store is intact.',
    files: ['packages/store-sqlite/src/kill.test.ts'],
    of: 'kills',
    full: 1_000,
  },
  {
    id: 'fsync',
    kind: 'reliability',
    claim:
      'A commit is on the disk before it is acknowledged; what fails to be written is never acknowledged.',
    files: [
      'packages/store-sqlite/src/durability.test.ts',
      'packages/store-sqlite/src/faults.test.ts',
    ],
    of: 'commits',
    full: 1_000,
  },
  {
    id: 'postgres-kills',
    kind: 'reliability',
    claim:
      'Postgres backends that are killed around COMMIT lose no acknowledged commit and double none.',
    files: ['packages/store-postgres/src/faults.test.ts'],
    of: 'kills',
    full: 1_000,
  },
  {
    id: 'postgres-failover',
    kind: 'reliability',
    claim: 'A failover to a synchronous standby loses no acknowledged commit.',
    files: ['packages/store-postgres/src/failover.test.ts'],
    of: 'failovers',
    full: 10,
  },
  {
    id: 'restored-backup',
    kind: 'reliability',
    claim: 'No approval that was used up comes back to life with a restored backup.',
    files: ['tests/restored-store.test.ts'],
    of: 'restores',
    full: 100,
  },
  {
    id: 'broken-dependencies',
    kind: 'reliability',
    claim:
      'Whichever dependency fails, answers wrongly or does not answer, at whichever step, nothing is allowed that would not be allowed otherwise.',
    files: ['packages/coordinator/src/broken-dependencies.test.ts'],
  },
  {
    id: 'soak',
    kind: 'reliability',
    claim:
      'A server under load, with hostile agents beside honest ones and restarts in between, keeps its memory, its open files and its slowest answers flat, and loses nothing that it acknowledged.',
    files: ['tests/soak.proof.ts'],
    of: 'seconds',
    full: 7_200,
  },
  {
    id: 'hostile-soak',
    kind: 'reliability',
    claim:
      'Three hostile agents beside seven honest ones slow the reads of people down by a factor of five at most, and use no more memory and disk than their quotas.',
    files: ['tests/hostile-soak.proof.ts'],
    of: 'seconds',
    full: 1_800,
  },
  {
    id: 'claude-agent-sdk',
    kind: 'reliability',
    claim:
      'With the real Claude Code and a model on loopback, the gate holds every tool in every permission mode, and a deferred call runs once after its approval.',
    files: ['tests/frameworks/claude-agent-sdk.proof.ts'],
    inputs: ['tests/frameworks/claude-agent-sdk'],
  },
  {
    id: 'installed-packages',
    kind: 'reliability',
    claim:
      'The packages that npm installs into an empty folder serve, let a person decide, run the tool and verify the evidence.',
    files: ['tests/packed-packages.test.ts'],
    of: 'installations',
    full: 1,
  },
];

// Every proof there is. A test that calls `effort` belongs to a row here, and a row of the promises without a proof
// would be a promise that nobody keeps.

import type { Proof } from './proof.ts';

const pages = ['packages/inbox/index.html', 'packages/inbox/src', 'packages/inbox/fonts'];

const reliability: readonly Proof[] = [
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
    claim: 'Of four nodes that race for each grant on Postgres, exactly one consumes it.',
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
];

const security: readonly Proof[] = [
  {
    id: 'canonical-numbers',
    kind: 'security',
    claim:
      'Numbers are written as RFC 8785 says: the published number file has the published hash.',
    files: ['packages/protocol/src/json/canonical-json-numbers.test.ts'],
    of: 'lines',
    full: 100_000_000,
  },
  {
    id: 'canonical-json',
    kind: 'security',
    claim:
      'Two independent canonicalisers write every value as we do, and the official pairs agree.',
    files: ['packages/protocol/src/json/canonical-json.test.ts'],
    of: 'values',
    full: 1_000_000,
  },
  {
    id: 'strict-json',
    kind: 'security',
    claim: 'JSON that two readers could take differently is refused.',
    files: [
      'packages/protocol/src/json/strict-json-fuzz.test.ts',
      'packages/protocol/src/json/strict-json-suite.test.ts',
    ],
    of: 'texts',
    full: 1_000_000,
  },
  {
    id: 'forged-artifacts',
    kind: 'security',
    claim: 'No artifact that was forged, cut, reordered or made for another purpose is accepted.',
    files: [
      'packages/protocol/src/forged-artifacts.test.ts',
      'packages/protocol/src/artifact-matrix.test.ts',
    ],
    of: 'forgeries',
    full: 1_000_000,
  },
  {
    id: 'signature-vectors',
    kind: 'security',
    claim:
      'Signatures are judged as the Wycheproof and CCTV vectors say, and weak keys are refused.',
    files: [
      'packages/protocol/src/crypto/signatures.test.ts',
      'packages/protocol/src/crypto/public-key.test.ts',
      'packages/protocol/src/crypto/ecdsa-signature.test.ts',
      'packages/protocol/src/crypto/jws.test.ts',
    ],
  },
  {
    id: 'bound-fields',
    kind: 'security',
    claim: 'A change of any bound field is refused with a reason code of its own.',
    files: [
      'packages/protocol/src/request/verify-for-execution.test.ts',
      'packages/protocol/src/action/action-binding.test.ts',
    ],
  },
  {
    id: 'visible-text',
    kind: 'security',
    claim: 'Every code point stays visible and isolated in every renderer.',
    files: [
      'packages/protocol/src/view/visible-text.test.ts',
      'packages/protocol/src/view/presented-view.test.ts',
    ],
  },
  {
    id: 'hostile-pages',
    kind: 'security',
    claim:
      'Hostile text in any field shown by a real browser runs no script, sends no request and adds no element.',
    files: ['tests/inbox-hostile.test.ts'],
    inputs: pages,
  },
  {
    id: 'safe-get',
    kind: 'security',
    claim: 'A GET changes nothing, at any address that the server ever names.',
    files: ['tests/server-get-is-safe.test.ts'],
    inputs: pages,
  },
  {
    id: 'api-fuzz',
    kind: 'security',
    claim: 'No call makes the server fail or hang, and every answer is as the API describes it.',
    files: ['tests/server-fuzz.test.ts'],
    of: 'calls',
    full: 1_000_000,
  },
  {
    id: 'authorisation',
    kind: 'security',
    claim: 'Every route answers every kind of caller as its row says, and no route lacks a row.',
    files: ['tests/server-authorisation.test.ts'],
  },
  {
    id: 'blocked-addresses',
    kind: 'security',
    claim:
      'No spelling of an address, and no resolver that changes its mind, opens a connection into a blocked range.',
    files: [
      'packages/server/src/webhooks/address-rules.test.ts',
      'packages/server/src/webhooks/judged-connection.test.ts',
      'packages/server/src/webhooks/dispatch.test.ts',
    ],
  },
  {
    id: 'webhooks',
    kind: 'security',
    claim:
      'Answers that arrive twice, out of order or late count once, and forged ones do not count.',
    files: ['packages/server/src/webhooks/repeated-answers.test.ts'],
    of: 'deliveries',
    full: 100_000,
  },
  {
    id: 'tampered-log',
    kind: 'security',
    claim: 'Every change of a single row of the log is found by a checkpoint kept outside.',
    files: ['tests/tampered-log.test.ts'],
    of: 'rows',
    full: 10_000,
  },
  {
    id: 'planted-secrets',
    kind: 'security',
    claim: 'Secrets in parameters appear in no database, log, webhook, error or export.',
    files: ['tests/planted-secrets.test.ts'],
    of: 'secrets',
    full: 1_000,
  },
  {
    id: 'request-flood',
    kind: 'security',
    claim:
      'An agent that asks a thousand times causes a bounded number of messages, others are not affected, and what was denied is not asked again.',
    files: [
      'packages/server/src/channels/slack/flood.test.ts',
      'packages/coordinator/src/use-cases.test.ts',
    ],
  },
];

const more: readonly Proof[] = [
  {
    id: 'protocol-values',
    kind: 'more',
    claim: 'Numbers, base64url, foreign objects, digests and sealed values keep their properties.',
    files: [
      'packages/protocol/src/json/base64url.test.ts',
      'packages/protocol/src/json/json-number.test.ts',
      'packages/protocol/src/json/json-value-foreign.test.ts',
      'packages/protocol/src/crypto/digest.test.ts',
      'packages/protocol/src/crypto/hmac-sha256.test.ts',
      'packages/protocol/src/crypto/sha256.test.ts',
      'packages/protocol/src/sealed/sealed-value.test.ts',
    ],
  },
  {
    id: 'protocol-log',
    kind: 'more',
    claim: 'Logs, checkpoints, signed notes and Merkle proofs keep their properties.',
    files: [
      'packages/protocol/src/log/checkpoint.test.ts',
      'packages/protocol/src/log/log-leaf.test.ts',
      'packages/protocol/src/log/merkle-proof.test.ts',
      'packages/protocol/src/log/signed-note.test.ts',
      'packages/protocol/src/log/verify-log.test.ts',
      'packages/protocol/src/stream/stream-event.test.ts',
      'packages/coordinator/src/log/sequence-events.test.ts',
    ],
  },
  {
    id: 'protocol-requests',
    kind: 'more',
    claim: 'Requests, their verification and the directory keep their properties.',
    files: [
      'packages/protocol/src/request/decide-request.test.ts',
      'packages/protocol/src/request/verification-input.test.ts',
      'packages/protocol/src/directory/directory-properties.test.ts',
      'packages/protocol/src/directory/persistent-map.test.ts',
    ],
  },
  {
    id: 'evidence-bundles',
    kind: 'more',
    claim: 'No altered evidence bundle is accepted, and a summary says no more than its bundle.',
    files: [
      'packages/protocol/src/bundle/mutated-bundle.test.ts',
      'packages/protocol/src/bundle/summarise-bundle.test.ts',
      'tests/exported-bundle.test.ts',
    ],
  },
  {
    id: 'second-verifier',
    kind: 'more',
    claim: 'A second verifier, which shares no code with the first, judges every bundle alike.',
    files: ['tests/second-verifier.test.ts'],
    of: 'changes',
    full: 20_000,
  },
  {
    id: 'policy',
    kind: 'more',
    claim: 'The strictest rule wins, and an index finds the rules that a full search finds.',
    files: [
      'packages/policy/src/document/pattern.test.ts',
      'packages/policy/src/policy-properties.test.ts',
      'packages/policy/src/rule-index.test.ts',
    ],
  },
  {
    id: 'risk',
    kind: 'more',
    claim: 'More in an action never lowers its risk.',
    files: ['packages/risk/src/assess-risk.test.ts'],
  },
  {
    id: 'dialects',
    kind: 'more',
    claim: 'A translation from another system loses nothing and permits nothing.',
    files: [
      'packages/dialects/src/agt/digests.test.ts',
      'packages/dialects/src/agt/forms.test.ts',
      'packages/dialects/src/agt/records.test.ts',
      'packages/dialects/src/approval-flow/signatures.test.ts',
      'packages/dialects/src/approval-flow/translation.test.ts',
      'packages/dialects/src/mplp/confirm.test.ts',
      'packages/dialects/src/mplp/from-confirm.test.ts',
    ],
  },
  {
    id: 'keys',
    kind: 'more',
    claim: 'Keys rotate while others sign, and no half-written key is ever used.',
    files: [
      'packages/keys/src/file-signer.test.ts',
      'packages/keys/src/key-ring.test.ts',
      'packages/keys/src/process-signer.test.ts',
    ],
  },
  {
    id: 'outside',
    kind: 'more',
    claim: 'The anchor and the published checkpoints survive kills and never go back.',
    files: [
      'packages/outside/src/file-anchor.test.ts',
      'packages/outside/src/file-checkpoints.test.ts',
    ],
  },
  {
    id: 'webhook-signatures',
    kind: 'more',
    claim: 'Webhooks are signed and verified as the standard says.',
    files: [
      'packages/server/src/webhooks/standard-webhooks.test.ts',
      'packages/server/src/webhooks/webhook-signature.test.ts',
    ],
  },
  {
    id: 'client-faults',
    kind: 'more',
    claim: 'Whatever a server answers, the client runs nothing that was not approved.',
    files: ['tests/client-faults.test.ts'],
  },
];

export const proofs: readonly Proof[] = [...reliability, ...security, ...more];

// Every proof there is. A test that calls `effort` belongs to a row here, and a row of the promises without a proof
// would be a promise without evidence.

import type { Proof } from './proof.ts';
import { reliability } from './reliability-proofs.ts';

const pages = ['packages/inbox/index.html', 'packages/inbox/src', 'packages/inbox/fonts'];

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
    id: 'mcp-fuzz',
    kind: 'security',
    claim:
      'Whatever a client and a server of tools send, no call passes the MCP gateway without its consume.',
    files: ['tests/mcp-fuzz.test.ts'],
    of: 'lines',
    full: 1_000_000,
  },
  {
    id: 'mcp-killed',
    kind: 'security',
    claim:
      'Client, MCP gateway, server and MCP server may be killed at any moment: nothing runs twice, and nothing approved is lost.',
    files: ['tests/mcp-killed.test.ts'],
    of: 'histories',
    full: 200,
  },
  {
    id: 'mcp-transparency',
    kind: 'security',
    claim:
      'The MCP conformance suites, and clients and servers of others, behave the same with the gateway between them.',
    files: ['tests/mcp-peers.test.ts'],
    of: 'suites',
    full: 6,
  },
  {
    id: 'mcp-agents',
    kind: 'security',
    claim:
      'Claude Code, Codex, Gemini CLI, Copilot CLI and OpenCode work through the MCP gateway, and no call of theirs passes it unjudged.',
    files: ['tests/mcp-agents.test.ts'],
    of: 'runs',
    full: 31,
  },
  {
    id: 'guarded-agents',
    kind: 'security',
    claim:
      'Claude Code, Codex, Gemini CLI, Copilot CLI, OpenCode and pi run nothing unapproved behind the guard, whatever fails, except in the cells that docs/guard names.',
    files: ['tests/guard-agents.proof.ts'],
    of: 'runs',
    full: 55,
  },
  {
    id: 'hosted-codex',
    kind: 'security',
    claim:
      'A host that drives Codex through its app server, and approves everything that Codex asks, runs nothing that the guard refuses.',
    files: ['tests/guard-codex-host.proof.ts'],
    of: 'runs',
    full: 3,
  },
  {
    id: 'guarded-pi',
    kind: 'security',
    claim:
      'The dialog of the guard in the real pi decides only with the sign-in and the short code of a person, and a decision of the inbox closes it.',
    files: ['tests/guard-pi.proof.ts'],
    of: 'runs',
    full: 5,
  },
  {
    id: 'visible-text',
    kind: 'security',
    claim: 'Every code point stays visible and isolated in every renderer.',
    files: [
      'packages/protocol/src/view/visible-text.test.ts',
      'packages/protocol/src/view/presented-view.test.ts',
      'packages/protocol/src/view/view-size.test.ts',
      'packages/inbox/src/shapes/shapes.test.ts',
      'packages/inbox/src/facts/drawn-truth.test.ts',
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
    files: ['tests/second-verifier.test.ts', 'tests/second-verifier-ways.test.ts'],
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
    claim:
      'More in an action never lowers its risk, and the same meaning in another form is judged alike.',
    files: [
      'packages/risk/src/assess-risk.test.ts',
      'packages/risk/src/testing/fresh-forms.test.ts',
      'packages/risk/src/workload-forms.test.ts',
    ],
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
    id: 'demand-patches',
    kind: 'more',
    claim:
      'A test of each demand of the five documents fails by assertion on a server from which the feature was taken away.',
    files: ['tools/server-demand-patches.test.ts'],
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
  {
    id: 'allowed-week',
    kind: 'more',
    claim:
      'Allowances that an author signs after half a week take most questions of the other half away, and cover no risky action.',
    files: ['tests/allowed-week.test.ts'],
    of: 'actions',
    full: 1500,
  },
  {
    id: 'export',
    kind: 'more',
    claim: 'An export is written while it is read: a million rows need no more memory than a page.',
    files: ['packages/server/src/routes/exported-rows.test.ts'],
    of: 'rows',
    full: 1_000_000,
  },
];

export const proofs: readonly Proof[] = [...reliability, ...security, ...more];

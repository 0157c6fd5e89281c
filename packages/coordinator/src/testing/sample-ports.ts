import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { type ActionBinding, houseKindOf } from '@countersign/protocol/action';
import type { AllowanceLimits } from '@countersign/protocol/allowance';
import {
  type Chain,
  type ParsedEntrySubmission,
  type Parties,
  parseChain,
  parseEntrySubmission,
} from '@countersign/protocol/chain';
import {
  assembleJws,
  type ImportedKey,
  importPublicKey,
  jwsSigningInput,
} from '@countersign/protocol/crypto';
import {
  type AmendTerms,
  type Evaluation,
  inputDigest,
  type OpenedRequest,
  type UnaskedRetention,
} from '@countersign/protocol/request';
import { authenticated, PersonId, type Principal } from '@countersign/protocol/value';
import type { Clock, Ids, People, Policies, Ports, Signer } from '../ports.ts';
import type { Store } from '../store.ts';

/** Ids that are the same in every run with the same seed. */
export function createSeededIds(seed: string): Ids {
  let number = 0;
  return {
    uuid: () => {
      const hex = createHash('sha256').update(`${seed}/${number++}`).digest('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
}

/** An Ed25519 key made from text, so that signatures too are the same in every run. */
export function createTestSigner(seed = 'test signer'): Signer {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createHash('sha256').update(seed).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([prefix, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const keys: ReadonlyMap<string, ImportedKey> = new Map([
    ['key-1', importPublicKey({ kty, crv, x })],
  ]);
  return {
    issuer: 'countersign-test',
    keys: () => keys,
    sign: async (typ, payload) => {
      const input = jwsSigningInput({ kid: 'key-1', typ, payload: payload as never });
      return assembleJws(input, sign(null, Buffer.from(input), privateKey));
    },
  };
}

const sampleChain: Chain = parseChain({
  chain_id: 'finance',
  version: '1',
  stages: [
    { name: 'reviewer', approvers: { roles: ['finance'] } },
    { name: 'controller', approvers: { roles: ['controller'] } },
  ],
});

/** The same people, each with a passkey. */
function allowanceChain(chain: Chain): Chain {
  return {
    ...chain,
    chain_id: `countersign.allowance/${chain.chain_id}`,
    stages: chain.stages.map(stage => ({ ...stage, min_assurance: 'webauthn' })),
  };
}

/** Asks for approval above 1000, denies above 1,000,000, allows the rest. */
interface SamplePolicies extends Policies {
  set(change: {
    version?: string;
    chain?: Chain;
    broken?: boolean;
    auditSync?: boolean;
    retention?: UnaskedRetention;
    amend?: AmendTerms;
    allowable?: AllowanceLimits | undefined;
    settings?: Policies['settings'];
  }): void;
}

function createSamplePolicies(): SamplePolicies {
  const settings: Policies['settings'] = { cooldown_seconds: null, fatigue: null };
  let current: {
    version: string;
    chain: Chain;
    broken: boolean;
    auditSync: boolean;
    retention?: UnaskedRetention;
    amend?: AmendTerms;
    allowable?: AllowanceLimits | undefined;
    settings: Policies['settings'];
  } = {
    version: 'policy-1',
    chain: sampleChain,
    broken: false,
    auditSync: false,
    settings,
  };
  return {
    set: change => {
      current = { ...current, ...change };
    },
    version: () => current.version,
    get settings() {
      return current.settings;
    },
    chainVersion: chainId =>
      [current.chain, allowanceChain(current.chain)].find(({ chain_id }) => chain_id === chainId)
        ?.version ?? null,
    evaluate: (action): Evaluation => {
      if (current.broken) throw new Error('the policy cannot be evaluated');
      const isHouse = houseKindOf(action.operation) === 'allowance';
      const amount = isHouse ? 1001 : Number(action.parameters['amount'] ?? 0);
      const verdict = amount > 1_000_000 ? 'deny' : amount > 1000 ? 'require_approval' : 'allow';
      const chain = isHouse ? allowanceChain(current.chain) : current.chain;
      return {
        verdict,
        policy_rule_id: verdict,
        policy_rule_ids: [verdict],
        policy_version: current.version,
        risk: {
          level: amount > 500_000 ? 'critical' : verdict === 'allow' ? 'low' : 'high',
          signals: [],
        },
        annotations: [],
        reasons: [],
        context: {},
        chain: verdict === 'require_approval' ? chain : null,
        reason: 'transfers above $1000 need two people',
        route: { kind: 'admin_channel', name: null },
        expires_in_seconds: 900,
        execute_within_seconds: 900,
        audit_sync: current.auditSync,
        ...(current.amend === undefined || verdict !== 'require_approval'
          ? {}
          : { amend: current.amend }),
        ...(current.allowable === undefined || verdict !== 'require_approval' || isHouse
          ? {}
          : { allowable: current.allowable }),
        ...(current.retention === undefined ? {} : { unasked_retention: current.retention }),
      };
    },
  };
}

function personId(number: number): PersonId {
  return PersonId.parse(`person_${String(number).padStart(12, '0')}40008000000000000000`);
}

export const samplePeople = {
  alice: personId(1),
  bob: personId(2),
  carol: personId(3),
  dave: personId(4),
  sam: personId(5),
};

function human(person_id: PersonId, roles: readonly string[]): Principal {
  return authenticated({
    kind: 'human',
    principal_id: `cookie-${person_id}`,
    person_id,
    roles,
    assurance: 'session',
  });
}

export const principals = {
  agent: authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] }),
  alice: human(samplePeople.alice, ['finance']),
  bob: human(samplePeople.bob, ['finance']),
  carol: human(samplePeople.carol, ['controller']),
  dave: human(samplePeople.dave, ['controller']),
  operator: human(personId(9), ['operator']),
};

function createSamplePeople(
  parties: Parties = { requester: null, subject: null, agent_owner: samplePeople.sam },
): People {
  const candidate = (identity: PersonId, role: string) =>
    ({ kind: 'human', identity, roles: [role], assurance: 'webauthn' }) as const;
  return {
    directory: async () => [
      candidate(samplePeople.alice, 'finance'),
      candidate(samplePeople.bob, 'finance'),
      candidate(samplePeople.carol, 'controller'),
      candidate(samplePeople.dave, 'controller'),
    ],
    parties: async () => parties,
    passkeyTrust: async () => ({
      origin: 'http://localhost:8080',
      rp_id: 'localhost',
      passkeys: [],
    }),
  };
}

export interface SamplePorts extends Ports {
  readonly policies: SamplePolicies;
}

export function createSamplePorts(
  store: Store,
  clock: Clock,
  ids: Ids,
  change: Partial<SamplePorts> = {},
): SamplePorts {
  return {
    store,
    clock,
    ids,
    policies: createSamplePolicies(),
    people: createSamplePeople(),
    signer: createTestSigner(),
    notifier: { committed: () => {} },
    anchor: null,
    ...change,
  };
}

export function sampleAction(change: Partial<ActionBinding> = {}): ActionBinding {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
    parameters: { amount: 4200, currency: 'USD', to: 'Müller GmbH' },
    ...change,
  };
}

/** A decision on a request as a person's screen would send it. */
export function submission(
  state: OpenedRequest,
  ids: Ids,
  change: Record<string, unknown> = {},
): ParsedEntrySubmission {
  return parseEntrySubmission({
    chain_entry_id: `ace_${ids.uuid().replaceAll('-', '')}`,
    stage_index: 0,
    decision: 'allow',
    reason_code: 'reviewed',
    reason: '',
    input_digest: inputDigest(state.request),
    ...change,
  });
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { AllowanceLimits } from '@countersign/protocol/allowance';
import {
  type Approver,
  type Chain,
  parseChain,
  type RegisteredPasskey,
} from '@countersign/protocol/chain';
import type { AmendTerms } from '@countersign/protocol/request';
import {
  authenticated,
  PersonId,
  type Principal,
  type PrincipalFacts,
} from '@countersign/protocol/value';

// Who takes part in a history, and what the policies of its world say. The same in every history.

function personId(number: number): PersonId {
  return PersonId.parse(`person_${String(number).padStart(12, '0')}40008000000000000000`);
}

export const people = {
  alice: personId(1),
  bob: personId(2),
  carol: personId(3),
  dave: personId(4),
  erin: personId(5),
  /** Answerable for every agent, and a reviewer like alice: may not review what the agents do. */
  sam: personId(6),
  /** Asks in her own name now and then, and is a reviewer too. */
  rita: personId(7),
  /** Has no role. */
  mallory: personId(8),
  olga: personId(9),
} as const;

function human(
  person_id: PersonId,
  roles: readonly string[],
  assurance: Extract<PrincipalFacts, { kind: 'human' }>['assurance'] = 'oidc',
): Principal {
  const principal_id = `${assurance}-${person_id.slice(7, 19)}`;
  return authenticated({ kind: 'human', principal_id, person_id, roles, assurance });
}

export const principals = {
  alice: human(people.alice, ['finance']),
  /** The same person through another credential. */
  aliceAtHome: human(people.alice, ['finance'], 'session'),
  bob: human(people.bob, ['finance']),
  /** Not sure enough for any stage. */
  bobInChat: human(people.bob, ['finance'], 'conversation'),
  carol: human(people.carol, ['controller']),
  dave: human(people.dave, ['controller']),
  erin: human(people.erin, ['finance', 'controller']),
  sam: human(people.sam, ['finance']),
  rita: human(people.rita, ['finance']),
  mallory: human(people.mallory, []),
  olga: human(people.olga, ['operator']),
  /** Claims a role that no authenticator should give to an agent. */
  billingBot: authenticated({
    kind: 'agent',
    principal_id: 'key-billing-bot',
    roles: ['finance', 'controller', 'operator'],
  }),
  hrBot: authenticated({ kind: 'agent', principal_id: 'key-hr-bot', roles: [] }),
  auditService: authenticated({
    kind: 'service',
    principal_id: 'audit-svc',
    roles: [],
    assurance: 'mtls',
  }),
  /** A service that a stage lists, and that acts as an agent itself. */
  deployBot: authenticated({
    kind: 'service',
    principal_id: 'deploy-bot',
    roles: [],
    assurance: 'service_key',
  }),
} as const satisfies Record<string, Principal>;

/** All principals that might try to decide something. */
export const wouldBeDeciders: readonly Principal[] = Object.values(principals);

const candidate = (identity: PersonId, ...roles: string[]): Approver => ({
  kind: 'human',
  identity,
  roles,
  assurance: 'webauthn',
});

export const directory: readonly Approver[] = [
  candidate(people.alice, 'finance'),
  candidate(people.bob, 'finance'),
  candidate(people.carol, 'controller'),
  candidate(people.dave, 'controller'),
  candidate(people.erin, 'finance', 'controller'),
  candidate(people.sam, 'finance'),
  candidate(people.rita, 'finance'),
  { kind: 'service', identity: 'audit-svc', roles: [], assurance: 'mtls' },
  { kind: 'service', identity: 'deploy-bot', roles: [], assurance: 'service_key' },
];

const finance = { roles: ['finance'] };
const controller = { roles: ['controller'] };

/** The stages that each tool's chain has. */
const stages = {
  wire_transfer: [
    { name: 'reviewer', approvers: finance },
    { name: 'controller', approvers: controller },
  ],
  payroll: [{ name: 'two reviewers', approvers: finance, quorum: 2 }],
  purge: [
    { name: 'legal', approvers: controller, required: false },
    { name: 'reviewer', approvers: finance, min_assurance: 'oidc' },
  ],
  deploy: [
    {
      name: 'checks',
      approvers: { identities: ['audit-svc', 'deploy-bot'] },
      approver_kinds: ['service'],
    },
    { name: 'reviewer', approvers: finance },
  ],
  profile: [{ name: 'yourself', approvers: finance, separation: 'self_confirm' }],
  page: [
    {
      name: 'desk',
      approvers: finance,
      escalation: [{ after_seconds: 60, approvers: controller }],
    },
  ],
  vault: [{ name: 'keepers', approvers: controller, min_assurance: 'webauthn', quorum: 2 }],
  refund: [{ name: 'desk', approvers: finance, quorum: 2 }],
  credit: [{ name: 'desk', approvers: finance }],
  invoice: [{ name: 'keeper', approvers: controller, min_assurance: 'webauthn' }],
  stand_in: [{ name: 'controllers', approvers: controller, quorum: 2 }],
  reboot: [{ name: 'reviewer', approvers: finance }],
} as const;

export type Tool = keyof typeof stages;

/** A tool that came later belongs to the plots about it, so that seeds keep their histories. */
const laterTools: ReadonlySet<string> = new Set([
  'page',
  'refund',
  'credit',
  'invoice',
  'stand_in',
  'reboot',
]);

/** Those that any plot may pick. */
export const tools = Object.keys(stages).filter(tool => !laterTools.has(tool)) as Tool[];

/** Which tools run parameters that a reviewer changed, and how the policy limits such changes. */
export const amendTerms: Readonly<Record<string, AmendTerms>> = {
  refund: { mode: 'any', lower: ['/amount'], subset: [], becomes: [] },
  credit: { mode: 'narrow', lower: ['/amount'], subset: [], becomes: [] },
};

/** Which tools may be allowed more often, and within which limits. */
export const allowanceLimits: Readonly<Record<string, AllowanceLimits>> = {
  invoice: { lifetime_max_seconds: 3600, any: ['/item'], real_paths: [] },
};

/** People with these roles may run the tool alone. */
const breakGlass: Readonly<Record<string, Chain['break_glass']>> = {
  reboot: { roles: ['controller'] },
};

const allowancePrefix = 'countersign.allowance/';

/** The chain that decides an allowance for a tool: the same people, each with a passkey (AL-6). */
export function allowanceChainId(tool: string): string {
  return `${allowancePrefix}${tool}`;
}

export const policyVersions = ['policy-1', 'policy-2', 'policy-3'] as const;

/** A chain as a policy has it. A revision changes the chains under the same policy version. */
export function chainFor(tool: string, policyVersion: string, revision: number): Chain {
  const key = `${tool} ${policyVersion} ${revision}`;
  const known = chains.get(key);
  if (known !== undefined) return known;
  const own = tool.replace(allowancePrefix, '');
  const break_glass = breakGlass[own];
  const chain = parseChain({
    chain_id: tool,
    version: chainVersion(policyVersion, revision),
    stages:
      own === tool
        ? stages[own as Tool]
        : stages[own as Tool].map(stage => ({ ...stage, min_assurance: 'webauthn' })),
    ...(break_glass === undefined || own !== tool ? {} : { break_glass }),
  });
  chains.set(key, chain);
  return chain;
}

const chains = new Map<string, Chain>();

export function chainVersion(policyVersion: string, revision: number): string {
  return `${policyVersion}/${revision}`;
}

type SimulatedVerdict = 'allow' | 'deny' | 'require_approval';

/** Each policy draws the lines elsewhere, so that evaluating with the wrong one is detected. */
export function verdictOf(policyVersion: string, amount: number): SimulatedVerdict {
  const [free, most] = limits[policyVersion] ?? [0, 0];
  return amount <= free ? 'allow' : amount > most ? 'deny' : 'require_approval';
}

const limits: Readonly<Record<string, readonly [number, number]>> = {
  'policy-1': [1000, 1_000_000],
  'policy-2': [100, 1_000_000],
  'policy-3': [2000, 100_000],
};

export const executors = ['exec-1', 'exec-2'] as const;

/** An Ed25519 key from text, the same in every run. */
export function keyFromText(text: string): { privateKey: KeyObject; x: string } {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createHash('sha256').update(text).digest();
  const der = Buffer.concat([prefix, secret]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, x };
}

export const origin = 'http://localhost:8080';
export const relyingParty = 'localhost';

/** A software authenticator of one person. */
interface Passkey {
  readonly registered: RegisteredPasskey;
  readonly privateKey: KeyObject;
}

function passkeyOf(person_id: PersonId): Passkey {
  const { privateKey, x } = keyFromText(`passkey of ${person_id}`);
  return {
    privateKey,
    registered: {
      credential_id: Buffer.from(person_id).toString('base64url'),
      person_id,
      public_key: { kty: 'OKP', crv: 'Ed25519', x },
    },
  };
}

export const passkeys: readonly Passkey[] = [people.carol, people.dave, people.erin].map(passkeyOf);

/** What the authenticator answers to a challenge. */
export function assertionFor({ registered, privateKey }: Passkey, challenge: Uint8Array) {
  const clientData = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin,
      crossOrigin: false,
    }),
  );
  const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
  const authenticatorData = Buffer.concat([sha256(relyingParty), Buffer.from([5, 0, 0, 0, 0])]);
  const signature = sign(null, Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
  return {
    credential_id: registered.credential_id,
    authenticator_data: authenticatorData.toString('base64url'),
    client_data_json: clientData.toString('base64url'),
    signature: signature.toString('base64url'),
  };
}

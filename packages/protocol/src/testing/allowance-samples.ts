import type { ActionBinding } from '../action/action-binding.ts';
import { parseActionBinding } from '../action/action-binding.ts';
import { houseAgentId, houseExecutor, houseOperation } from '../action/house-action.ts';
import type { AllowanceEvent, AllowanceUseEvent } from '../allowance/allowance-event.ts';
import {
  absentAllowance,
  evolveAllowance,
  type MadeAllowance,
} from '../allowance/allowance-state.ts';
import {
  type AllowanceLimits,
  type AllowanceTerms,
  parseAllowanceTerms,
} from '../allowance/allowance-terms.ts';
import { decideAllowance } from '../allowance/decide-allowance.ts';
import type { AllowanceEvidence } from '../allowance/judge-cover.ts';
import type { Chain } from '../chain/chain.ts';
import type { EntrySubmission } from '../chain/chain-entry.ts';
import { sha256 } from '../crypto/digest.ts';
import type { ApprovalRequest } from '../request/approval-request.ts';
import type { CoverRequest, OpenRequest } from '../request/request-command.ts';
import type { AllowanceId, ReceiptId } from '../value/ids.ts';
import { addSeconds } from '../value/timestamp.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import { type BundleStory, type Step, tell } from './bundle-samples.ts';
import { makePasskey, signDecision } from './passkey.ts';
import {
  alice,
  consumeCommand,
  entryCommand,
  idOf,
  inForce,
  later,
  noon,
  noPasskeys,
  openCommand,
  opened,
  people,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
  submissionFor,
} from './samples.ts';

export const limits: AllowanceLimits = {
  lifetime_max_seconds: 86_400,
  any: ['/memo'],
  real_paths: ['/folder'],
};

const allowanceId = idOf('alw', 1) as AllowanceId;

/** One reviewer with the role decides each transfer. */
export const useChain = sampleChain({
  stages: [{ name: 'reviewer', approvers: { roles: ['finance'] } }],
});

const houseChain: Chain = {
  ...useChain,
  chain_id: 'countersign.allowance/finance',
  stages: useChain.stages.map(stage => ({ ...stage, min_assurance: 'webauthn' })),
};

const definition = sha256({ tool: 'wire_transfer' });

/** Transfers to one payee, up to an amount and a sum. */
export function sampleTerms(change: Record<string, unknown> = {}): AllowanceTerms {
  return parseAllowanceTerms({
    allowance_id: allowanceId,
    from_request: idOf('ar', 1),
    agent_id: 'billing-bot',
    operation: 'tool.invoke',
    target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
    subject_id: people.sam,
    audience: 'billing-executor',
    requested_by: 'key-billing-bot',
    tool_definition_digest: definition,
    approval_chain_id: useChain.chain_id,
    approval_chain_version: useChain.version,
    template: [
      { path: '/amount', at_most: 5000, at_least: 1 },
      { path: '/currency', equals: 'USD' },
      { path: '/to', one_of: ['Müller GmbH', 'Acme Ltd'] },
      { path: '/memo', any: true },
    ],
    uses: 3,
    lifetime_seconds: 28_800,
    budget: { path: '/amount', total: '10000', currency: '/currency' },
    rate: null,
    repeat: false,
    ...change,
  });
}

/** The action of the house request, as the server makes it from the terms. */
function houseAction(terms: AllowanceTerms): ActionBinding {
  const operation = houseOperation('allowance');
  return parseActionBinding({
    schema_version: '1.0',
    operation,
    agent_id: houseAgentId,
    subject_id: null,
    target: { tool_name: operation, tool_schema_version: '1', resource: null },
    parameters: { summary: 'Allow similar transfers', terms } as never,
  });
}

const passkey = makePasskey(people.alice);
export const alicePasskey = { ...noPasskeys, passkeys: [passkey.registered] };

const houseForce = { ...inForce, approval_chain_version: houseChain.version };
const houseParties = { requester: null, subject: people.sam, agent_owner: people.olga };

const signatures = new Map<string, EntrySubmission>();

/** A signature is another one each time. One story has one. */
function signedOnce(view: string, sign: () => EntrySubmission): EntrySubmission {
  const known = signatures.get(view) ?? sign();
  signatures.set(view, known);
  return known;
}

/** The house request: asked for, signed by Alice with her passkey, and carried out by the server. */
function houseSteps(
  terms: AllowanceTerms,
  { chain = houseChain, parties = houseParties } = {},
): readonly Step[] {
  const action = houseAction(terms);
  const policy_decision = samplePolicyDecision(action, chain, {
    policy_decision_id: idOf('pd', 21),
    policy_rule_id: 'governance.allowance',
  });
  const request = sampleRequest(policy_decision, action, {
    approval_request_id: idOf('ar', 21),
    case_id: idOf('case', 21),
    intent_id: idOf('intent', 21),
    requested_by: { principal_id: 'cookie-alice', role: null },
    tool_definition_digest: null,
    preconditions: [],
    audience: houseExecutor,
    agent_reasoning: null,
  });
  const view = viewDigest(presentedView(request, action));
  const ids = {
    approval_resolution_id: idOf('apr', 21) as never,
    grant_id: idOf('grant', 21) as never,
  };
  return [
    () => [openCommand({ action, chain, policy_decision, request, parties }), noon],
    state => [
      entryCommand(
        state,
        alice,
        signedOnce(view, () =>
          signDecision(
            state,
            submissionFor(opened(state).request, {
              chain_entry_id: idOf('ace', 21) as never,
              view_digest: view,
            }),
            passkey,
          ),
        ),
        { passkeys: alicePasskey, view_digest: view, in_force: houseForce, ids },
      ),
      later(10),
    ],
    state => [
      consumeCommand(state, {
        action,
        approved_action: action,
        in_force: houseForce,
        passkeys: alicePasskey,
        receipt_id: idOf('rc', 21) as ReceiptId,
      }),
      later(20),
    ],
    () => [
      {
        type: 'report',
        receipt_id: idOf('rc', 22) as ReceiptId,
        attempt: 'attempt-1',
        outcome: 'succeeded',
        result_digest: null,
        final_action_digest: sha256(action),
        error: null,
      },
      later(20),
    ],
  ];
}

/** The event that made an allowance. */
export function madeEvents(terms: AllowanceTerms): readonly AllowanceEvent[] {
  const decision = decideAllowance(
    absentAllowance,
    {
      type: 'make',
      terms,
      approval_request_id: idOf('ar', 21) as never,
      action_digest: sha256(houseAction(terms)),
      epoch: inForce.epoch,
    },
    later(20),
  );
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.events;
}

export function sampleEvidence(
  terms: AllowanceTerms = sampleTerms(),
  house: Parameters<typeof houseSteps>[1] = {},
): AllowanceEvidence {
  const events = madeEvents(terms);
  const state = events.reduce(evolveAllowance, absentAllowance) as MadeAllowance;
  const { state: decided } = tell(houseSteps(terms, house));
  return { state, version: events.length, terms, decided, action: houseAction(terms) };
}

/** The opening of a transfer that the allowance may cover, some seconds after it was made. */
export function useOpening(
  parameters: Record<string, unknown> = {},
  change: {
    readonly action?: Record<string, unknown>;
    readonly request?: Partial<ApprovalRequest> | Record<string, unknown>;
    readonly decision?: Record<string, unknown>;
  } = {},
): OpenRequest {
  const base = { amount: 4200, currency: 'USD', to: 'Müller GmbH', memo: 'invoice 8' };
  const action = sampleAction({ parameters: { ...base, ...parameters }, ...change.action });
  const at = later(100);
  const policy_decision = samplePolicyDecision(action, useChain, {
    decided_at: at,
    ...change.decision,
  });
  const request = sampleRequest(policy_decision, action, {
    requested_at: at,
    expires_at: addSeconds(at, 900),
    preconditions: [],
    ...change.request,
  });
  return openCommand({ action, chain: useChain, policy_decision, request });
}

export function coverCommand(
  evidence: AllowanceEvidence,
  action: ActionBinding,
  change: Partial<CoverRequest> = {},
): CoverRequest {
  return {
    type: 'cover',
    action,
    allowance: evidence,
    n: 1,
    in_force: inForce,
    issuer: 'countersign-test',
    ids: { approval_resolution_id: idOf('apr', 1) as never, grant_id: idOf('grant', 1) as never },
    ...change,
  };
}

/** A use of the allowance, as it is recorded. */
export function usedEvent(
  open: OpenRequest,
  change: Partial<AllowanceUseEvent['data']> = {},
): AllowanceUseEvent {
  return {
    type: 'allowance.used',
    at: open.request.requested_at,
    data: {
      allowance_id: allowanceId,
      n: 1,
      approval_request_id: open.request.approval_request_id,
      action_digest: open.request.action_digest,
      amount: String(open.action.parameters['amount']),
      ...change,
    },
  };
}

/** A transfer that an allowance covers, executed. Alice's passkey is known by events of the store. */
export function coveredStory(
  terms: AllowanceTerms = sampleTerms(),
  change: {
    readonly open?: OpenRequest;
    readonly events?: readonly AllowanceEvent[];
    readonly uses?: readonly AllowanceUseEvent[];
    readonly house?: Parameters<typeof houseSteps>[1];
    readonly edit?: BundleStory['edit'];
    readonly cover?: Partial<CoverRequest>;
  } = {},
): BundleStory {
  const open = change.open ?? useOpening();
  const evidence = sampleEvidence(terms, change.house);
  const { action } = open;
  const { credential_id, person_id, public_key } = passkey.registered;
  return {
    action,
    ...(change.edit === undefined ? {} : { edit: change.edit }),
    steps: [
      () => [open, later(100)],
      () => [coverCommand(evidence, action, change.cover ?? {}), later(100)],
      state => [
        consumeCommand(state, {
          action,
          approved_action: action,
          passkeys: alicePasskey,
          allowance: evidence,
        }),
        later(120),
      ],
    ],
    allowance: {
      house: {
        action: houseAction(terms),
        steps: houseSteps(terms, change.house),
        store: [
          { type: 'person.added', data: { person_id: people.alice, roles: ['finance'] } },
          { type: 'credential.registered', data: { person_id, credential_id, public_key } },
        ],
        deciderSource: (_identity, store) => ({
          from: 'event',
          event_digest: store[0]?.event_digest as never,
        }),
        passkeys: store => [
          {
            credential_id,
            person_id,
            public_key,
            source: { from: 'event', event_digest: store[1]?.event_digest as never },
          },
        ],
      },
      events: change.events ?? madeEvents(terms),
      uses: change.uses ?? [usedEvent(open)],
    },
  };
}

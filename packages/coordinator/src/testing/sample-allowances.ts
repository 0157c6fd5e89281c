import assert from 'node:assert/strict';
import type { AllowanceChoice, AllowanceLimits } from '@countersign/protocol/allowance';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { activatePolicy } from '../activate-policy.ts';
import { askAllowance } from '../allowance/ask-allowance.ts';
import { endAllowance } from '../allowance/change-allowance.ts';
import { readAllowance } from '../allowance/list-allowances.ts';
import { runAllowance } from '../allowance/make-allowance.ts';
import { carryOut } from '../carry-out.ts';
import { consumeGrant } from '../consume-grant.ts';
import { type Context, createContext } from '../context.ts';
import { evaluateAndOpen, type Proposal, type Proposed } from '../evaluate-and-open.ts';
import { issueGrant } from '../issue-grant.ts';
import { loadAction } from '../load-action.ts';
import type { Ports } from '../ports.ts';
import { readRequest } from '../read-request.ts';
import type { Store } from '../store.ts';
import { decideSigned, samplePasskeys } from './sample-passkeys.ts';
import { createSamplePorts, principals, sampleAction } from './sample-ports.ts';

export const limits: AllowanceLimits = {
  lifetime_max_seconds: 86_400,
  any: ['/to'],
  real_paths: [],
};

/** Transfers of up to 5000 USD to anyone, three times and 12,000 USD in all. */
export function sampleChoice(change: Partial<AllowanceChoice> = {}): AllowanceChoice {
  return {
    template: [
      { path: '/amount', at_most: 5000, at_least: 1001 },
      { path: '/currency', equals: 'USD' },
      { path: '/to', any: true },
    ],
    uses: 3,
    lifetime_seconds: 3600,
    budget: { path: '/amount', total: '12000', currency: '/currency' },
    rate: null,
    repeat: false,
    ...change,
  };
}

export function transfer(parameters: JsonObject = {}, change: Partial<Proposal> = {}): Proposal {
  return {
    action: sampleAction({ parameters: { ...sampleAction().parameters, ...parameters } }),
    principal: principals.agent,
    audience: 'billing-executor',
    ...change,
  };
}

function openedOf(proposed: Result<Proposed>): OpenedRequest {
  assert.ok(proposed.ok, JSON.stringify(proposed));
  return proposed.value.verdict === 'require_approval' ? proposed.value.state : assert.fail();
}

export async function openTransfer(
  context: Context,
  parameters: JsonObject = {},
  change: Partial<Proposal> = {},
): Promise<OpenedRequest> {
  return openedOf(await evaluateAndOpen(context, transfer(parameters, change)));
}

/** Opens the house request for an allowance that starts from a request. */
export async function askFor(
  context: Context,
  { request }: OpenedRequest,
  choice: AllowanceChoice = sampleChoice(),
): Promise<OpenedRequest> {
  const asked = await askAllowance(context, {
    approvalRequestId: request.approval_request_id,
    principal: principals.alice,
    choice,
  });
  return openedOf(asked);
}

/** Both stages sign, and the server carries it out. Answers the id of the allowance. */
export async function approveHouse(context: Context, house: OpenedRequest): Promise<string> {
  for (const [index, who] of (['alice', 'carol'] as const).entries()) {
    const decided = await decideSigned(context, house, who, index);
    assert.ok(decided.ok, JSON.stringify(decided));
  }
  const id = house.request.approval_request_id;
  const carried = await carryOut(context, id, (asked, state) =>
    runAllowance(context, asked, state),
  );
  assert.ok(carried.ok, JSON.stringify(carried));
  const action = await loadAction(context, house.request.action_digest);
  const terms = action?.parameters['terms'] as { allowance_id: string };
  return terms.allowance_id;
}

/** Makes an allowance from a fresh request. */
export async function makeAllowance(
  context: Context,
  choice: AllowanceChoice = sampleChoice(),
): Promise<{ readonly allowanceId: string; readonly started: OpenedRequest }> {
  const started = await openTransfer(context, { to: 'Start' });
  const house = await askFor(context, started, choice);
  return { allowanceId: await approveHouse(context, house), started };
}

/** The executor starts what was allowed. */
export async function consumeTransfer(
  context: Context,
  { request }: OpenedRequest,
): Promise<Result<unknown>> {
  const { approval_request_id: approvalRequestId, action_digest } = request;
  const grant = await issueGrant(context, approvalRequestId);
  if (!grant.ok) return grant;
  const action = await loadAction(context, action_digest);
  return consumeGrant(context, {
    approvalRequestId,
    action,
    grant: grant.value,
    executor: 'billing-executor',
    attempt: context.ids.uuid(),
  });
}

export async function stateOf(
  context: Context,
  { request }: OpenedRequest,
): Promise<OpenedRequest> {
  const read = await readRequest(context, request.approval_request_id);
  assert.ok(read.ok);
  return read.value.state;
}

/** How a race for the last uses of an allowance ended, each process with a handle of its own. */
interface UsesRaced {
  readonly covered: number;
  readonly asked: number;
  readonly counted: number;
  /** Of a revocation and a consume that race: whether the consume lost, and what it was told. */
  readonly consume: string;
}

/** Races for two uses on any store, and then a revocation against a consume (AL-3, AL-4). */
export async function raceUses(
  handles: readonly Store[],
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
): Promise<UsesRaced> {
  const contexts = handles.map(store => {
    const ports = createSamplePorts(store, clock, ids);
    ports.policies.set({ allowable: limits });
    const people = { ...ports.people, passkeyTrust: async () => samplePasskeys };
    return createContext({ ...ports, people }, { requestsPerWindow: 100 });
  });
  const [context] = contexts;
  assert.ok(context !== undefined);
  assert.ok((await activatePolicy(context)).ok);
  const { allowanceId } = await makeAllowance(context, sampleChoice({ uses: 2, budget: null }));
  const opened = await Promise.all(
    contexts.flatMap((each, n) => [
      openTransfer(each, { to: `x${n}` }),
      openTransfer(each, { to: `y${n}` }),
    ]),
  );
  const covered = opened.filter(({ status }) => status === 'allowed');
  const counted = (await readAllowance(context, allowanceId))?.uses.count ?? 0;
  const [first] = covered;
  assert.ok(first !== undefined);
  const [consumed, revoked] = await Promise.all([
    consumeTransfer(context, first),
    endAllowance(contexts.at(-1) ?? context, {
      type: 'revoke',
      allowanceId,
      principal: principals.operator,
      reason: 'a race',
    }),
  ]);
  assert.ok(revoked.ok, JSON.stringify(revoked));
  const consume = consumed.ok ? 'consumed' : consumed.refusal.code;
  const asked = opened.length - covered.length;
  return { covered: covered.length, asked, counted, consume };
}

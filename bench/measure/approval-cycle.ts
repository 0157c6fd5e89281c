// The full cycle through the real coordinator, with a 1 KB action and real signatures:
// open -> decide -> issue the grant and consume it -> report. Four durable commits.

import {
  activatePolicy,
  type Context,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  type Ports,
  readHistory,
  recordEntry,
  reportExecution,
  type Store,
} from '@countersign/coordinator';
import type { ActionBinding } from '@countersign/protocol/action';
import { parseChain } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  createSamplePorts,
  principals,
  submission,
} from '../../packages/coordinator/src/testing/sample-ports.ts';
import { kilobyteAction } from './kilobyte-action.ts';
import { randomIds, systemClock } from './system-ports.ts';

const executor = 'billing-executor';
/** The default limit of GT-8; after that many requests the next agent asks. */
const requestsPerAgent = 20;
const verifiedMax = 200;

interface ApprovalCycles {
  readonly context: Context;
  /** One full cycle. Throws where any step is refused. */
  run(): Promise<void>;
  /** An allowed request with its signed grant, ready to be consumed. */
  allowed(): Promise<AllowedRequest>;
  /** How many grants were consumed so far, by `run` and `consume`. */
  consumed(): number;
  consume(request: AllowedRequest, context?: Context): Promise<boolean>;
  /** Reads a sample of the requests back, checks every digest and link, and says how many were sound. */
  verifySample(): Promise<number>;
}

interface AllowedRequest {
  readonly approvalRequestId: string;
  readonly action: ActionBinding;
  readonly grant: string;
}

export async function createApprovalCycles(
  store: Store,
  evidence: Evidence = {},
): Promise<ApprovalCycles> {
  const context = createBenchContext(store, evidence);
  must(await activatePolicy(context));
  const name = randomIds.uuid().slice(0, 8);
  const finished: string[] = [];
  let asked = 0;
  let consumed = 0;

  const open = async (): Promise<{ state: OpenedRequest; action: ActionBinding }> => {
    const action = kilobyteAction(`agent-${name}-${Math.floor(asked / requestsPerAgent)}`, asked++);
    const proposed = must(
      await evaluateAndOpen(context, { action, principal: principals.agent, audience: executor }),
    );
    if (proposed.verdict !== 'require_approval' || proposed.existing) {
      throw new Error('expected a new request');
    }
    return { state: proposed.state, action };
  };
  const allowed = async (): Promise<AllowedRequest> => {
    const { state, action } = await open();
    const approvalRequestId = state.request.approval_request_id;
    must(
      await recordEntry(context, {
        approvalRequestId,
        submission: submission(state, context.ids),
        principal: principals.alice,
      }),
    );
    return { approvalRequestId, action, grant: must(await issueGrant(context, approvalRequestId)) };
  };

  return {
    context,
    allowed,
    consumed: () => consumed,
    consume: async (request, by = context) => {
      const attempt = randomIds.uuid();
      const { ok } = await consumeGrant(by, { ...request, executor, attempt });
      if (ok) consumed++;
      return ok;
    },
    run: async () => {
      const request = await allowed();
      const attempt = randomIds.uuid();
      must(await consumeGrant(context, { ...request, executor, attempt }));
      consumed++;
      const { approvalRequestId } = request;
      must(await reportExecution(context, { approvalRequestId, attempt, outcome: 'succeeded' }));
      if (finished.length < verifiedMax || Math.random() < 0.05) {
        finished[finished.length % verifiedMax] = approvalRequestId;
      }
    },
    verifySample: async () => {
      for (const approvalRequestId of finished) {
        const history = must(await readHistory(context, approvalRequestId));
        const types = history.map(({ type }) => type).join(' ');
        if (types !== wholeHistory) throw new Error(`expected ${wholeHistory}, found ${types}`);
      }
      return finished.length;
    },
  };
}

const wholeHistory = [
  'policy.decided',
  'request.opened',
  'entry.recorded',
  'request.allowed',
  'grant.issued',
  'grant.consumed',
  'execution.allowed',
  'execution.reported',
].join(' ');

/** What is kept as evidence of a cycle, where it is not what the samples have. */
type Evidence = Partial<Pick<Ports, 'signer' | 'anchor'>>;

/** A process of its own, as far as memory goes. */
export function createBenchContext(store: Store, evidence: Evidence = {}): Context {
  const ports = createSamplePorts(store, systemClock, randomIds, evidence);
  const stages = [{ name: 'reviewer', approvers: { roles: ['finance'] } }];
  ports.policies.set({ chain: parseChain({ chain_id: 'finance', version: '1', stages }) });
  return createContext(ports);
}

/** How often the tool runs where four executors resume one approved request at the same time. */
export async function countRunsOfFourResumes(
  cycles: ApprovalCycles,
  evidence: Evidence = {},
): Promise<number> {
  const request = await cycles.allowed();
  const resume = () => cycles.consume(request, createBenchContext(cycles.context.store, evidence));
  const resumed = await Promise.all(Array.from({ length: 4 }, resume));
  return resumed.filter(Boolean).length;
}

export function must<Value>(outcome: Result<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
}

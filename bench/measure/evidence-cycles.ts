// The cycle of approval-cycle.ts, four durable commits, with what is kept as evidence of it chosen by whoever measures.

import {
  type Context,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  type Outcome,
  type Ports,
  readHistory,
  recordEntry,
  reportExecution,
  type Store,
} from '@countersign/coordinator';
import { type ActionBinding, parseChain } from '@countersign/protocol';
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
const readBackMax = 200;
const resumes = 4;

export interface EvidenceCycles {
  /** One full cycle. Throws where any step is refused. */
  run(): Promise<void>;
  /** How many grants were consumed so far. */
  consumed(): number;
  /** How often the tool runs where four resume one approved request at the same time. */
  runsOfFourResumes(): Promise<number>;
  /** Reads some of the requests back, checks every digest and link, and says how many were sound. */
  readBack(): Promise<number>;
}

interface Allowed {
  readonly approvalRequestId: string;
  readonly action: ActionBinding;
  readonly grant: string;
}

export function createEvidenceContext(
  store: Store,
  evidence: Partial<Pick<Ports, 'signer' | 'anchor'>>,
): Context {
  const ports = createSamplePorts(store, systemClock, randomIds, evidence);
  const stages = [{ name: 'reviewer', approvers: { roles: ['finance'] } }];
  ports.policies.set({ chain: parseChain({ chain_id: 'finance', version: '1', stages }) });
  return createContext(ports);
}

export function createEvidenceCycles(context: Context): EvidenceCycles {
  const name = randomIds.uuid().slice(0, 8);
  const finished: string[] = [];
  let asked = 0;
  let consumed = 0;
  let ended = 0;

  const allow = async (): Promise<Allowed> => {
    const action = kilobyteAction(`agent-${name}-${Math.floor(asked / requestsPerAgent)}`, asked++);
    const proposal = { action, principal: principals.agent, audience: executor };
    const proposed = must(await evaluateAndOpen(context, proposal));
    if (proposed.verdict !== 'require_approval' || proposed.existing) {
      throw new Error('expected a new request');
    }
    const { state } = proposed;
    const approvalRequestId = state.request.approval_request_id;
    const entry = { submission: submission(state, context.ids), principal: principals.alice };
    must(await recordEntry(context, { approvalRequestId, ...entry }));
    return { approvalRequestId, action, grant: must(await issueGrant(context, approvalRequestId)) };
  };
  const consume = async (allowed: Allowed, attempt: string) => {
    const outcome = await consumeGrant(context, { ...allowed, executor, attempt });
    if (outcome.ok) consumed++;
    return outcome;
  };

  return {
    consumed: () => consumed,
    run: async () => {
      const allowed = await allow();
      const { approvalRequestId } = allowed;
      const attempt = randomIds.uuid();
      must(await consume(allowed, attempt));
      must(await reportExecution(context, { approvalRequestId, attempt, outcome: 'succeeded' }));
      finished[ended++ % readBackMax] = approvalRequestId;
    },
    runsOfFourResumes: async () => {
      const allowed = await allow();
      const attempts = Array.from({ length: resumes }, () => consume(allowed, randomIds.uuid()));
      return (await Promise.all(attempts)).filter(({ ok }) => ok).length;
    },
    readBack: async () => {
      for (const id of finished) {
        const last = must(await readHistory(context, id)).at(-1)?.type;
        if (last !== 'execution.reported') throw new Error(`expected a whole cycle, found ${last}`);
      }
      return finished.length;
    },
  };
}

export function must<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
}

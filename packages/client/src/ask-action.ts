import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Scope } from '@countersign/protocol/request';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { OnQuestion } from './answer-questions.ts';
import type { BoundAction, Sealing } from './bound-action.ts';
import { definitionOf, type ExecuteOptions, must } from './execution-edge.ts';
import { newestFacts } from './follow-amended.ts';
import { NotAllowed } from './not-allowed.ts';
import type { ProposalAnswer, ProposalCall, Transport } from './transport.ts';

export interface AskOptions
  extends Pick<ExecuteOptions, 'preconditions' | 'signal' | 'tool_definition_digest'> {
  /**
   * Tells this occasion from others. The same action under the same key is one question. It runs at most once,
   * permanently and across restarts. To run the same action again, give another key, such as the id of the tool call.
   */
  readonly key?: string | undefined;
  /**
   * For a host without lasting keys: the server counts the occasions of this session. The same call finds its open
   * request again, even under another id. After an execution or a final answer, the call is the next occasion.
   */
  readonly occasion?: { readonly session: string } | undefined;
  /**
   * Called if policy wants a question, with the request and the action as people see it. `run` calls it once, even if
   * the request was decided before. `ask` calls it each time it finds the request undecided.
   */
  readonly onAsked?: ((facts: RequestFacts, action: ActionBinding) => void) | undefined;
  /**
   * Answers questions of reviewers for the agent. `run` calls it while it waits, `ask` whenever it finds an open question.
   * What it gives is shown as unverified, and moves no deadline.
   */
  readonly onQuestion?: OnQuestion | undefined;
  readonly seal?: Sealing | undefined;
  /** Further facts that policy may evaluate, besides the action. */
  readonly context?: JsonObject | undefined;
  readonly scope?: Partial<Scope> | undefined;
  readonly agent_reasoning?: string | undefined;
  /**
   * Whether the caller runs what was approved also where a reviewer changed the parameters. A rule of the policy must
   * permit changes as well. The caller then runs the parameters that it is given, and no others.
   */
  readonly amendable?: boolean | undefined;
  /**
   * What is new since the last round. It is sent if the request of the same call ended without an execution and the
   * call asks again.
   */
  readonly change?: string | undefined;
  /**
   * Whether the same call opens its next round if the request ended without an execution. The default is yes. A resumed
   * run gives `false`. The model then reads how its question ended, and asks again with a new call.
   */
  readonly mayAskAgain?: boolean | undefined;
  /** Asks again what ended without an execution: which request, and what is new. */
  readonly next_round_of?: NonNullable<ProposalCall['next_round_of']> | undefined;
}

/** Who asks, and through what. */
interface Asker {
  readonly transport: Transport;
  readonly agent: string;
  readonly executor: string;
}

/** The codes that say that an earlier call has asked again already. */
const roundIsThere: ReadonlySet<string> = new Set([
  'case_round_pending',
  'case_settled',
  'case_supersedes_mismatch',
]);

/** The server limits the rounds of a case. This number only bounds the calls for one question. */
const roundsMax = 16;

/**
 * Asks about an action. The same call finds the same request. Where that request ended without an execution and may be
 * asked again (it expired, was withdrawn or revoked, or was sent back for a fix), the call opens the next round.
 */
export async function askAction(
  asker: Asker,
  bound: BoundAction,
  asked: AskOptions,
): Promise<ProposalAnswer> {
  const first = await proposalOf(asker, bound, asked);
  let answer = await propose(asker, bound, first, asked);
  if (asked.mayAskAgain === false) return answer;
  for (let round = 1; round < roundsMax; round++) {
    // The outcome of an amended request is the outcome of the request that replaced it.
    const ended =
      answer.verdict === 'require_approval'
        ? await newestFacts(asker.transport, answer.facts, asked)
        : null;
    if (ended === null || !mayAskAgain(ended)) break;
    const { approval_request_id } = ended;
    const next_round_of = { approval_request_id, change: changeSince(ended, asked) };
    const call = { ...first, ...keyOf(asker, bound, { ...asked, next_round_of }), next_round_of };
    answer = await propose(asker, bound, call, asked);
  }
  return answer;
}

async function propose(
  { transport, executor }: Asker,
  bound: BoundAction,
  call: ProposalCall,
  { signal }: AskOptions,
): Promise<ProposalAnswer> {
  let answer = await transport.propose(call, { signal });
  if (!answer.ok && call.next_round_of !== undefined && roundIsThere.has(answer.refusal.code)) {
    // A process before this one has asked again already: under the same key that is the same question.
    const { next_round_of: _, ...found } = call;
    answer = await transport.propose(found, { signal });
  }
  return checkProposal(must(answer, { bound }), bound, executor);
}

/** The request itself says whether it ended without an execution and may be asked again. */
function mayAskAgain({ status, retry }: RequestFacts): boolean {
  return status !== 'pending' && status !== 'allowed' && retry === 'new_request';
}

const changes: Readonly<Record<RequestFacts['status'], string>> = {
  pending: 'The question is asked again.',
  allowed: 'The question is asked again.',
  denied: 'The agent asks again after the question was sent back for a fix.',
  expired: 'The agent asks again because the question before it expired.',
  cancelled: 'The agent asks again because the question before it was withdrawn.',
  amended: 'The question is asked again.',
  revoked: 'The agent asks again because the approval before it was revoked.',
  consumed: 'The question is asked again.',
};

function changeSince({ status }: RequestFacts, { change }: AskOptions): string {
  return change === undefined || change.trim() === '' ? changes[status] : change;
}

async function proposalOf(
  asker: Asker,
  bound: BoundAction,
  asked: AskOptions,
): Promise<ProposalCall> {
  const { context, scope, agent_reasoning, amendable, next_round_of } = asked;
  const preconditions = await asked.preconditions?.();
  return {
    action: bound.proposed,
    audience: asker.executor,
    ...keyOf(asker, bound, asked),
    ...(context === undefined ? {} : { context }),
    ...(scope === undefined ? {} : { scope }),
    ...(agent_reasoning === undefined ? {} : { agent_reasoning }),
    ...(amendable === true ? { amendable } : {}),
    ...(next_round_of === undefined ? {} : { next_round_of }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...definitionOf(asked),
  };
}

/** The same action, key and round are permanently the same question. */
function keyOf(
  { agent }: Asker,
  { digest }: BoundAction,
  { key, occasion, next_round_of }: AskOptions,
): Pick<ProposalCall, 'idempotency_key' | 'occasion'> {
  if (occasion !== undefined) {
    if (key === undefined) return { occasion };
    throw new ProtocolError('options_malformed', '/occasion', 'expected a key or an occasion');
  }
  const round = next_round_of?.approval_request_id ?? null;
  return { idempotency_key: sha256({ agent, action_digest: digest, key: key ?? null, round }) };
}

/** An answer about another action or for another executor is refused. */
function checkProposal(
  answer: ProposalAnswer,
  { digest, proposed }: BoundAction,
  executor: string,
): ProposalAnswer {
  const tool = proposed.target.tool_name;
  const facts = answer.verdict === 'require_approval' ? answer.facts : undefined;
  const answered = answer.verdict === 'require_approval' ? answer.facts.request : answer.decision;
  if (answered.action_digest !== digest) {
    const detail = `expected ${digest}, found ${answered.action_digest}`;
    throw new NotAllowed({ code: 'action_digest_mismatch', detail, facts, tool });
  }
  if (facts !== undefined && facts.request.audience !== executor) {
    const detail = `expected ${executor}, found ${facts.request.audience}`;
    throw new NotAllowed({ code: 'audience_mismatch', detail, facts, tool });
  }
  if (answer.verdict === 'deny') {
    const { reasons, policy_rule_id } = answer.decision;
    const detail = reasons.length > 0 ? reasons.join('; ') : `by the rule ${policy_rule_id}`;
    throw new NotAllowed({ code: 'policy_denied', detail, tool, policy_reason: detail });
  }
  return answer;
}

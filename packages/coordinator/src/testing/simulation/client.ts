import type { ActionBinding } from '@countersign/protocol/action';
import {
  batchChallenge,
  batchTree,
  batchViewDigest,
  decisionChallenge,
  reasonDigest,
} from '@countersign/protocol/chain';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { PersonId, Principal } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import type { Proposal } from '../../evaluate-and-open.ts';
import {
  assertionFor,
  executors,
  origin,
  passkeys,
  principals,
  relyingParty,
  type Tool,
} from './cast.ts';
import type { Operation, OperationOf, Submission } from './operation.ts';
import { plainDigest } from './plain-digest.ts';
import type { Random } from './random.ts';
import type { Answer, World } from './world.ts';

/** With every choice, and without one. */
const denialCodes = ['reviewed', 'reviewed', 'fix', 'fix:wrong_value', 'never:not_needed'] as const;

/** A question that a client knows to be open: what it was told, and what it had asked. */
export interface Question {
  readonly id: string;
  readonly action: ActionBinding;
  readonly proposal: Proposal;
  readonly state: OpenedRequest;
  readonly version: number;
}

/** What clients do: they send, resend, send twice, and remember what they were told. */
export class Client {
  readonly world: World;
  readonly random: Random;
  /** The store that decisions are signed for. */
  storeId = '';
  #items = 0;

  constructor(world: World) {
    this.world = world;
    this.random = world.random;
  }

  id(prefix: string): string {
    return `${prefix}_${this.random.uuid().replaceAll('-', '')}`;
  }

  action(tool: Tool, amount: number, change: Partial<ActionBinding> = {}): ActionBinding {
    return {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: tool === 'deploy' ? 'deploy-bot' : 'billing-bot',
      subject_id: null,
      target: { tool_name: tool, tool_schema_version: '2', resource: 'acct-42' },
      parameters: { amount, item: ++this.#items },
      ...change,
    };
  }

  propose(action: ActionBinding, change: Partial<Proposal> = {}): OperationOf<'propose'> {
    const proposal = {
      action,
      principal: principals.billingBot,
      audience: executors[0],
      ...change,
    };
    return { kind: 'propose', proposal };
  }

  send(operation: Operation): Promise<Answer> {
    return this.world.send(operation);
  }

  /** Sends until an answer gives the result, or patience ends. */
  async insist(operation: Operation, tries = 4): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(operation);
      const { outcome } = answer ?? {};
      const known =
        outcome?.ok === true || (outcome && outcome.refusal.code !== 'store_unavailable');
      if (known || attempt >= tries) return answer;
    }
  }

  /** Sends a command now and, by chance, once or twice more later on. */
  async repeat(operation: Operation, again = 0.25): Promise<Answer> {
    const answers = [this.insist(operation)];
    while (answers.length < 3 && this.random.chance(again)) answers.push(this.send(operation));
    const [first] = await Promise.all(answers);
    return first ?? null;
  }

  async open(operation: OperationOf<'propose'>, again?: number): Promise<Question | null> {
    return questionIn(operation, await this.repeat(operation, again));
  }

  submission(
    question: Question,
    stage_index: number,
    decision: 'allow' | 'deny',
    change: Partial<Submission> = {},
  ): Submission {
    const { trace: _trace, ...presented } = question.state.request;
    return {
      chain_entry_id: this.id('ace'),
      stage_index,
      decision,
      reason_code: decision === 'deny' ? this.random.pick(denialCodes) : 'reviewed',
      reason: decision === 'deny' ? 'not like this' : '',
      input_digest: plainDigest(presented),
      ...change,
    };
  }

  decide(question: Question, principal: Principal, submission: Submission): OperationOf<'decide'> {
    return { kind: 'decide', approvalRequestId: question.id, submission, principal };
  }

  /** The submission as the browser of this person sends it after asking their passkey. */
  signed(question: Question, person: PersonId, submission: Submission, nonce: string): Submission {
    const passkey = passkeys.find(({ registered }) => registered.person_id === person);
    if (passkey === undefined) return submission;
    const { request } = question.state;
    const view_digest = viewDigest(presentedView(request, question.action));
    const challenge = decisionChallenge({
      store_id: this.storeId as never,
      epoch: this.world.ledger.epoch,
      approval_request_id: request.approval_request_id,
      input_digest: submission.input_digest as never,
      view_digest,
      stage_index: submission.stage_index,
      chain_entry_id: submission.chain_entry_id as never,
      approver_identity: person,
      decision: submission.decision,
      reason_digest: reasonDigest({ ...submission, summary: null }),
      execute_within_seconds: request.execute_within_seconds,
      nonce,
      ...waysIn(submission),
    });
    const assertion = {
      public_key: passkey.registered.public_key,
      origin,
      rp_id: relyingParty,
      nonce,
      response: assertionFor(passkey, challenge),
    };
    return { ...submission, view_digest, assertion };
  }
}

/** What a passkey signs besides, where the decision is for another person or releases the action alone. */
function waysIn({ on_behalf_of, break_glass }: Submission): object {
  return {
    ...(on_behalf_of === undefined ? {} : { on_behalf_of }),
    ...(break_glass === undefined ? {} : { break_glass }),
  };
}

/** The decisions of a person on several questions, with one signature over all of them. */
export function signedBatch(
  client: Client,
  questions: readonly Question[],
  person: PersonId,
  nonce: string,
): OperationOf<'batch'>['rows'] {
  const passkey = passkeys.find(({ registered }) => registered.person_id === person);
  if (passkey === undefined) return [];
  const rows = questions.map(question => {
    const { request } = question.state;
    const view_digest = viewDigest(presentedView(request, question.action));
    return { request, submission: { ...client.submission(question, 0, 'allow'), view_digest } };
  });
  const signs = {
    store_id: client.storeId as never,
    epoch: client.world.ledger.epoch,
    approver_identity: person,
  };
  const tree = batchTree(
    rows.map(({ request, submission }) => ({
      ...signs,
      approval_request_id: request.approval_request_id,
      input_digest: submission.input_digest as never,
      view_digest: submission.view_digest,
      stage_index: submission.stage_index,
      chain_entry_id: submission.chain_entry_id as never,
      decision: submission.decision,
      reason_digest: reasonDigest({ ...submission, summary: null }),
      execute_within_seconds: request.execute_within_seconds,
    })),
  );
  const batch_view_digest = batchViewDigest(
    rows.map(({ request, submission }) => ({
      approval_request_id: request.approval_request_id,
      view_digest: submission.view_digest,
    })),
  );
  const whole = { root: tree.root, count: rows.length, batch_view_digest };
  const response = assertionFor(passkey, batchChallenge({ ...signs, ...whole, nonce }));
  const { public_key } = passkey.registered;
  return rows.map(({ request, submission }, index) => ({
    approvalRequestId: request.approval_request_id,
    submission: {
      ...submission,
      assertion: {
        public_key,
        origin,
        rp_id: relyingParty,
        nonce,
        response,
        batch: { ...whole, ...tree.places[index] },
      },
    },
  }));
}

function questionIn({ proposal }: OperationOf<'propose'>, answer: Answer): Question | null {
  if (!answer?.outcome.ok) return null;
  const { value } = answer.outcome as {
    value: { verdict: string; state: OpenedRequest; version: number };
  };
  if (value.verdict !== 'require_approval') return null;
  const { state, version } = value;
  const id = state.request.approval_request_id;
  return { id, action: proposal.action as ActionBinding, proposal, state, version };
}

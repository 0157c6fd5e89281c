import type { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { ApprovalRequest } from '@countersign/protocol/request';
import type { PresentedView } from '@countersign/protocol/view';
import type { EvaluationKinds } from './evaluation-job.ts';
import { type EvaluationLimits, EvaluationPool, late } from './evaluation-pool.ts';

/**
 * Large views, made in a thread of their own with a deadline. They do not wait behind evaluations, because a person waits
 * for them. Each agent has its own turn and its own time: the views of one do not delay those of another (HI-2, HI-3).
 */
export class ThreadedViews {
  readonly #pool: EvaluationPool;

  constructor(now: () => number, limits: Partial<EvaluationLimits> = {}) {
    this.#pool = new EvaluationPool({}, now, { threads: 1, ...limits }, 'views');
  }

  async view(
    request: ApprovalRequest,
    action: ActionBinding,
  ): Promise<{ readonly view: PresentedView; readonly view_digest: Digest }> {
    const { view, view_digest } = await this.#make(request, action, true);
    if (view === null) throw new Error('the thread sent no view');
    return { view, view_digest };
  }

  async digest(request: ApprovalRequest, action: ActionBinding): Promise<Digest> {
    return (await this.#make(request, action, false)).view_digest;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #make(
    request: ApprovalRequest,
    action: ActionBinding,
    whole: boolean,
  ): Promise<EvaluationKinds['view']['answer']> {
    const job = { request, actionText: canonicalize(action), whole };
    const made = await this.#pool.run(request.agent_id, 'view', job);
    if (made !== late) return made;
    throw new ProtocolError('view_too_large', '/action', 'expected a view that is made in time');
  }
}

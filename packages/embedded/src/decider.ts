import {
  answerHold,
  type Context,
  changeDirectoryAtOnce,
  loadHold,
  readRequest,
  renderHold,
} from '@countersign/coordinator';
import type { Hold } from '@countersign/protocol/hold';
import type { ReasonCode } from '@countersign/protocol/reason';
import type { ApprovalRequest } from '@countersign/protocol/request';
import {
  authenticated,
  idFromUuid,
  PersonId,
  type Principal,
  systemActor,
} from '@countersign/protocol/value';
import { type PresentedView, shortCode } from '@countersign/protocol/view';
import { derivedUuid } from './derived-uuid.ts';
import { EmbedRefused } from './embed-refused.ts';
import { type DecisionMade, isAmendment, recordDecision, viewOf } from './record-decision.ts';

/** What a person is asked. */
export interface Question {
  readonly request: ApprovalRequest;
  /** What is to be shown: it is made of the bytes that will run, and its digest goes into the decision. */
  readonly view: PresentedView;
  readonly short_code: string;
  /** Aborts when the gate closes. */
  readonly signal: AbortSignal;
}

/**
 * Asks a person in this process, such as on its terminal. That the process vouches for who answers is worth the
 * assurance `conversation` and no more: a stage that is to be decided here must say `min_assurance: conversation`.
 */
export interface Decider {
  readonly person: { readonly name: string; readonly roles: readonly string[] };
  decide(question: Question): Promise<DecisionMade> | DecisionMade;
  /** Answers a halted session: `Proceed`, or anything else, which means no. Without it, every hold is refused. */
  answer?(
    hold: Hold,
    surroundings: {
      readonly signal: AbortSignal;
      /** What the agent wrote; null where it was erased. */
      readonly words: string | null;
    },
  ): Promise<string> | string;
}

interface Surroundings {
  readonly signal: AbortSignal;
  /** Told where the decider threw, or what it decided could not be recorded. */
  readonly onFault: (error: unknown) => void;
}

/** Beyond this the oldest question may be asked once more, which then finds it decided or over. */
const rememberedMax = 4096;

/** Asks each question once in the life of a process; what a decider throws or leaves unsaid changes nothing. */
export class Deciding {
  readonly #context: Context;
  readonly #decider: Decider;
  readonly #principal: Principal;
  readonly #signal: AbortSignal;
  readonly #onFault: (error: unknown) => void;
  readonly #asked = new Set<string>();

  private constructor(
    context: Context,
    decider: Decider,
    principal: Principal,
    { signal, onFault }: Surroundings,
  ) {
    this.#context = context;
    this.#decider = decider;
    this.#principal = principal;
    this.#signal = signal;
    this.#onFault = onFault;
  }

  /** Records the person first: an unknown person could decide nothing. */
  static async open(
    context: Context,
    decider: Decider,
    surroundings: Surroundings,
  ): Promise<Deciding> {
    const { name, roles } = decider.person;
    const person_id = idFromUuid(PersonId, 'person', derivedUuid('decider', name));
    const profile = { name, email: null };
    const added = await changeDirectoryAtOnce(
      context,
      [
        { type: 'add_person', person_id, roles, profile },
        { type: 'change_person', person_id, roles, profile, active: true },
      ],
      systemActor,
    );
    // Who was there before with other roles is changed, not added.
    const known =
      added.ok || added.refusal.code !== 'person_already_added'
        ? added
        : await changeDirectoryAtOnce(
            context,
            [{ type: 'change_person', person_id, roles, profile, active: true }],
            systemActor,
          );
    if (!known.ok)
      throw new EmbedRefused(`the decider could not be recorded: ${known.refusal.detail}`);
    const principal = authenticated({
      kind: 'human',
      principal_id: `embedded:${person_id}`,
      person_id,
      roles,
      assurance: 'conversation',
    });
    return new Deciding(context, decider, principal, surroundings);
  }

  /** Does not wait for the answer. */
  askAbout(approvalRequestId: string): void {
    this.#once(approvalRequestId, () => this.#ask(approvalRequestId));
  }

  askToProceed(holdId: string): void {
    this.#once(holdId, async () => {
      const { state } = await loadHold(this.#context, holdId);
      if (state.status !== 'placed') return;
      const words = await this.#context.store.readAction(state.hold.message_digest);
      const rendered = await renderHold(this.#context, { holdId, principal: this.#principal });
      if (!rendered.ok) {
        const { detail } = rendered.refusal;
        this.#onFault(new EmbedRefused(`the decider may not answer a halted session: ${detail}`));
        return;
      }
      const surroundings = { signal: this.#signal, words };
      const choice = await this.#decider.answer?.(state.hold, surroundings);
      await answerHold(this.#context, { holdId, choice, principal: this.#principal });
    });
  }

  async #ask(approvalRequestId: string): Promise<void> {
    const read = await readRequest(this.#context, approvalRequestId);
    if (!read.ok || read.value.status !== 'pending') return;
    const { state } = read.value;
    const shown = await viewOf(this.#context, state);
    if (shown === null) return;
    const { request } = state;
    const { view, view_digest } = shown;
    const short_code = shortCode({ ...request, view_digest });
    const made = await this.#decider.decide({ request, view, short_code, signal: this.#signal });
    if (this.#signal.aborted) return;
    const recorded = await recordDecision(this.#context, state, this.#principal, shown, made);
    // Another process may have been told the same answer first, and time may have ended the question.
    if (!recorded.ok && !isOver(recorded.refusal.code)) {
      const { detail } = recorded.refusal;
      this.#onFault(new EmbedRefused(`a decision of the decider was not recorded: ${detail}`));
    }
    if (isAmendment(made)) {
      if (recorded.ok) this.askAbout(recorded.value.state.request.approval_request_id);
      return;
    }
    if (!isDecision(made)) {
      const problem =
        "expected { decision: 'allow' } or { decision: 'deny' }; the answer was recorded as a denial";
      this.#onFault(new EmbedRefused(`the decider gave another answer: ${problem}`));
    }
  }

  #once(id: string, ask: () => Promise<void>): void {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    for (const oldest of this.#asked) {
      if (this.#asked.size <= rememberedMax) break;
      this.#asked.delete(oldest);
    }
    // Not answered is not answered: the question stays open until its time is over (TR-5). But it is told.
    ask().catch(error => {
      if (!this.#signal.aborted) this.#onFault(error);
    });
  }
}

function isOver(code: ReasonCode): boolean {
  return /^(?:request|grant)_|^approver_already_decided$/.test(code);
}

function isDecision(made: unknown): boolean {
  const { decision } = (made ?? {}) as { readonly decision?: unknown };
  return decision === 'allow' || decision === 'deny';
}

import type { EntrySubmission } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError, type Refusal, type Result } from '@countersign/protocol/reason';
import { type ApprovalRequest, inputDigest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import { type LegacyAnswer, parseLegacyAnswer, toLegacyRequest } from '../agt/legacy-forms.ts';
import type { AgtApprovalRequest } from '../agt/records.ts';
import { checkLegacyTerms, type LegacyTerms } from '../agt/strict-mode.ts';
import { toAgtRequest } from '../agt/to-records.ts';
import { webhookLimits } from '../agt/webhook.ts';
import { derivedId } from '../mplp/identifiers.ts';

/** A request that is to be put to a legacy handler, in the stage in which it is open. */
export interface LegacyQuestion {
  readonly request: ApprovalRequest;
  readonly view_digest: Digest | null;
  readonly stage_index: number;
  readonly policy_rule_id: string;
  /** For the old payload only; who may decide is the stage's business. */
  readonly approvers?: readonly string[];
}

export interface LegacyPorts {
  /**
   * Records an entry under the credential of the service that runs this adapter. That service is the decider, where
   * a stage lists it (ID-7); the name in the handler's answer identifies no person (ID-1).
   */
  readonly submit: (
    approval_request_id: string,
    submission: EntrySubmission,
  ) => Promise<Result<unknown>>;
  /** Resolves after that time, or as soon as the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /**
   * Milliseconds of a clock that only runs forward, such as `performance.now`. It is read after the answer: a handler
   * that blocks its thread also blocks the timer that would have ended it.
   */
  readonly elapsed: () => number;
}

export interface LegacyOptions extends LegacyTerms {
  readonly timeout_seconds: number;
}

/** The result. Without an entry nothing has changed: the request stays open for another decider. */
export type LegacyOutcome =
  | { readonly recorded: true; readonly submission: EntrySubmission }
  | { readonly recorded: false; readonly mark: string; readonly refusal: Refusal };

/** AGT's marks for a handler that did not answer. */
const marks = { timeout: 'system:timeout', error: 'system:error', refused: 'system:auto-reject' };

export interface LegacyAdapter {
  ask(question: LegacyQuestion): Promise<LegacyOutcome>;
}

/**
 * An ApprovalHandler of AGT's, asked with the request in its bound form. The entry is made here, from the request, and
 * not by the handler. Throws where strict mode holds. A handler that may block belongs in a thread, where it can be
 * interrupted: `handlerInThread` of `@countersign/dialects/threads`.
 */
export function legacyCallback(
  options: LegacyOptions,
  ports: LegacyPorts,
  callback: (request: AgtApprovalRequest, signal: AbortSignal) => unknown,
): LegacyAdapter {
  checkOptions(options, ports);
  return adapter('callback', options, ports, async ({ request }, signal) =>
    parseLegacyAnswer(await callback(toAgtRequest(request, 'pending'), signal)),
  );
}

/** AGT's first webhook, which knows neither request nor digest. `post` sends a body and answers that of the response. */
export function legacyWebhook(
  options: LegacyOptions,
  ports: LegacyPorts,
  post: (body: string, signal: AbortSignal) => Promise<string | Uint8Array>,
): LegacyAdapter {
  checkOptions(options, ports);
  return adapter('webhook', options, ports, async (question, signal) => {
    const { request, policy_rule_id: rule_name, approvers = [] } = question;
    const body = JSON.stringify(toLegacyRequest(request, { rule_name, approvers }));
    return parseLegacyAnswer(parseStrict(await post(body, signal), webhookLimits), webhookLimits);
  });
}

function checkOptions(options: LegacyOptions, ports: LegacyPorts): void {
  checkLegacyTerms(options);
  if (typeof ports.elapsed !== 'function') {
    throw new ProtocolError(
      'options_malformed',
      '/ports/elapsed',
      'expected a clock such as performance.now; without one a late answer would count',
    );
  }
  const { timeout_seconds } = options;
  if (!Number.isFinite(timeout_seconds) || timeout_seconds <= 0 || timeout_seconds > 86_400) {
    throw new ProtocolError(
      'options_malformed',
      '/timeout_seconds',
      'expected seconds above 0, at most a day',
    );
  }
}

function adapter(
  name: string,
  { timeout_seconds }: LegacyOptions,
  ports: LegacyPorts,
  ask: (question: LegacyQuestion, signal: AbortSignal) => Promise<LegacyAnswer>,
): LegacyAdapter {
  return {
    ask: async question => {
      const over = new AbortController();
      const limit = timeout_seconds * 1000;
      const start = ports.elapsed();
      const answered = settled(() => ask(question, over.signal));
      // Unlike upstream's, this ends by itself: the handler is not waited for past its time.
      const time = ports.pause(limit, over.signal).then(() => null);
      const first = await Promise.race([answered, time]);
      // Not a number is not in time either (TM-1).
      const inTime = ports.elapsed() - start < limit;
      over.abort();
      if (first === null || !inTime) {
        const detail = `no answer within ${timeout_seconds} s`;
        return {
          recorded: false,
          mark: marks.timeout,
          refusal: { code: 'answer_malformed', detail },
        };
      }
      if (!first.ok) {
        return { recorded: false, mark: marks.error, refusal: first.refusal };
      }
      const submission = submissionFor(name, question, first.value);
      const recorded = await ports.submit(question.request.approval_request_id, submission);
      return recorded.ok
        ? { recorded: true, submission }
        : { recorded: false, mark: marks.refused, refusal: recorded.refusal };
    },
  };
}

/**
 * The protocol entry. Its id follows from what it answers, so that a second delivery of the same answer is the same
 * entry, and one of another answer is a conflict (CH-4).
 */
function submissionFor(
  name: string,
  { request, view_digest, stage_index }: LegacyQuestion,
  { approved, approver, reason }: LegacyAnswer,
): EntrySubmission {
  const { approval_request_id } = request;
  const uuid = derivedId('legacy-entry', `${approval_request_id}/${stage_index}/${name}`);
  const claimed = approver === '' ? 'nobody' : JSON.stringify(approver);
  return {
    chain_entry_id: idFromUuid(ChainEntryId, 'ace', uuid),
    stage_index,
    decision: approved ? 'allow' : 'deny',
    reason_code: `legacy-${name}`,
    reason: reason === '' && !approved ? `the ${name} said no` : reason,
    summary: `A legacy ${name} answered; it names ${claimed}, which is not verified.`,
    input_digest: inputDigest(request),
    view_digest,
    assertion: null,
  };
}

async function settled(
  ask: () => Promise<LegacyAnswer>,
): Promise<{ ok: true; value: LegacyAnswer } | { ok: false; refusal: Refusal }> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    const detail = error instanceof ProtocolError ? error.message : 'the handler failed';
    return { ok: false, refusal: { code: 'answer_malformed', detail } };
  }
}

import {
  ApiProblem,
  type RequestRepresentation,
  type ViewAnswer,
} from '@countersign/client/people';
import type { BreakGlassCause, EntrySubmission } from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import {
  ChainEntryId,
  type DelegationId,
  idFromUuid,
  type PersonId,
} from '@countersign/protocol/value';
import type { Shown } from '@countersign/protocol/view';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { showToast } from '../design/toast-list.ts';
import { armingMilliseconds, whenLookedAtAgain } from '../design/use-armed.ts';
import { sentenceOf } from '../facts/sentence.ts';
import { decisionText } from '../language/english/decision.ts';
import { type ApproveState, evolveDecision, initialApprove } from './approve-state.ts';
import { PasskeyRefused, signDecision } from './passkey.ts';
import { type RefusalWords, refusalWords } from './refusal-words.ts';

interface DecisionInput {
  readonly id: string;
  readonly shown: Shown | null;
  readonly representation: RequestRepresentation;
  readonly view: ViewAnswer;
  readonly personId: string;
  /** Everything that has to be seen has been seen. */
  readonly allSeen: boolean;
  /** Puts in what the store answered, or reads the card again. */
  onSettled(answer: RequestRepresentation | null): void;
}

export interface Decision {
  readonly state: ApproveState;
  readonly refusal: RefusalWords | null;
  approve(): void;
  reject(reason: { readonly code: string; readonly words: string }): void;
  /** Releases the action alone, where the chain permits it (BG-1). */
  release(release: { readonly cause: BreakGlassCause; readonly reason: string }): void;
  dismiss(): void;
}

/** A submission whose answer was lost is sent again as it is: the store counts it once. */
interface Unanswered {
  readonly submission: EntrySubmission;
  readonly key: string;
}

export function useDecision(input: DecisionInput): Decision {
  const { id, shown, representation, view, personId, allSeen, onSettled } = input;
  const [state, dispatch] = useReducer(evolveDecision, initialApprove);
  const [refusal, setRefusal] = useState<RefusalWords | null>(null);
  const unanswered = useRef<Unanswered | null>(null);
  const ceremony = useRef<AbortController | null>(null);
  const { eligibility } = view;
  const { may_decide, may_deny = may_decide } = eligibility;
  const pending = representation.status === 'pending';
  const complete = shown !== null && pending && may_decide && allSeen;

  // This runs before the screen is drawn. A later effect would leave a moment in which the old readiness applies to new
  // facts.
  useLayoutEffect(() => dispatch({ type: 'looked', complete }), [complete]);

  useEffect(() => {
    if (state.phase !== 'arming') return;
    const { turn } = state;
    const timer = setTimeout(() => dispatch({ type: 'armed', turn }), armingMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  const onScreen = [
    representation.version,
    view.view_digest,
    view.epoch,
    eligibility.stage_index,
    eligibility.needs,
    eligibility.self_confirm,
    eligibility.on_behalf_of?.delegation_id,
    eligibility.release?.stage_index,
  ].join(' ');
  const before = useRef(onScreen);
  useLayoutEffect(() => {
    if (before.current === onScreen) return;
    before.current = onScreen;
    ceremony.current?.abort();
    dispatch({ type: 'changed' });
  }, [onScreen]);
  useEffect(() => whenLookedAtAgain(() => dispatch({ type: 'returned' })), []);
  useEffect(() => () => ceremony.current?.abort(), []);

  const send = async (submission: EntrySubmission): Promise<void> => {
    const waiting = unanswered.current ?? { submission, key: crypto.randomUUID() };
    unanswered.current = waiting;
    try {
      const answer = await api.decide(id, waiting.submission, { key: waiting.key });
      unanswered.current = null;
      dispatch({ type: 'committed' });
      const sentence =
        shown === null ? null : sentenceOf(shown.action, view.display?.parts ?? null).text;
      showToast(committedWords(submission.decision, answer, sentence));
      onSettled(answer);
    } catch (problem) {
      const lost =
        !(problem instanceof ApiProblem) || problem.status === 0 || problem.status >= 500;
      if (!lost) unanswered.current = null;
      refuse(problem, lost);
    }
  };

  const refuse = (problem: unknown, lost: boolean): void => {
    const words = wordsFor(problem, lost);
    setRefusal(words);
    // The bar may be gone a moment later, because the cause of the refusal also ended the request.
    if (problem instanceof ApiProblem && !lost) showToast({ kind: 'refused', ...words });
    dispatch({ type: 'refused' });
    onSettled(null);
  };

  const submissionFor = (
    decision: 'allow' | 'deny',
    code: string,
    reason: string,
  ): EntrySubmission | null => {
    if (eligibility.stage_index === null) return null;
    // A request whose view does not match can still be rejected. A deny names the question, and not a view that was
    // never shown.
    if (shown === null && decision === 'allow') return null;
    return {
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', crypto.randomUUID()),
      stage_index: eligibility.stage_index,
      decision,
      reason_code: code,
      reason,
      summary: null,
      input_digest: shown?.inputDigest ?? (view.input_digest as Digest),
      view_digest: shown?.viewDigest ?? null,
      assertion: null,
      ...behalfOf(eligibility),
    };
  };

  /** The same decision again where its answer was lost, or this one. */
  const sameOr = (fresh: EntrySubmission): EntrySubmission => {
    const earlier = unanswered.current?.submission;
    const same =
      earlier !== undefined &&
      earlier.decision === fresh.decision &&
      earlier.reason === fresh.reason &&
      earlier.reason_code === fresh.reason_code &&
      earlier.stage_index === fresh.stage_index &&
      earlier.break_glass === fresh.break_glass &&
      earlier.view_digest === fresh.view_digest;
    if (!same) unanswered.current = null;
    return same ? earlier : fresh;
  };

  const decide = async (fresh: EntrySubmission, needsPasskey: boolean): Promise<void> => {
    const submission = sameOr(fresh);
    if (!needsPasskey || submission.assertion !== null) {
      if (needsPasskey) dispatch({ type: 'signed' });
      await send(submission);
      return;
    }
    if (shown === null) {
      refuse(new DecisionRefused('bytes_differ'), false);
      return;
    }
    const over = new AbortController();
    ceremony.current = over;
    try {
      const fetched = await api.getView(id, { signal: over.signal });
      const same =
        fetched.approval_request_id === view.approval_request_id &&
        fetched.store_id === view.store_id &&
        fetched.epoch === view.epoch &&
        stageFor(fetched, submission) === submission.stage_index &&
        fetched.view_digest === shown.viewDigest &&
        fetched.input_digest === shown.inputDigest;
      if (!same) throw new DecisionRefused('entry_view_mismatch');
      const { signal } = over;
      const assertion = await signDecision({ shown, view: fetched, personId, submission, signal });
      if (signal.aborted) throw new PasskeyRefused('passkey_dismissed');
      dispatch({ type: 'signed' });
      await send({ ...submission, assertion });
    } catch (problem) {
      refuse(problem, false);
    }
  };

  const needsPasskey = eligibility.needs === 'webauthn';
  const approve = (): void => {
    if (state.phase !== 'ready' || !complete) return;
    const submission = submissionFor('allow', 'reviewed', '');
    if (submission === null) return;
    setRefusal(null);
    dispatch({ type: 'approve', passkey: needsPasskey });
    void decide(submission, needsPasskey);
  };
  const reject: Decision['reject'] = ({ code, words }) => {
    if (!pending || !may_deny || state.phase === 'sending' || state.phase === 'passkey') return;
    const submission = submissionFor('deny', code, words);
    if (submission === null) return;
    setRefusal(null);
    dispatch({ type: 'reject', passkey: needsPasskey });
    void decide(submission, needsPasskey);
  };
  const release: Decision['release'] = ({ cause, reason }) => {
    const stage = eligibility.release?.stage_index;
    const busy = state.phase === 'sending' || state.phase === 'passkey';
    if (!pending || busy || shown === null || stage === undefined || !allSeen) return;
    setRefusal(null);
    dispatch({ type: 'release' });
    const submission: EntrySubmission = {
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', crypto.randomUUID()),
      stage_index: stage,
      decision: 'allow',
      reason_code: 'break_glass',
      reason,
      summary: null,
      input_digest: shown.inputDigest,
      view_digest: shown.viewDigest,
      assertion: null,
      break_glass: cause,
    };
    void decide(submission, true);
  };
  const dismiss = useCallback(() => setRefusal(null), []);
  return { state, refusal, approve, reject, release, dismiss };
}

/** Whom the person decides for, where they may not in their own name (DG-2). */
function behalfOf({
  on_behalf_of,
}: ViewAnswer['eligibility']): Pick<EntrySubmission, 'on_behalf_of'> {
  if (on_behalf_of === undefined) return {};
  const { delegation_id, person_id } = on_behalf_of;
  return {
    on_behalf_of: {
      delegation_id: delegation_id as DelegationId,
      person_id: person_id as PersonId,
    },
  };
}

/** The stage that the server would now take this decision for. */
function stageFor(
  { eligibility }: ViewAnswer,
  { break_glass }: EntrySubmission,
): number | null | undefined {
  return break_glass === undefined ? eligibility.stage_index : eligibility.release?.stage_index;
}

class DecisionRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function wordsFor(problem: unknown, lost: boolean): RefusalWords {
  if (lost) return refusalWords({ code: 'unreachable' });
  if (problem instanceof ApiProblem) return refusalWords(problem);
  if (problem instanceof PasskeyRefused || problem instanceof DecisionRefused) {
    return refusalWords({ code: problem.code });
  }
  return refusalWords({ code: 'unreachable' });
}

function committedWords(
  decision: 'allow' | 'deny',
  answer: RequestRepresentation,
  sentence: string | null,
) {
  const about =
    sentence === null ? '' : `: ${sentence.length > 80 ? `${sentence.slice(0, 79)}…` : sentence}`;
  const ok = { kind: 'ok', group: 'decision' } as const;
  if (decision === 'deny') {
    return {
      ...ok,
      title: `${answer.retry === 'new_request' ? decisionText.sentBack : decisionText.rejected}${about}`,
      detail: decisionText.nothingRuns,
    };
  }
  return answer.status === 'pending'
    ? {
        ...ok,
        title: decisionText.recorded(about),
        detail: decisionText.othersDecide,
      }
    : { ...ok, title: decisionText.approvedAbout(about), detail: decisionText.mayStartOnce };
}

import { reasonWords } from '../frame/problem-words.ts';
import { decisionText } from '../language/english/decision.ts';
/** A decision that did not count, in words: what was expected, what was found, what to do. */
export interface RefusalWords {
  readonly title: string;
  readonly detail: string;
}

const words: Readonly<Record<string, RefusalWords>> = {
  request_expired: {
    title: decisionText.expiredNothingRan,
    detail: decisionText.expiredDetail,
  },
  request_denied: {
    title: decisionText.alreadyRejected,
    detail: decisionText.alreadyRejectedDetail,
  },
  request_cancelled: {
    title: decisionText.withdrawnNothingRan,
    detail: decisionText.withdrawnDetail,
  },
  request_allowed: {
    title: decisionText.alreadyApproved,
    detail: decisionText.alreadyApprovedDetail,
  },
  grant_already_consumed: {
    title: decisionText.alreadyStarted,
    detail: decisionText.alreadyStartedDetail,
  },
  stage_satisfied: {
    title: decisionText.stageComplete,
    detail: decisionText.stageCompleteDetail,
  },
  stage_not_open: {
    title: decisionText.stageNotOpen,
    detail: decisionText.stageNotOpenDetail,
  },
  approver_joins_later: {
    title: decisionText.joinLater,
    detail: decisionText.joinLaterDetail,
  },
  approver_already_decided: {
    title: decisionText.alreadyDecided,
    detail: decisionText.alreadyDecidedDetail,
  },
  policy_changed: {
    title: decisionText.policyChanged,
    detail: decisionText.policyChangedDetail,
  },
  entry_view_mismatch: {
    title: decisionText.otherCard,
    detail: decisionText.otherCardDetail,
  },
  entry_input_mismatch: {
    title: decisionText.otherQuestion,
    detail: decisionText.otherQuestionDetail,
  },
  nonce_already_used: {
    title: decisionText.signatureUsed,
    detail: decisionText.signatureUsedDetail,
  },
  bytes_differ: {
    title: decisionText.nothingSigned,
    detail: decisionText.bytesDifferDetail,
  },
  passkey_dismissed: {
    title: decisionText.nothingSigned,
    detail: decisionText.dismissedDetail,
  },
  passkey_missing: {
    title: decisionText.noPasskey,
    detail: decisionText.noPasskeyDetail,
  },
  unreachable: {
    title: decisionText.noAnswer,
    detail: decisionText.noAnswerDetail,
  },
};

export function refusalWords(problem: {
  readonly code: string;
  readonly title?: string;
  readonly remedy?: string | null;
}): RefusalWords {
  const known = words[problem.code];
  if (known !== undefined) return known;
  const { title, remedy } = reasonWords(problem.code) ?? problem;
  return {
    title: decisionText.notCounted(title ?? problem.code),
    detail: remedy ?? decisionText.notCountedDetail,
  };
}

/** Why this person may not decide, as one sentence in place of the buttons. */
export function notEligibleWords(code: string | null, stage: string | null): string {
  const where = stage === null ? decisionText.thisRequest : decisionText.theStage(stage);
  switch (code) {
    case 'approver_not_independent':
      return decisionText.notIndependent(where);
    case 'approver_joins_later':
      return decisionText.joinsLater(where);
    case 'approver_already_decided':
      return decisionText.othersRemain;
    case 'approver_is_agent':
    case 'approver_kind_not_permitted':
      return decisionText.otherKind(where);
    case 'approver_assurance_too_low':
      return decisionText.signInTooWeak(where);
    case 'assertion_missing':
      return decisionText.needsPasskey(capital(where));
    case 'policy_changed':
    case 'chain_changed':
      return decisionText.policyChangedSince;
    case 'locked':
      return decisionText.lockInForce;
    case 'epoch_changed':
      return decisionText.restoredSince;
    default:
      return decisionText.notAmong(where);
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

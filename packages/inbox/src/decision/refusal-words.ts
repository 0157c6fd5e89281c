/** A decision that did not count, in words: what was expected, what was found, what to do. */
export interface RefusalWords {
  readonly title: string;
  readonly detail: string;
}

const words: Readonly<Record<string, RefusalWords>> = {
  request_expired: {
    title: 'Expired, nothing ran',
    detail: 'The time to decide was over when your decision arrived. The agent can ask again.',
  },
  request_denied: {
    title: 'Already rejected',
    detail: 'Another approver rejected it before your decision arrived. Nothing ran.',
  },
  request_cancelled: {
    title: 'Withdrawn, nothing ran',
    detail: 'The request was withdrawn before your decision arrived.',
  },
  request_allowed: {
    title: 'Already approved',
    detail:
      'Others completed it before your decision arrived. Yours was not needed and was not counted.',
  },
  grant_already_consumed: {
    title: 'Already started',
    detail: 'The action was approved and started before your decision arrived.',
  },
  stage_satisfied: {
    title: 'Stage already complete',
    detail: 'Others decided this stage before your decision arrived. Yours was not counted.',
  },
  stage_not_open: {
    title: 'Stage not open',
    detail: 'Another stage must be decided first. Your decision was not counted.',
  },
  approver_already_decided: {
    title: 'You have already decided',
    detail: 'Each person decides once in a request. Your first decision counts.',
  },
  policy_changed: {
    title: 'Not counted: the policy changed',
    detail: 'The request was opened under an older policy. The agent was told to ask again.',
  },
  entry_view_mismatch: {
    title: 'Not counted: the server shows a different card',
    detail:
      'The server shows something other than this page. Load the page again and read it once more.',
  },
  entry_input_mismatch: {
    title: 'Not counted: the question is different',
    detail: 'The question on the server differs from the one on this page. Load the page again.',
  },
  nonce_already_used: {
    title: 'Not counted: this signature was used before',
    detail: 'Approve again; the passkey signs a fresh one.',
  },
  bytes_differ: {
    title: 'Nothing was signed',
    detail:
      'The bytes do not match, so your passkey was not asked to sign them. Tell the operator of this server.',
  },
  passkey_dismissed: {
    title: 'Nothing was signed',
    detail: 'The passkey was not confirmed, so nothing was sent. Approve again when you are ready.',
  },
  passkey_missing: {
    title: 'No passkey for this decision',
    detail: 'This stage needs a passkey that is registered for you. Add one under People and keys.',
  },
  unreachable: {
    title: 'The server did not answer',
    detail:
      'Your decision may or may not have arrived. This card checks again. If you press again, the same decision is sent, and it counts once.',
  },
};

export function refusalWords(problem: {
  readonly code: string;
  readonly title?: string;
  readonly remedy?: string | null;
}): RefusalWords {
  const known = words[problem.code];
  if (known !== undefined) return known;
  return {
    title: `Not counted: ${problem.title ?? problem.code}`,
    detail: problem.remedy ?? 'Nothing ran. Load the page again to see the state of the request.',
  };
}

/** Why this person may not decide, as one sentence in place of the buttons. */
export function notEligibleWords(code: string | null, stage: string | null): string {
  const where = stage === null ? 'this request' : `the stage "${stage}"`;
  switch (code) {
    case 'approver_not_independent':
      return `You are the person this agent acts for, and ${where} needs another person.`;
    case 'approver_already_decided':
      return 'You have already decided. Other people must make the remaining decisions.';
    case 'approver_is_agent':
    case 'approver_kind_not_permitted':
      return `You cannot decide ${where}: it accepts only another kind of approver.`;
    case 'approver_assurance_too_low':
      return `Your sign-in is not strong enough for ${where}. Sign in with the method that it requires.`;
    case 'assertion_missing':
      return `${capital(where)} needs a passkey, and none is registered for you. Add one under People and keys.`;
    case 'policy_changed':
    case 'chain_changed':
      return 'The policy changed after the agent asked. The agent has to ask again.';
    case 'locked':
      return 'A lock is in force. Nothing can be decided until it is lifted.';
    case 'epoch_changed':
      return 'The store was restored after the agent asked. The agent has to ask again.';
    default:
      return `You are not among the people who decide ${where}.`;
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

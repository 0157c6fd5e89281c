/** The one stream of what concerns the store as a whole: policies, people, keys, epochs. */
export const storeStream = 'store';

export function requestStream(approvalRequestId: string): string {
  return `request/${approvalRequestId}`;
}

export function planStream(planId: string): string {
  return `plan/${planId}`;
}

export function holdStream(holdId: string): string {
  return `hold/${holdId}`;
}

/** The decisions of one process that needed no approval. */
export function segmentStream(segmentId: string): string {
  return `segment/${segmentId}`;
}

export function evidenceStream(evidenceId: string): string {
  return `evidence/${evidenceId}`;
}

export function sessionStream(sessionId: string): string {
  return `session/${sessionId}`;
}

export function invitationStream(invitationId: string): string {
  return `invitation/${invitationId}`;
}

export function terminalSignInStream(signInId: string): string {
  return `terminal_sign_in/${signInId}`;
}

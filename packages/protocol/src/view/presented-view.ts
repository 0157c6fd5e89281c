import type { ActionBinding } from '../action/action-binding.ts';
import { type Digest, sha256 } from '../crypto/digest.ts';
import type { JsonValue } from '../json/json-value.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { type ApprovalRequest, inputDigest } from '../request/approval-request.ts';
import type { ApprovalRequestId } from '../value/ids.ts';
import { type Fact, factsOf } from './fact.ts';
import { unicodeVersion } from './unicode-ranges.ts';
import { judgeViewSize } from './view-size.ts';
import { segmentText, type TextSegment } from './visible-text.ts';

/** Names this rendering. It is hashed with the view, so another rendering is another view. */
export const viewRenderer: string = `countersign-view/1 unicode/${unicodeVersion}`;

/**
 * What an approver is shown, before any screen, terminal or chat gives it a look. Facts come from the bound
 * bytes; the agent's own words stand apart (EV-7). It is plain data, equal on every runtime, and its digest
 * goes into the decision.
 */
export interface PresentedView {
  readonly renderer: string;
  readonly input_digest: Digest;
  readonly action_digest: Digest;
  /** What will run. */
  readonly action: readonly Fact[];
  /** Why it was stopped, who asks, who decides, and until when. */
  readonly question: readonly Fact[];
  /** Written by the agent, unverified. */
  readonly agent_says: readonly TextSegment[] | null;
}

export function presentedView(request: ApprovalRequest, action: ActionBinding): PresentedView {
  const action_digest = sha256(action);
  if (action_digest !== request.action_digest) {
    throw new ProtocolError(
      'object_malformed',
      '/action',
      'expected the action that the request names by digest; nothing else may be shown for it',
    );
  }
  const tooLarge = judgeViewSize(request, action);
  if (tooLarge !== null) throw new ProtocolError(tooLarge.code, '/action', tooLarge.detail);
  const { trace: _trace, agent_reasoning, action_digest: _digest, ...question } = request;
  return {
    renderer: viewRenderer,
    input_digest: inputDigest(request),
    action_digest,
    action: factsOf(action as JsonValue),
    question: factsOf(question as JsonValue),
    agent_says: agent_reasoning === null ? null : segmentText(agent_reasoning),
  };
}

export function viewDigest(view: PresentedView): Digest {
  // A view spells out every character it shows, so it is larger than the action it shows.
  return sha256(view, { bytesMax: 64 * 1024 * 1024 });
}

/** Without the letters that are mistaken for digits or for one another (Crockford). */
const shortCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight characters, 40 bits, that a person compares between two screens: `7GQ4-0ZKM`. */
export function shortCode(shown: {
  readonly approval_request_id: ApprovalRequestId;
  readonly action_digest: Digest;
  readonly view_digest: Digest;
}): string {
  const { approval_request_id, action_digest, view_digest } = shown;
  const digest = sha256({ approval_request_id, action_digest, view_digest });
  let bits = Number.parseInt(digest.slice('sha256:'.length, 'sha256:'.length + 10), 16);
  let code = '';
  for (let place = 0; place < 8; place++) {
    code = `${place === 4 ? '-' : ''}${code}`;
    code = `${shortCodeAlphabet[bits % 32]}${code}`;
    bits = Math.floor(bits / 32);
  }
  return code;
}

import type { GatedCalls, Look } from '@countersign/client/tool-calls';

interface Part {
  readonly type?: unknown;
  readonly approvalId?: unknown;
  readonly reason?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
}

export interface Resumed<Message> {
  /** The messages with an answer to every approval request. If a decision is missing, the messages are unchanged. */
  readonly messages: Message[];
  /** The requests that still wait for a decision. The model cannot go on before this list is empty. */
  readonly waiting: readonly string[];
}

/**
 * Appends one message with an answer to every approval request that has none. The ticket in a request may have been
 * edited: the answer only tells the AI SDK whether to call the tool, and the tool asks the gate again.
 */
export async function answerApprovals<Message extends { readonly role: string }>(
  calls: GatedCalls,
  messages: readonly Message[],
): Promise<Resumed<Message>> {
  const parts = messages.flatMap(partsOf);
  const answered = new Set(
    parts
      .filter(({ type }) => type === 'tool-approval-response')
      .map(({ approvalId }) => approvalId),
  );
  const open = parts.filter(
    ({ type, approvalId }) => type === 'tool-approval-request' && !answered.has(approvalId),
  );
  const answers = await Promise.all(open.map(part => answerTo(calls, part, parts)));
  const waiting = answers.filter(answer => typeof answer === 'string');
  if (waiting.length > 0 || answers.length === 0) return { messages: [...messages], waiting };
  const answer = { role: 'tool', content: answers } as unknown as Message;
  return { messages: [...messages, answer], waiting };
}

function partsOf(message: object): readonly Part[] {
  const content = Reflect.get(message, 'content') as unknown;
  return Array.isArray(content)
    ? content.filter((part): part is Part => typeof part === 'object' && part !== null)
    : [];
}

/** The answer to an approval request, or the ticket that still waits. */
async function answerTo(
  calls: GatedCalls,
  part: Part,
  parts: readonly Part[],
): Promise<object | string> {
  const type = 'tool-approval-response';
  const { approvalId } = part;
  const look = await lookAt(calls, part, parts);
  if (look === null) {
    const why = 'The action has not run: its approval request names no request of the gate.';
    return { type, approvalId, approved: false, reason: why };
  }
  if (look.state === 'pending') return look.ticket;
  return look.state === 'allowed'
    ? { type, approvalId, approved: true }
    : { type, approvalId, approved: false, reason: look.text };
}

/**
 * The request that `toolApproval` named. A request of AI SDK 6 does not carry that name, so the gate is asked about the
 * call itself.
 */
async function lookAt(
  calls: GatedCalls,
  { reason, toolCallId }: Part,
  parts: readonly Part[],
): Promise<Look | null> {
  if (typeof reason === 'string' && reason !== '') return calls.settled(reason);
  const call = parts.find(part => part.type === 'tool-call' && part.toolCallId === toolCallId);
  if (typeof toolCallId !== 'string' || typeof call?.toolName !== 'string') return null;
  return calls.look({ tool: call.toolName, input: call.input, id: toolCallId });
}

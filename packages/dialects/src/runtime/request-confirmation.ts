import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import { fromActionDetail } from '../confirmation/confirmation-ui.ts';

/** A request that can be waited for; the ticket of any gate is one. */
export interface ConfirmationTicket {
  readonly id: string;
  wait(options?: { readonly signal?: AbortSignal; readonly timeout?: number }): Promise<unknown>;
}

/** As much of a gate as a confirmation needs. */
export interface ConfirmationGate {
  request(
    action: ActionBinding,
    options: {
      readonly key?: string;
      readonly agent_reasoning?: string;
      readonly context?: JsonObject;
    },
  ): Promise<ConfirmationTicket>;
}

export interface ConfirmationCall {
  /** The agent's words, shown as words. */
  readonly message: string;
  /** What would be done; with `type`, which names the tool. */
  readonly action_detail: JsonObject;
  readonly agent_id: string;
  readonly tool_schema_version?: string;
  /** Tells this occasion from others; the same key and detail find the same answer again after a restart. */
  readonly key?: string;
  readonly context?: JsonObject;
}

export interface Confirmation {
  /** What the agent resumes with: true only where the record says that it was allowed. */
  readonly confirmed: boolean;
  /** Null where nothing was opened because the gate refused at once. */
  readonly ticket: ConfirmationTicket | null;
  /** The action to execute with the ticket. The boolean alone starts nothing. */
  readonly action: ActionBinding;
}

/**
 * Document 003's `request_confirmation`: halts until a person answers, and returns a boolean. The boolean is rebuilt
 * from the durable record, so a process that was restarted and asks again under the same key gets the same answer.
 * It is a report, not a permission: the executor consumes the grant with the gate's `execute`, once.
 */
export async function requestConfirmation(
  gate: ConfirmationGate,
  call: ConfirmationCall,
  options: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<Confirmation> {
  const { message, action_detail, agent_id, tool_schema_version = '1', key, context } = call;
  const action = fromActionDetail(action_detail, { agent_id, tool_schema_version });
  let ticket: ConfirmationTicket | null = null;
  try {
    ticket = await gate.request(action, {
      agent_reasoning: message,
      ...(key === undefined ? {} : { key }),
      context: { ...context, confirmation_message: wordsOf(call) },
    });
    await ticket.wait(options);
    return { confirmed: true, ticket, action };
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    if (isRefusal(error)) return { confirmed: false, ticket, action };
    throw error;
  }
}

/** As many words as are looked at, and one more, which then counts as too many. */
const wordsMax = 8193;

/** The words that the document's patterns are applied to: the message and every text of the action. */
function wordsOf({ message, action_detail }: ConfirmationCall): string {
  const texts = Object.values(action_detail).filter(value => typeof value === 'string');
  return [message, ...texts].join('\n').slice(0, wordsMax);
}

/** What a gate throws where something may not run. Anything else is a fault, and a fault is not an answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowed';
}

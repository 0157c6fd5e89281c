import { randomUUID } from 'node:crypto';
import type { AskedInConversation, BoundQuestion, ConversationHost } from '@countersign/client';
import { renderPlain, type TextSegment } from '@countersign/protocol/view';
import { isObject, lineOf } from '../message/rpc.ts';

/** A form must be readable at a glance. A longer question is decided on the page. */
const formCharactersMax = 4000;

/** Asks a client to show its user the page on which people decide. The answer of the client decides nothing. */
export function pageElicitation(url: string, elicitationId: string): object {
  return {
    method: 'elicitation/create',
    params: {
      mode: 'url',
      message: 'A call waits for approval. Open the page to see and decide it.',
      url,
      elicitationId,
    },
  };
}

/**
 * A form with the facts of the bound call and the two choices. Null if the form cannot show everything. The call is
 * then decided on the page.
 */
function formElicitation(question: AskedInConversation): object | null {
  const words = wordsOf(question);
  if (words === null || words.length > formCharactersMax) return null;
  const decision = {
    type: 'string',
    title: 'Your decision',
    description: 'Proceed runs exactly this call once. Cancel rejects it.',
    enum: ['Proceed', 'Cancel'],
  };
  return {
    method: 'elicitation/create',
    params: {
      message: words,
      requestedSchema: { type: 'object', properties: { decision }, required: ['decision'] },
    },
  };
}

/**
 * The choice of the person. Null for any other answer: a client that declines or cancels has not rejected the action.
 */
export function choiceIn(result: unknown): 'Proceed' | 'Cancel' | null {
  if (!isObject(result) || result['action'] !== 'accept') return null;
  const { content } = result;
  const decision = isObject(content) ? content['decision'] : null;
  return decision === 'Proceed' || decision === 'Cancel' ? decision : null;
}

/** The question for the client. Policy must admit an answer from there, and the form must show the whole call. */
export async function askInClient(
  host: ConversationHost,
  approvalRequestId: string,
): Promise<{ readonly form: object; readonly question: BoundQuestion } | null> {
  const asked = await host.ask(approvalRequestId);
  if (!asked.ok) return null;
  const form = formElicitation(asked.value);
  if (form === null) return null;
  const { store_id, approval_request_id, stage_index, input_digest, view_digest, nonce } =
    asked.value;
  const question = {
    store_id,
    approval_request_id,
    stage_index,
    input_digest,
    view_digest,
    nonce,
  };
  return { form, question };
}

function wordsOf({ confirmation }: AskedInConversation): string | null {
  const { action, risk_level } = confirmation;
  if (!isObject(action) || action['facts_left_out'] !== 0 || !Array.isArray(action['facts'])) {
    return null;
  }
  const lines = action['facts'].map(fact => {
    const { label, value } = fact as unknown as {
      readonly label: readonly TextSegment[];
      readonly value: readonly TextSegment[];
    };
    return `${renderPlain(label)}: ${renderPlain(value)}`;
  });
  return ['May this call run?', '', ...lines, '', `Risk: ${risk_level}.`].join('\n');
}

/** What a client of an earlier era was asked to show. */
export class ShownPages {
  readonly #write: (text: Buffer) => Promise<void>;
  /** By the id of the request of the gateway. The answers are for the gateway, and not for the MCP server. */
  readonly #asked = new Map<string, ((result: unknown) => void) | null>();

  constructor(write: (text: Buffer) => Promise<void>) {
    this.#write = write;
  }

  /** Shows a page. Returns a function that tells the client when the page is no longer needed. */
  async show(url: string): Promise<() => Promise<void>> {
    const id = `countersign-${randomUUID()}`;
    this.#asked.set(id, null);
    await this.#write(lineOf({ jsonrpc: '2.0', id, ...pageElicitation(url, id) }));
    return () =>
      this.#write(
        lineOf({
          jsonrpc: '2.0',
          method: 'notifications/elicitation/complete',
          params: { elicitationId: id },
        }),
      );
  }

  /** Shows a form, and reports its answer once. Returns a function that removes the form. */
  async ask(form: object, answered: (result: unknown) => void): Promise<() => Promise<void>> {
    const id = `countersign-${randomUUID()}`;
    this.#asked.set(id, answered);
    await this.#write(lineOf({ jsonrpc: '2.0', id, ...form }));
    return async () => {
      if (!this.#asked.has(id)) return;
      const params = { requestId: id, reason: 'The call was decided elsewhere.' };
      await this.#write(lineOf({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
    };
  }

  /** Whether a message answers one of these requests. An answer to a page says nothing. */
  takes(id: unknown, result: unknown): boolean {
    if (typeof id !== 'string' || !this.#asked.has(id)) return false;
    const answered = this.#asked.get(id);
    this.#asked.delete(id);
    answered?.(result);
    return true;
  }
}

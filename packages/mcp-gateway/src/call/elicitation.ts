import { randomUUID } from 'node:crypto';
import { lineOf } from '../message/rpc.ts';

/** What a client is asked to show its person: the page on which people decide. Its answer decides nothing. */
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

/** The pages that a client of an earlier era was asked to show. */
export class ShownPages {
  readonly #write: (text: Buffer) => Promise<void>;
  /** By the id of our request: the answers are for the gateway, and not for the server of tools. */
  readonly #asked = new Set<string>();

  constructor(write: (text: Buffer) => Promise<void>) {
    this.#write = write;
  }

  /** Shows a page. What it returns tells the client that the page is needed no more. */
  async show(url: string): Promise<() => Promise<void>> {
    const id = `countersign-${randomUUID()}`;
    this.#asked.add(id);
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

  /** Whether a message answers one of these requests. Accepted, declined and cancelled are the same. */
  takes(id: unknown): boolean {
    return typeof id === 'string' && this.#asked.delete(id);
  }
}

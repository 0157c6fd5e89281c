import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Called, ServerProcess } from '@countersign/server/testing';
import { type ApprovalWebhook, ApprovalWebhook as Question } from '@countersign/wire/webhooks';
import { Webhook } from 'standardwebhooks';

/** A foreign approval service: it receives questions by webhook and answers them in calls of its own. */
export class Desk {
  readonly #server: Server;
  readonly #signer: Webhook;
  readonly #questions: ApprovalWebhook[] = [];
  #heard = (): void => undefined;

  private constructor(server: Server, secret: string) {
    this.#server = server;
    this.#signer = new Webhook(secret);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      const headers = request.headers as Record<string, string>;
      this.#questions.push(Question.parse(this.#signer.verify(text, headers)));
      response.writeHead(204).end();
      this.#heard();
    });
  }

  static async open(secret: string): Promise<Desk> {
    const server = createServer();
    const desk = new Desk(server, secret);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return desk;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The question about a request, once it has come. */
  async question(id: string): Promise<ApprovalWebhook> {
    for (;;) {
      const found = this.#questions.find(({ binding }) => binding.approval_request_id === id);
      if (found !== undefined) return found;
      await new Promise<void>(heard => {
        this.#heard = heard;
      });
    }
  }

  answer(
    server: Pick<ServerProcess, 'call'>,
    { binding, stage_index, answer_url }: ApprovalWebhook,
    change: { readonly decision?: 'allow' | 'deny'; readonly delivery?: string } = {},
  ): Promise<Called> {
    const { decision = 'allow', delivery = randomUUID() } = change;
    const body = JSON.stringify({
      schema_version: '1.0',
      type: 'approval_answer',
      binding,
      stage_index,
      decision,
      reason_code: 'reviewed',
      reason: decision === 'deny' ? 'not to this payee' : '',
      summary: null,
      person_assertion: null,
    });
    const at = new Date();
    const { pathname } = new URL(answer_url);
    assert.match(pathname, /^\/v1\/webhooks\//);
    const headers = {
      'webhook-id': delivery,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': this.#signer.sign(delivery, at, body),
    };
    return server.call('POST', pathname, { headers, body });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

import type { Writable } from 'node:stream';
import { type GateClock, systemClock } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import { type ClientFacts, clientOf, isModern, unknownClient } from '../call/client-facts.ts';
import { askInClient, choiceIn, ShownPages } from '../call/elicitation.ts';
import { type Answer, UpstreamLost } from '../call/forwarded.ts';
import { type GatedOptions, GatedServer } from '../call/gated-server.ts';
import { type ReadMessage, readClientMessage, type ToolCall } from '../message/client-message.ts';
import type { ReadLine } from '../message/line-reader.ts';
import {
  errorMessage,
  idKey,
  isRpcId,
  lineOf,
  plainText,
  type RpcId,
  rpcErrors,
  tooLarge,
} from '../message/rpc.ts';
import { idInEnds, readUpstream } from '../message/upstream-message.ts';
import type { SentMessage, Upstream } from './upstream.ts';

export interface RelayOptions extends GatedOptions {
  readonly upstream: Upstream;
  /** Where messages for the client go. */
  readonly output: Writable;
  readonly bytesMax: number;
  /** Which session the calls belong to, where the caller named one. */
  readonly session: string | null;
  readonly ended: (why: string) => void;
  readonly clock?: GateClock | undefined;
}

/** A request that the server of tools has and has not answered. */
interface Flying {
  readonly method: string;
  readonly params: JsonObject;
  /** Set if the answer is not simply passed on. */
  readonly settle: ((answer: Answer | UpstreamLost) => void) | null;
}

/** So many calls may wait in one session. */
const heldMax = 256;
/** So many requests may be without an answer. */
const flyingMax = 1024;
const graceMilliseconds = 5000;
/** How often the gateway looks whether operators accepted a withheld tool. */
const acceptedEveryMilliseconds = 15_000;
const newline = Buffer.from('\n');

/**
 * One session between a client and a server of tools. Everything passes as it came, in both directions, except calls of
 * tools, which are judged, and lists of tools, which are read.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #gated: GatedServer;
  readonly #flying = new Map<string, Flying>();
  /** Calls that were not forwarded yet. */
  readonly #held = new Map<string, AbortController>();
  readonly #gone = new AbortController();
  readonly #pages: ShownPages;
  #client: ClientFacts = unknownClient;
  #hasEnded = false;
  #isWatching = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#gated = new GatedServer(options);
    this.#pages = new ShownPages(text => this.#write(text));
    options.upstream.start({
      message: line => this.#fromUpstream(line),
      lost: (id, why) => this.#lostOne(id, why),
      ended: why => this.#lost(why),
    });
  }

  /** The client went away. What waits is given up; what runs may end and be reported. */
  async clientGone(): Promise<void> {
    this.#gone.abort(new Error('the client is gone'));
    for (const held of this.#held.values()) held.abort(new Error('the client is gone'));
    this.#gated.clientGone();
    // What was forwarded gets a moment to be answered, so that its outcome is known.
    const time = new AbortController();
    await Promise.race([this.#gated.reported(), systemClock.pause(graceMilliseconds, time.signal)]);
    time.abort();
    await this.#options.upstream.close();
    await this.#gated.settled();
  }

  async fromClient(line: ReadLine): Promise<void> {
    const { bytesMax } = this.#options;
    if (line.kind === 'too_long') {
      const id = this.#freeId(idInEnds(line.head, line.tail));
      const words = `The message is larger than ${bytesMax} bytes.`;
      return this.#write(lineOf(errorMessage(id, rpcErrors.invalid, words)));
    }
    const message = readClientMessage(line.bytes, bytesMax);
    switch (message.kind) {
      case 'refused': {
        const { id, code, problem } = message;
        this.#options.log(`a message of the client was refused: ${problem}`);
        return this.#write(lineOf(errorMessage(this.#freeId(id), code, problem)));
      }
      case 'call':
        return this.#takeCall(message.call);
      case 'request':
        return this.#passRequest(message);
      case 'notification':
        return this.#passNotification(message);
      case 'response':
        if (this.#pages.takes(message.id, message.result)) return;
        return this.#send(message.text, { kind: 'response', method: null, message: null });
    }
  }

  /**
   * The gateway cannot answer under an id that another request uses. The client would take the text for the answer to
   * that request.
   */
  #freeId(id: RpcId | null): RpcId | null {
    return id === null || this.#isUsed(id) ? null : id;
  }

  #isUsed(id: RpcId): boolean {
    return this.#flying.has(idKey(id)) || this.#held.has(idKey(id));
  }

  async #passRequest(message: ReadMessage & { readonly kind: 'request' }): Promise<void> {
    const { id, method, params, text } = message;
    if (this.#isUsed(id)) return this.#refuseTwin();
    if (this.#flying.size >= flyingMax) return this.#refuseMany(id);
    this.#client = clientOf(params) ?? this.#client;
    this.#flying.set(idKey(id), { method, params, settle: null });
    await this.#send(text, { kind: 'request', method, message: { id, params } });
  }

  async #passNotification(message: ReadMessage & { readonly kind: 'notification' }): Promise<void> {
    const { method, params, text } = message;
    if (method === 'notifications/cancelled') {
      const { requestId: id } = params;
      if (!isRpcId(id)) return;
      this.#held.get(idKey(id))?.abort(new Error('the client cancelled the call'));
      // The server knows only what was forwarded to it and is not answered yet.
      if (!this.#flying.has(idKey(id))) return;
    }
    await this.#send(text, { kind: 'notification', method, message: { params } });
  }

  async #takeCall(call: ToolCall): Promise<void> {
    if (this.#isUsed(call.id)) return this.#refuseTwin();
    if (this.#held.size >= heldMax) {
      const words = `The call has not run: ${heldMax} calls of this session wait already.`;
      return this.#write(lineOf(errorMessage(call.id, rpcErrors.internal, words)));
    }
    if (this.#flying.size >= flyingMax) return this.#refuseMany(call.id);
    const params = { ...(call.meta === null ? {} : { _meta: call.meta }) };
    this.#client = clientOf(params) ?? this.#client;
    const held = new AbortController();
    this.#held.set(idKey(call.id), held);
    // Other messages pass while a call waits.
    void this.#answerCall(call, held).catch(error => {
      this.#options.log(
        `a call failed in the gateway: ${error instanceof Error ? error.name : ''}`,
      );
    });
  }

  /** The number is bounded, so a server that never answers cannot fill the memory. */
  async #refuseMany(id: RpcId): Promise<void> {
    this.#options.log(`a message of the client was refused: ${flyingMax} are not answered yet`);
    const words = `Refused: the MCP server has not answered ${flyingMax} requests.`;
    return this.#write(lineOf(errorMessage(id, rpcErrors.internal, words)));
  }

  async #refuseTwin(): Promise<void> {
    this.#options.log('a message of the client was refused: its id is in use');
    const words = 'The id of the message belongs to a request that is not answered yet.';
    return this.#write(lineOf(errorMessage(null, rpcErrors.invalid, words)));
  }

  async #answerCall(call: ToolCall, held: AbortController): Promise<void> {
    const key = idKey(call.id);
    const { signal } = held;
    let done: Promise<() => Promise<void>> | null = null;
    try {
      const text = await this.#gated.answer({
        call,
        client: this.#client,
        session: this.#options.session,
        occasion: this.#options.session,
        signal,
        ask: async request => (await this.#request(request)).message['result'],
        forward: (message, { call: leg, over }) => this.#forward(message, leg, over),
        onWaiting: (url, id) => {
          done = this.#tellWaiting(call, url, id);
        },
        onAccepted: () => this.#tellListChanged(),
      });
      if (text !== null && !this.#gone.signal.aborted) await this.#write(text);
    } finally {
      this.#held.delete(key);
      await (await (done as Promise<() => Promise<void>> | null))?.();
    }
  }

  #tellListChanged(): Promise<void> {
    const method = 'notifications/tools/list_changed';
    return this.#write(lineOf({ jsonrpc: '2.0', method, params: {} }));
  }

  /** While a tool is withheld, the client learns by itself when operators accepted it. */
  async #watchWithheld(): Promise<void> {
    if (this.#isWatching || !this.#gated.hasWithheld) return;
    this.#isWatching = true;
    const { signal } = this.#gone;
    const { clock = systemClock } = this.#options;
    while (this.#gated.hasWithheld && !signal.aborted && !this.#hasEnded) {
      await clock.pause(acceptedEveryMilliseconds, signal);
      if (signal.aborted || this.#hasEnded) break;
      if (await this.#gated.refreshDefinitions().catch(() => false)) await this.#tellListChanged();
    }
    this.#isWatching = false;
  }

  async #forward(message: object, call: ToolCall, over: AbortSignal): Promise<Answer> {
    // From here on the server must answer the call, even if the client cancels it.
    this.#held.delete(idKey(call.id));
    const late = () => {
      this.#options.log('the server of tools gave no answer to a call in time');
      this.#lostOne(call.id, 'the server of tools gave no answer in time');
    };
    over.addEventListener('abort', late, { once: true });
    return this.#request({ ...message, id: call.id, method: 'tools/call' }).finally(() =>
      over.removeEventListener('abort', late),
    );
  }

  #request(request: {
    readonly id: RpcId;
    readonly method: string;
    readonly params?: JsonObject;
  }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer | UpstreamLost) =>
        answer instanceof UpstreamLost ? reject(answer) : resolve(answer);
      const { id, method, params = {} } = request;
      this.#flying.set(idKey(id), { method, params, settle });
      const about = { kind: 'request', method, message: request } as const;
      void this.#send(plainText(request), about);
    });
  }

  async #fromUpstream(line: ReadLine): Promise<void> {
    const { log } = this.#options;
    if (line.kind === 'too_long') return this.#tooLong(line);
    for (const message of readUpstream(line.bytes)) {
      switch (message.kind) {
        case 'unreadable':
          log('the server of tools sent something that is not a message');
          break;
        case 'response':
          await this.#passResponse(message);
          break;
        case 'notification':
          if (message.method === 'notifications/tools/list_changed') this.#gated.expectChange();
          await this.#write(Buffer.concat([message.text, newline]));
          break;
        case 'request':
          await this.#write(Buffer.concat([message.text, newline]));
      }
    }
  }

  async #passResponse({
    id,
    value,
    text,
  }: {
    readonly id: RpcId;
    readonly value: Record<string, unknown>;
    readonly text: Buffer;
  }): Promise<void> {
    const flying = this.#flying.get(idKey(id));
    if (flying === undefined) {
      // The answer is a second one, or it came before the request, or no one made the request.
      this.#options.log('the server of tools answered a request that it does not have');
      return;
    }
    this.#flying.delete(idKey(id));
    if (flying.settle !== null) return flying.settle({ message: value, text });
    if (flying.method !== 'tools/list') return this.#write(Buffer.concat([text, newline]));
    const shown = await this.#gated.observe(flying.params, value['result']);
    await this.#write(
      shown === null ? Buffer.concat([text, newline]) : lineOf({ ...value, result: shown }),
    );
    void this.#watchWithheld();
  }

  async #tooLong({ head, tail }: { readonly head: Buffer; readonly tail: Buffer }): Promise<void> {
    const words = tooLarge(this.#options.bytesMax);
    this.#options.log(`a message of the server of tools was refused: ${words}`);
    const id = idInEnds(head, tail);
    const flying = id === null ? undefined : this.#flying.get(idKey(id));
    if (id === null || flying === undefined) return;
    this.#flying.delete(idKey(id));
    if (flying.settle !== null) return flying.settle(new UpstreamLost(words));
    await this.#write(lineOf(errorMessage(id, rpcErrors.internal, `Refused: ${words}.`)));
  }

  /** One request will get no answer: the others go on. */
  #lostOne(id: RpcId, why: string): void {
    const flying = this.#flying.get(idKey(id));
    if (flying === undefined) return;
    this.#flying.delete(idKey(id));
    if (flying.settle !== null) flying.settle(new UpstreamLost(why));
    else void this.#write(lineOf(errorMessage(id, rpcErrors.internal, `No answer: ${why}.`)));
  }

  #lostAll(why: string): void {
    for (const key of [...this.#flying.keys()]) this.#lostOne(idOf(key), why);
    for (const held of this.#held.values()) held.abort(new Error(why));
  }

  #lost(why: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#lostAll(why);
    void this.#gated.settled().then(() => this.#options.ended(why));
  }

  async #send(text: Buffer, about: SentMessage): Promise<void> {
    if (this.#hasEnded) return this.#lostAll('the server of tools has ended');
    try {
      await this.#options.upstream.send(text, about);
    } catch {
      this.#lost('the server of tools cannot be reached');
    }
  }

  /** Tells the operator and, where it listens, the client that a call waits. The function that it returns closes what was shown. */
  async #tellWaiting(call: ToolCall, url: string | null, id: string): Promise<() => Promise<void>> {
    const { log, showsPages } = this.#options;
    const where = url === null ? '' : ` at ${url}`;
    log(`a call of ${JSON.stringify(call.name)} waits for approval${where}`);
    const token = call.meta?.['progressToken'];
    if (isRpcId(token)) {
      const params = { progressToken: token, progress: 0, message: `Waiting for approval${where}` };
      await this.#write(lineOf({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    }
    if (isModern(call.meta)) return async () => undefined;
    const asked = await this.#askInClient(id);
    if (asked !== null) return asked;
    const isShown = showsPages === true && this.#client.opensPages;
    return isShown && url !== null ? this.#pages.show(url) : async () => undefined;
  }

  /** Asks the person in the client, if both the operator and the policy admit that. */
  async #askInClient(id: string): Promise<(() => Promise<void>) | null> {
    const { host, log } = this.#options;
    if (host === undefined || !this.#client.fillsForms) return null;
    const asked = await askInClient(host, id);
    if (asked === null) return null;
    return this.#pages.ask(asked.form, result => {
      const choice = choiceIn(result);
      if (choice === null) return log('the client gave no decision of its person');
      void host.answer(asked.question, choice).then(answered => {
        if (!answered.ok) log(`a decision in the client was refused: ${answered.refusal.code}`);
      });
    });
  }

  /** Resolves when the client has room for more, so that a server cannot fill the memory. */
  #write(text: Buffer): Promise<void> {
    const { output } = this.#options;
    if (this.#gone.signal.aborted || output.destroyed) return Promise.resolve();
    if (output.write(text)) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        output.off('drain', done);
        output.off('close', done);
        resolve();
      };
      output.on('drain', done);
      output.on('close', done);
    });
  }
}

function idOf(key: string): RpcId {
  return key.startsWith('n') ? Number(key.slice(1)) : key.slice(1);
}

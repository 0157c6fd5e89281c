import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gate } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import type { Contract } from '../contract/contract.ts';
import { contracts, findContract } from '../contract/contracts.ts';
import { decideCall } from '../decide/decide-call.ts';
import { RunningCalls } from '../decide/running-calls.ts';
import { SessionFolders } from '../decide/session-folders.ts';
import { UnderwayCalls } from '../decide/underway-calls.ts';

interface HookEndpointOptions {
  /** The gate of a caller. It is kept, by key, agent and address. Throws where there is none. */
  readonly gateFor: (key: string, agent: string, call: IncomingMessage) => Promise<Gate>;
  /** Names under which the endpoint may be reached. Another one may be a rebound name. */
  readonly hosts: ReadonlySet<string>;
  readonly log: (words: string) => void;
  /** A hook of this agent asked with this key. Told for the list of guarded machines; it decides nothing. */
  readonly heard?: (hook: HeardHook, call: IncomingMessage) => void;
}

export interface HeardHook {
  readonly key: string;
  /** The agent, as policies name it. */
  readonly agentId: string;
  /** Which coding agent it is, such as `codex`. */
  readonly agent: string;
}

/** A larger call is refused. No person could read it, and reading it would delay other calls. */
const hookBytesMax = 4_194_304;

const holdMilliseconds = { usual: 25_000, most: 3_600_000 };
const gatesMax = 1000;

/**
 * Answers the hooks of coding agents at `/hooks/<agent>/<version>`. Some agents run a tool where the answer is empty or no
 * JSON. So every answer to a known agent is whole, and has the status 200.
 */
export class HookEndpoint {
  readonly #options: HookEndpointOptions;
  readonly #gates = new Map<string, Promise<Gate>>();
  readonly #running = new RunningCalls();
  readonly #folders = new SessionFolders();
  readonly #underway = new UnderwayCalls();

  constructor(options: HookEndpointOptions) {
    this.#options = options;
  }

  async handle(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = (call.url ?? '').split('?')[0] ?? '';
    const [, agent = '', version = ''] =
      /^\/hooks\/([a-z-]{1,40})\/([0-9a-z.]{1,20})$/u.exec(path) ?? [];
    const contract = findContract(agent, version);
    const form = contract ?? contracts.find(each => each.agent === agent);
    if (form === undefined) return send(answer, 404, { error: 'There is no such agent.' });
    const refuse = (text: string) => send(answer, 200, form.render({ kind: 'deny', text }));
    try {
      const body = await readBody(call);
      if (body === null) {
        // What else comes on this connection is still the same call.
        answer.setHeader('connection', 'close');
        return refuse(notRun(`the call is larger than ${hookBytesMax} bytes`));
      }
      const { host = '', origin } = call.headers;
      if (!this.#options.hosts.has(host.toLowerCase()))
        return refuse(notRun('the host is unknown'));
      if (origin !== undefined) return refuse(notRun('a page must not call the guard'));
      if (call.method !== 'POST') return refuse(notRun('expected POST'));
      if (contract === null) return refuse(unknownVersion(form, version));
      return send(answer, 200, await this.#decide(contract, call, body, answer));
    } catch {
      this.#options.log(`a hook of ${agent} failed`);
      return refuse(notRun('the guard of Countersign failed'));
    }
  }

  async #decide(
    contract: Contract,
    call: IncomingMessage,
    body: Uint8Array,
    answer: ServerResponse,
  ): Promise<JsonObject> {
    const deny = (text: string) => contract.render({ kind: 'deny', text: notRun(text) });
    const [, key] = /^Bearer ([\x21-\x7e]{1,8192})$/u.exec(call.headers.authorization ?? '') ?? [];
    const agent = call.headers['countersign-agent'];
    if (key === undefined || typeof agent !== 'string' || agent === '') {
      return deny('the hook sent no key. Install it again: countersign guard');
    }
    this.#options.heard?.({ key, agentId: agent, agent: contract.agent }, call);
    const gone = new AbortController();
    answer.once('close', () => gone.abort());
    return decideCall(body, {
      gateOf: () => this.#gateOf(key, agent, call),
      contract,
      agent,
      key,
      caller: nameOfCaller(key, agent),
      hold: holdOf(call.headers['countersign-hold']),
      signal: gone.signal,
      running: this.#running,
      defers: call.headers['countersign-defer'] === '1',
      underway: this.#underway,
      folders: this.#folders,
      log: this.#options.log,
    });
  }

  /** Before anything else is done for a caller, the server must know the key, and the key must cover the agent. */
  async #known(key: string, agent: string, call: IncomingMessage): Promise<Gate> {
    const gate = await this.#options.gateFor(key, agent, call);
    await gate.check();
    return gate;
  }

  #gateOf(key: string, agent: string, call: IncomingMessage): Promise<Gate> {
    // By address too, because an unknown key counts against the address that sent it.
    const name = `${call.socket.remoteAddress ?? ''} ${nameOfCaller(key, agent)}`;
    const known = this.#gates.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#gates.keys();
    if (this.#gates.size >= gatesMax && oldest !== undefined) this.#gates.delete(oldest);
    const gate = this.#known(key, agent, call);
    this.#gates.set(name, gate);
    gate.catch(() => this.#gates.delete(name));
    return gate;
  }
}

/** Tells callers apart without keeping their keys. */
function nameOfCaller(key: string, agent: string): string {
  return createHash('sha256').update(`${agent}\0${key}`).digest('hex');
}

function holdOf(header: string | readonly string[] | undefined): number {
  const seconds =
    typeof header === 'string' && /^[0-9]{1,5}$/u.test(header) ? Number(header) : null;
  if (seconds === null) return holdMilliseconds.usual;
  return Math.min(seconds * 1000, holdMilliseconds.most);
}

async function readBody(call: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of call as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > hookBytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function notRun(why: string): string {
  return `The call has not run: ${why}.`;
}

function unknownVersion({ title }: Contract, version: string): string {
  return notRun(
    `the server does not know version ${version} of the hooks of ${title}. Install the guard again: countersign guard`,
  );
}

function send(answer: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  answer
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

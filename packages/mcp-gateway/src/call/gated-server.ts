import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { ToolDefinitions } from '../definition/tool-definitions.ts';
import { usableDefinition } from '../definition/usable-definition.ts';
import { isObject } from '../message/rpc.ts';
import { unreadable } from './call-answers.ts';
import { CallJudge, type JudgedCall, type JudgeOptions } from './call-judge.ts';
import { withKnownMeta } from './call-meta.ts';
import { eraMeta } from './client-facts.ts';
import { OwnTools } from './own-tools.ts';

export interface GatedOptions extends JudgeOptions {
  readonly definitions: ToolDefinitions;
  /** Whether the client is offered tools to ask about its own requests. */
  readonly offersApprovalTools?: boolean | undefined;
  /** Members of `_meta` that the server of tools acts on. They are bound like arguments; unknown ones do not pass. */
  readonly boundMeta?: readonly string[] | undefined;
}

/** A call, and how the server of tools is reached for it. */
interface GatedCall extends Omit<JudgedCall, 'definition'> {
  /** The result of a request of the gateway itself; undefined where there is none. */
  readonly ask: (request: OwnRequest) => Promise<unknown>;
  /** Called if an operator has accepted the tool meanwhile. */
  readonly onAccepted?: () => Promise<void>;
}

/** A request that the gateway makes by itself. */
export interface OwnRequest {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly method: string;
  readonly params: JsonObject;
}

const pagesMax = 64;
/** The most names of members that the gateway reports to the operator. */
const toldMax = 100;

/** A server of tools behind the gate, however it and its client are reached. */
export class GatedServer {
  readonly #options: GatedOptions;
  readonly #judge: CallJudge;
  readonly #own: OwnTools;
  readonly #boundMeta: ReadonlySet<string>;
  /** The omitted members of `_meta` that the gateway has already reported to the operator. */
  readonly #told = new Set<string>();
  #listing: Promise<void> | null = null;

  constructor(options: GatedOptions) {
    this.#options = options;
    this.#boundMeta = new Set(options.boundMeta);
    this.#judge = new CallJudge(options);
    this.#own = new OwnTools(options);
  }

  /** The answer for the client. Null where the client has cancelled and expects none. */
  async answer(gated: GatedCall): Promise<Buffer | null> {
    try {
      return await this.#answer(gated);
    } catch (error) {
      if (gated.signal.aborted) return null;
      this.#options.log(
        `a call failed in the gateway: ${error instanceof Error ? error.name : 'unknown'}`,
      );
      return unreadable(gated.call, error);
    }
  }

  async #answer(gated: GatedCall): Promise<Buffer | null> {
    const { call: given, client, signal, ask, onAccepted, ...rest } = gated;
    const { call, leftOut } = withKnownMeta(given, this.#boundMeta);
    for (const name of leftOut) this.#tellLeftOut(name);
    if (this.#own.isOwn(call)) return this.#own.answer({ call, client, signal });
    const { definitions, requestUrl } = this.#options;
    const definition = await usableDefinition({
      call,
      definitions,
      requestUrl,
      list: () => this.#list(call.meta, ask),
    });
    if ('refusal' in definition) return definition.refusal;
    if (definition.wasAccepted) await onAccepted?.();
    return this.#judge.answer({ ...rest, call, client, signal, definition });
  }

  /** Each name once: many clients send the same members with each call. */
  #tellLeftOut(name: string): void {
    if (this.#told.has(name) || this.#told.size >= toldMax) return;
    this.#told.add(name);
    this.#options.log(
      `calls pass without the member ${JSON.stringify(name.slice(0, 128))} of _meta`,
    );
  }

  /**
   * Takes in one page of a list of tools. Returns the result that the client is shown where it has to differ, and null
   * where the server's own bytes are passed on.
   */
  async observe(params: JsonObject, result: unknown): Promise<JsonObject | null> {
    const shown = await this.#options.definitions.observe(params, result);
    return isObject(result) ? (this.#own.withOwn(shown ?? result) ?? shown) : shown;
  }

  /** The schema of the arguments of a tool, where the server listed it. */
  schemaOf(tool: string): JsonObject | null {
    return this.#options.definitions.schemaOf(tool);
  }

  /** Whether the client is not shown a tool that the server lists. */
  get hasWithheld(): boolean {
    return this.#options.definitions.hasWithheld;
  }

  /** True where operators accepted a withheld tool meanwhile. */
  refreshDefinitions(): Promise<boolean> {
    return this.#options.definitions.refresh();
  }

  /** The server says that its tools have changed. */
  expectChange(): void {
    this.#options.definitions.expectChange();
  }

  clientGone(): void {
    this.#judge.clientGone();
  }

  settled(): Promise<void> {
    return this.#judge.settled();
  }

  reported(): Promise<void> {
    return this.#judge.reported();
  }

  /** Asks the server for its tools. Calls that wait for the list wait for the same one. */
  #list(meta: JsonObject | null, ask: GatedCall['ask']): Promise<void> {
    this.#listing ??= this.#listPages(meta, ask).finally(() => {
      this.#listing = null;
    });
    return this.#listing;
  }

  async #listPages(meta: JsonObject | null, ask: GatedCall['ask']): Promise<void> {
    const era = eraMeta(meta);
    let cursor: unknown;
    for (let page = 0; page < pagesMax; page++) {
      const params = {
        ...(cursor === undefined ? {} : { cursor }),
        ...(Object.keys(era).length === 0 ? {} : { _meta: era }),
      } as JsonObject;
      const id = `countersign-${randomUUID()}`;
      const result = await ask({ jsonrpc: '2.0', id, method: 'tools/list', params }).catch(
        () => undefined,
      );
      await this.#options.definitions.observe(params, result);
      cursor = isObject(result) ? result['nextCursor'] : undefined;
      if (typeof cursor !== 'string') return;
    }
  }
}

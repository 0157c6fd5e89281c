import { type Gate, GateMisconfigured, NotAllowed } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import { isObject, lineOf } from '../message/rpc.ts';
import { type ClientFacts, holdMilliseconds, isModern } from './client-facts.ts';
import { type OwnAnswer, ownResult, plainAnswer, refusalAnswer } from './own-answer.ts';
import type { RequestStates } from './request-state.ts';
import type { ServerIdentity } from './server-identity.ts';

interface OwnToolsOptions {
  readonly gate: Gate;
  readonly server: ServerIdentity;
  readonly states: RequestStates;
  readonly hold?: number | undefined;
  /** Whether the client is offered tools to ask about its own requests. */
  readonly offersApprovalTools?: boolean | undefined;
  readonly requestUrl: (id: string) => string | null;
}

/** What a call of one of these tools may use. */
interface OwnCall {
  readonly call: ToolCall;
  readonly client: ClientFacts;
  readonly signal: AbortSignal;
}

/** A call of this tool shows that calls pass the gate. It is never forwarded and never listed. */
export const canaryTool = 'countersign_canary';
export const canaryMember = 'countersign/canary';
const statusTool = 'approval_status';
const waitTool = 'approval_wait';

const inputSchema = {
  type: 'object',
  properties: { approval_request_id: { type: 'string' } },
  required: ['approval_request_id'],
};
const annotations = { readOnlyHint: true, openWorldHint: false };
/** No tool approves anything: a client never decides. */
const approvalTools: readonly JsonObject[] = [
  {
    name: statusTool,
    description: 'Tells whether a call that waits for approval was decided.',
    inputSchema,
    annotations,
  },
  {
    name: waitTool,
    description: 'Waits until a call that waits for approval is decided. It runs nothing.',
    inputSchema,
    annotations,
  },
];

/** The tools that the gateway answers by itself. */
export class OwnTools {
  readonly #options: OwnToolsOptions;

  constructor(options: OwnToolsOptions) {
    this.#options = options;
  }

  isOwn({ name }: ToolCall): boolean {
    if (name === canaryTool) return true;
    return this.#options.offersApprovalTools === true && (name === statusTool || name === waitTool);
  }

  /** A list of tools with these, where they are offered. The last page gets them. */
  withOwn(result: JsonObject): JsonObject | null {
    const { tools } = result;
    if (this.#options.offersApprovalTools !== true || !Array.isArray(tools)) return null;
    const own = new Set(approvalTools.map(({ name }) => name));
    // A tool of the server with such a name could not be called, so it is not shown.
    const others = tools.filter(tool => !(isObject(tool) && own.has(tool['name'] ?? '')));
    const isLast = result['nextCursor'] === undefined;
    return { ...result, tools: isLast ? [...others, ...approvalTools] : others };
  }

  async answer(own: OwnCall): Promise<Buffer> {
    const { call } = own;
    const told = call.name === canaryTool ? await this.#canary(own) : await this.#look(own);
    return lineOf(ownResult(call.id, isModern(call.meta), told));
  }

  /**
   * Asks the gate about a tool that no server has. The answer carries a mark that only the holder of the key can make.
   */
  async #canary({ call, signal }: OwnCall): Promise<OwnAnswer> {
    const { gate, server, states } = this.#options;
    const { nonce } = call.arguments;
    if (typeof nonce !== 'string' || nonce.length > 128) {
      return plainAnswer('parameter_malformed', 'Expected a nonce of at most 128 characters.');
    }
    const action = {
      target: {
        tool_name: `mcp__${server.name}__${canaryTool}`,
        tool_schema_version: server.digest,
      },
      parameters: { nonce },
    };
    const own = { nonce, mark: states.markOf(`canary ${nonce}`) };
    const told = (text: string, facts: Readonly<Record<string, string | null>>): OwnAnswer => ({
      text: `${text} Nothing was sent to ${server.name}.`,
      isError: false,
      meta: { [canaryMember]: { ...own, ...facts } },
    });
    const unasked = (why: string) => told('The gate could not be asked.', { unasked: why });
    try {
      const asked = await gate.ask(action, { key: `mcp canary ${nonce}`, signal });
      const { state, ticket, refusal } = asked;
      if (refusal?.outcome === 'unavailable') return unasked(refusal.code);
      if (state === 'pending') await gate.cancel(ticket, 'It was a test of the gateway.');
      const verdict = refusal?.code ?? state;
      const decision = ticket?.id ?? null;
      return told(`The gate was asked and answered: ${verdict}.`, { verdict, decision });
    } catch (error) {
      if (!(error instanceof GateMisconfigured)) throw error;
      return unasked(error.faults.map(({ detail }) => detail).join('; '));
    }
  }

  async #look({ call, client, signal }: OwnCall): Promise<OwnAnswer> {
    const { gate, hold, requestUrl } = this.#options;
    const { approval_request_id: id } = call.arguments;
    if (typeof id !== 'string' || !/^ar_[0-9a-f]{32}$/u.test(id)) {
      return plainAnswer(
        'parameter_malformed',
        'Expected the approval_request_id of a call that waits.',
      );
    }
    const modern = isModern(call.meta);
    const timeout =
      call.name === waitTool ? holdMilliseconds(client, { modern, configured: hold }) : 0;
    try {
      await gate.ticket(id).wait({ timeout, signal });
      const text = 'The call was approved and has not run. Make the same call again to run it.';
      const facts = { outcome: 'allowed', approval_request_id: id };
      return { text, isError: false, meta: { 'countersign/approval': facts } };
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      return { ...refusalAnswer(error, requestUrl(id)), isError: false };
    }
  }
}

import { type Gate, NotAllowed } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import { isModern } from '../call/client-facts.ts';
import { ownResult, refusalAnswer } from '../call/own-answer.ts';
import type { ServerIdentity } from '../call/server-identity.ts';
import type { ToolCall } from '../message/client-message.ts';
import { lineOf } from '../message/rpc.ts';
import type { DefinitionChange, DefinitionOfCall, ToolDefinitions } from './tool-definitions.ts';

/** The tool under which policy judges whether a changed definition may be used. */
const acceptTool = 'mcp.accept_tool_definition';

interface Wanted {
  readonly call: ToolCall;
  readonly definitions: ToolDefinitions;
  readonly gate: Gate;
  readonly server: ServerIdentity;
  readonly requestUrl: (id: string) => string | null;
  readonly signal: AbortSignal;
  /** Asks the server of tools for its tools, so that they are known. */
  readonly list: () => Promise<void>;
}

/** What is known of the tool that a call names, or the answer where the tool is withheld. */
export async function usableDefinition(
  wanted: Wanted,
): Promise<(DefinitionOfCall & { readonly wasAccepted: boolean }) | { readonly refusal: Buffer }> {
  const { call, definitions, requestUrl, list } = wanted;
  // Where the server was never asked for its tools, or says that they changed, it is asked now.
  if (definitions.isUnknown) await list();
  const definition = definitions.of(call.name);
  if (definition.change === null) return { ...definition, wasAccepted: false };
  const error = await acceptDefinition(wanted, definition.change);
  if (error === null) return { ...definitions.of(call.name), wasAccepted: true };
  const id = error.approval_request_id;
  const url = id === null ? null : requestUrl(id);
  const refused = refusalAnswer(error, url, { withheld: 'definition' });
  const text = `The tool is withheld because its definition changed. An operator must accept the change first. ${refused.text}`;
  const answer = { ...refused, text };
  return { refusal: lineOf(ownResult(call.id, isModern(call.meta), answer)) };
}

/**
 * Asks whether the definition of a tool may be used as it is now. The question shows both definitions. Null where it was
 * accepted; otherwise why not.
 */
async function acceptDefinition(
  { gate, server, definitions, signal }: Wanted,
  change: DefinitionChange,
): Promise<NotAllowed | null> {
  const { tool, before, after, digest } = change;
  const action = {
    target: { tool_name: acceptTool, tool_schema_version: server.digest, resource: null },
    parameters: {
      server: server.name,
      tool,
      definition_digest: digest,
      before,
      after,
    } as JsonObject,
  };
  const options = { key: 'mcp definition', waitTimeout: 0, signal };
  try {
    await gate.run(action, () => definitions.accept(change), options);
    return null;
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    if (error.outcome !== 'consumed') return error;
    // Another gateway of this agent has used the approval of exactly this definition.
    definitions.accept(change);
    return null;
  }
}

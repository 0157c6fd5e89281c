import { type Gate, NotAllowed } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import type { ServerIdentity } from '../call/server-identity.ts';
import type { DefinitionChange, ToolDefinitions } from './tool-definitions.ts';

/** The tool under which policy judges whether a changed definition may be used. */
const acceptTool = 'mcp.accept_tool_definition';
const lookMilliseconds = 250;

/**
 * Asks whether the definition of a tool may be used as it is now. The question shows both definitions. Null where it was
 * accepted; otherwise why not.
 */
export async function acceptDefinition(
  gate: Gate,
  server: ServerIdentity,
  definitions: ToolDefinitions,
  change: DefinitionChange,
  signal: AbortSignal,
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
  const options = { key: 'mcp definition', waitTimeout: lookMilliseconds, signal };
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

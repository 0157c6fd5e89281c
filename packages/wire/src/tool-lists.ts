import { ToolServerId, toolsMax } from '@countersign/protocol/directory';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';

/** What happens to a tool whose definition is new, changed or gone. */
const DefinitionMode = z.enum(['allow', 'mark', 'withhold']);

/** The tools of an MCP server, as a gateway saw them. */
export const ToolListBody = z.strictObject({
  agent_id: Name,
  server: ToolServerId,
  /** What the gateway does with new and changed tools. Policy can only be stricter. */
  mode: DefinitionMode,
  /** False for one page of several. Only a complete list is recorded. */
  is_complete: z.boolean(),
  /** Each tool once. The text is the canonical form of the definition, which its digest is of. */
  tools: z
    .array(z.strictObject({ name: Name, text: z.string().min(1).max(262_144) }))
    .max(toolsMax),
  /** The tool that an agent called, where it is one that the server lists no more. */
  called: Name.optional(),
});
export type ToolListBody = z.infer<typeof ToolListBody>;

/** How the tools compare with those that are recorded. */
export const ToolListAnswer = z.object({
  /** The strictest of the gateway and the policy. */
  mode: DefinitionMode,
  tools: z.array(
    z.object({
      name: z.string(),
      definition_digest: z.string(),
      standing: z.enum(['known', 'new', 'changed']),
      /** Whether the agent has a tool of this name from another server. */
      is_shadowed: z.boolean(),
    }),
  ),
  /** Recorded tools that the server lists no more. Empty where the list is not complete. */
  vanished: z.array(z.string()),
  /** The request in which operators accept what differs; null where nothing has to be accepted. */
  house_request: z.object({ approval_request_id: z.string(), status: z.string() }).nullable(),
  /** Why no such request could be opened. */
  not_asked: z.string().nullable(),
});
export type ToolListAnswer = z.infer<typeof ToolListAnswer>;

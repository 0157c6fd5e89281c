import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { ConfidentialUrl, Secret, Url } from '../start/setting-forms.ts';

/** One MCP server behind `/mcp/<name>`. */
export const McpServer = z.strictObject({
  /** As it appears in `/mcp/<name>` and in the tool names of policies. */
  name: Name,
  url: ConfidentialUrl,
  /** The agent in whose name calls are proposed, where the caller names none. */
  agent: Name,
  /** What happens to a tool whose definition is new, changed or gone. */
  definitions: z.enum(['allow', 'mark', 'withhold']).default('withhold'),
  /** Seconds to hold a call that waits; by client where nothing is said. */
  hold: z.number().positive().max(86_400).nullable().default(null),
  /** Whether clients are offered `approval_status` and `approval_wait`. */
  approval_tools: z.boolean().default(false),
  /** Whether clients may ask their person to open the page of a request. */
  show_pages: z.boolean().default(false),
  /** Arguments that only the gateway and the MCP server see: JSON Pointers, by tool. */
  seal: z.record(z.string(), z.array(z.string().regex(/^\//u)).min(1)).default({}),
  /** Members of `_meta` that the MCP server acts on. They are bound like arguments. */
  meta: z.array(z.string().min(1)).default([]),
  /** Sent as `Authorization: Bearer`. Callers never see it. */
  bearer: Secret.nullable().default(null),
  /** Further headers. */
  headers: z.record(z.string(), Secret).default({}),
});

/** The MCP gateway of the server. */
export const McpSettings = z.strictObject({
  servers: z.array(McpServer).min(1).max(256),
  /** Pages of other origins that may call it. */
  origins: z.array(z.string()).default([]),
  /** Who issues tokens that this server accepts, for clients that look for them. */
  authorization_servers: z.array(Url).default([]),
  /** The largest message that passes. */
  message_bytes: z.int().min(1024).max(268_435_456).default(16_777_216),
});
export type McpSettings = z.infer<typeof McpSettings>;

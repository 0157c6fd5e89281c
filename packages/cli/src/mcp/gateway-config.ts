import { readFileSync } from 'node:fs';
import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import * as z from 'zod';
import { CommandRefused } from '../command.ts';

/** What `countersign mcp serve` reads. */
const GatewayConfig = z.strictObject({
  /** The address under which clients reach the gateway. */
  origin: z.url({ protocol: /^https?$/u }),
  listen: z
    .strictObject({ host: z.string().default('127.0.0.1'), port: z.int().min(1).max(65_535) })
    .prefault({ port: 7320 }),
  hosts: z.array(z.string()).default([]),
  origins: z.array(z.string()).default([]),
  authorization_servers: z.array(z.url()).default([]),
  /** Open connections. Beyond it the oldest idle one is closed. */
  connections_max: z.int().min(1).default(4096),
  message_bytes: z.int().min(1024).max(268_435_456).default(16_777_216),
  servers: z.record(
    z.string(),
    z.strictObject({
      url: z.string(),
      /** The agent in whose name calls are proposed, where the caller names none. */
      agent: z.string().min(1),
      definitions: z.enum(['allow', 'mark', 'withhold']).default('allow'),
      hold: z.number().positive().max(86_400).optional(),
      approval_tools: z.boolean().default(false),
      show_pages: z.boolean().default(false),
      /** JSON Pointers to arguments that are sealed, by tool. */
      seal: z.record(z.string(), z.array(z.string().regex(/^\//u)).min(1)).default({}),
      /** Members of `_meta` that the MCP server acts on. They are bound like arguments. */
      meta: z.array(z.string().min(1)).default([]),
      /** `env:VARIABLE`, `file:PATH` or `command:WORDS`, by name. */
      secrets: z.record(z.string(), z.string()).default({}),
      /** A header, in which `{NAME}` is a secret. */
      headers: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type GatewayConfig = z.infer<typeof GatewayConfig>;

export function readGatewayConfig(file: string): GatewayConfig {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch {
    throw new CommandRefused('usage', `${file} cannot be read.`);
  }
  try {
    const parsed = GatewayConfig.safeParse(parseStrict(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new CommandRefused('usage', `${file}: /${issue?.path.join('/')}: ${issue?.message}`);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new CommandRefused('usage', `${file}: expected JSON: ${error.message}`);
  }
}

import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** Which server of tools: the name that the operator gave it, and the digest of its name and its command or URL. */
export const ToolServerId = z.strictObject({ name: Name, digest: Digest });
export type ToolServerId = z.infer<typeof ToolServerId>;

export const toolsMax = 1000;
/** So many servers of tools may one agent have recorded: a credential of an agent fills no store. */
export const serversPerAgentMax = 64;

/** One tool, and the digest of the definition that counts for it. */
const RecordedTool = z.strictObject({ name: Name, definition_digest: Digest });
export type RecordedTool = z.infer<typeof RecordedTool>;

/** The tools of one server, each once, in the order of code units. */
export const RecordedTools = z
  .array(RecordedTool)
  .max(toolsMax)
  .refine(tools => tools.every(({ name }, at) => at === 0 || (tools[at - 1]?.name ?? '') < name), {
    message: 'expected every tool once, in the order of code units',
  });

/** What an operator accepts for one tool. Null: no such tool. */
const AcceptedTool = z
  .strictObject({ name: Name, from: Digest.nullable(), to: Digest.nullable() })
  .refine(({ from, to }) => from !== to, { message: 'expected a definition that differs' });
export type AcceptedTool = z.infer<typeof AcceptedTool>;

export const AcceptedTools = z
  .array(AcceptedTool)
  .min(1)
  .max(toolsMax)
  .refine(tools => tools.every(({ name }, at) => at === 0 || (tools[at - 1]?.name ?? '') < name), {
    message: 'expected every tool once, in the order of code units',
  });

/** A server of tools as the store knows it. */
export interface ToolServer {
  readonly name: string;
  readonly digest: Digest;
  /** By name: the digest of the definition that counts. */
  readonly tools: ReadonlyMap<string, Digest>;
  /** The agents that have listed its tools. */
  readonly agents: ReadonlySet<string>;
  readonly recorded_at: Timestamp;
}

/** How the definition of a tool compares with the recorded one. */
export type DefinitionStanding = 'known' | 'new' | 'changed';

export function standingOf(
  server: Pick<ToolServer, 'tools'>,
  name: string,
  digest: string,
): DefinitionStanding {
  const recorded = server.tools.get(name);
  if (recorded === undefined) return 'new';
  return recorded === digest ? 'known' : 'changed';
}

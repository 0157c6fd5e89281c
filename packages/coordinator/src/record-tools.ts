import {
  type DirectoryState,
  decideDirectory,
  type RecordedTool,
  type StoreEvent,
  type ToolServerId,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { type Actor, addSeconds } from '@countersign/protocol/value';
import { takeBytes } from './byte-quota.ts';
import { changeStream } from './change-stream.ts';
import type { ActionBytes } from './commit.ts';
import type { Context } from './context.ts';
import { directoryFolding, loadDirectory } from './directory/load-directory.ts';
import { failClosed } from './fail-closed.ts';
import { storeStream } from './stream-name.ts';

/** As long as a definition may be compared with a later one: a hundred years. */
const retainSeconds = 100 * 31_557_600;

/** A definition and its canonical text, which the digest is of. */
export interface ToolText extends RecordedTool {
  readonly text: string;
}

/** The definitions that an agent saw when it listed the tools of a server. */
export interface SeenTools {
  readonly server: ToolServerId;
  readonly agent_id: string;
  readonly tools: readonly ToolText[];
}

/**
 * Records the first complete list of a server, and which agents use it (TD-1). The texts count among the bytes of the
 * agent, so that a list fills no store (TD-5).
 */
export function recordTools(
  context: Context,
  { server, agent_id, tools }: SeenTools,
  by: Actor,
): Promise<Result<DirectoryState>> {
  return failClosed(async () => {
    const { state } = await loadDirectory(context);
    const isFirst = !state.tool_servers.has(server.digest);
    const bytes = isFirst ? tools.reduce((sum, { text }) => sum + text.length, 512) : 512;
    const taken = await takeBytes(context, agent_id, bytes);
    if (!taken.ok) return taken;
    const recorded = tools.map(({ name, definition_digest }) => ({ name, definition_digest }));
    return changeStream<DirectoryState, StoreEvent>(context, {
      stream: storeStream,
      folding: directoryFolding,
      load: () => loadDirectory(context),
      decide: (present, now) =>
        decideDirectory(
          present,
          { type: 'record_tools', server, tools: recorded, agent_id, by },
          now,
        ),
      claims: taken.value,
      onClaimTaken: () => ({
        code: 'commit_contended',
        detail: 'another process took the bytes of this agent first',
      }),
      actions: now => (isFirst ? toolTexts(tools, addSeconds(now, retainSeconds)) : []),
    });
  });
}

/** What is kept of definitions: their text, under the digest that the record has for them. */
export function toolTexts(
  tools: readonly ToolText[],
  retainUntil: ActionBytes['retainUntil'],
): readonly ActionBytes[] {
  return tools.map(({ definition_digest, text }) => ({
    digest: definition_digest,
    text,
    retainUntil,
  }));
}

import {
  type Context,
  decideInOrder,
  type HouseRun,
  loadDirectory,
  storeStream,
  type ToolText,
  toolTexts,
} from '@countersign/coordinator';
import { findingsOf, readDefinitionForm, type ToolFinding } from '@countersign/mcp-gateway';
import type { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { AcceptedTool, ToolServer } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import { addSeconds, systemActor } from '@countersign/protocol/value';
import { houseAction } from './house-binding.ts';

/** A definition may be compared with a later one for as long as this: a hundred years. */
const retainSeconds = 100 * 31_557_600;

/** What an operator reads about a finding. */
const findingWords: Readonly<Record<ToolFinding, string>> = {
  invisible_characters: 'Contains characters that a person does not see.',
  orders_to_a_model: 'Gives orders to the model.',
  shadowed_name: 'Has the name of a tool of another server.',
  unreadable_definition: 'Cannot be read as JSON that has one meaning.',
};

/** A tool, the definition that counts and the one that was seen. Null: there is none. */
interface ToolChange extends AcceptedTool {
  readonly before: string | null;
  readonly after: string | null;
}

/** The action that a card shows for other definitions: both are read from the store, here and nowhere else. */
export function toolsAction(server: ToolServer, changes: readonly ToolChange[]): ActionBinding {
  const [first, ...others] = changes;
  const summary =
    first !== undefined && others.length === 0
      ? `Accept the ${kindOf(first)} tool ${first.name} of ${server.name}`
      : `Accept ${changes.length} definitions of tools of ${server.name}`;
  return houseAction('tools', {
    subject: null,
    resource: null,
    summary,
    difference: changes.map(({ name, from, to }) => ({ of: name, from, to })),
    content: {
      path: others.length === 0 ? `${server.name}/${first?.name ?? ''}` : server.name,
      server: { name: server.name, digest: server.digest },
      changes: changes.map(({ name, before, after }) => ({
        tool: name,
        before: readable(before),
        after: readable(after),
        findings: wordsOf(after),
      })),
    },
  });
}

function kindOf({ from, to }: ToolChange): string {
  if (from === null) return 'new';
  return to === null ? 'vanished' : 'changed';
}

/** A definition as people read it: every member and every character of the kept text. */
function readable(text: string | null): string {
  if (text === null) return '';
  const definition = readDefinitionForm(text);
  return definition === null ? text : JSON.stringify(definition, null, 2);
}

function wordsOf(text: string | null): readonly string[] {
  const definition = text === null ? null : readDefinitionForm(text);
  return definition === null ? [] : findingsOf(definition).map(finding => findingWords[finding]);
}

/** The texts of definitions, where the store still has them. */
export async function readTexts(
  { store }: Pick<Context, 'store'>,
  tools: readonly AcceptedTool[],
  brought: ReadonlyMap<string, string> = new Map(),
): Promise<Result<readonly ToolChange[]>> {
  const read: ToolChange[] = [];
  for (const tool of tools) {
    const before = tool.from === null ? null : await store.readAction(tool.from);
    const after =
      tool.to === null ? null : (brought.get(tool.to) ?? (await store.readAction(tool.to)));
    const isKept = (before === null) === (tool.from === null);
    if (!isKept || (after === null) !== (tool.to === null)) {
      return refuse('house_change_outdated', 'a definition is not kept any more');
    }
    read.push({ ...tool, before, after });
  }
  return accept(read);
}

/** What carrying out an approved acceptance does now. */
export async function runToolsChange(
  context: Context,
  asked: ActionBinding,
  { request }: OpenedRequest,
): Promise<Result<HouseRun>> {
  const { server, difference } = asked.parameters as unknown as {
    readonly server: { readonly digest: Digest };
    readonly difference: readonly {
      readonly of: string;
      readonly from: Digest | null;
      readonly to: Digest | null;
    }[];
  };
  const tools = difference.map(({ of, from, to }) => ({ name: of, from, to }));
  const directory = await loadDirectory(context);
  const known = directory.state.tool_servers.get(server.digest);
  if (known === undefined) return refuse('house_change_outdated', 'the server is not recorded');
  const now = context.clock.now();
  const { approval_request_id } = request;
  const command = {
    type: 'accept_tools',
    server_digest: server.digest,
    tools,
    approval_request_id,
    by: systemActor,
    approved: 'tools',
  } as const;
  const decision = decideInOrder(directory.state, [command], now);
  if (!decision.ok) return decision;
  const changes = await readTexts(context, tools);
  if (!changes.ok) return changes;
  return accept({
    action: toolsAction(known, changes.value),
    appends: [
      {
        stream: storeStream,
        expectedVersion: directory.version,
        events: sealEvents(storeStream, directory.head, decision.events),
        row: null,
      },
    ],
    // Kept as long as they may be compared with later ones.
    actions: toolTexts(changes.value.flatMap(textOf), addSeconds(now, retainSeconds)),
  });
}

function textOf({ name, to, after }: ToolChange): readonly ToolText[] {
  return to === null || after === null ? [] : [{ name, definition_digest: to, text: after }];
}

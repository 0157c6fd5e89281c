import {
  type Context,
  loadDirectory,
  openToolsRequest,
  recordTools,
  type ToolText,
} from '@countersign/coordinator';
import { readDefinitionForm } from '@countersign/mcp-gateway';
import { definitionModes } from '@countersign/policy';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  type AcceptedTool,
  type DirectoryState,
  namesElsewhere,
  standingOf,
  type ToolServer,
} from '@countersign/protocol/directory';
import { accept, ProtocolError, type Result, refuse } from '@countersign/protocol/reason';
import { effectiveStatus } from '@countersign/protocol/request';
import { actorOf, type Principal } from '@countersign/protocol/value';
import type { ToolListAnswer, ToolListBody } from '@countersign/wire/tool-lists';
import type { App } from '../app.ts';
import { readTexts, toolsAction } from '../house/tools-change.ts';

/** How much text of definitions one request shows. What is left is asked about once it was accepted. */
const shownCharacters = 200_000;

/**
 * An agent reports the tools of a server. The first complete list is recorded. What differs from the record later is
 * asked about in a house request, unless such tools are allowed (TD-1, TD-4).
 */
export async function reportTools(
  app: App,
  context: Context,
  body: ToolListBody,
  principal: Principal,
): Promise<Result<ToolListAnswer>> {
  const texts = readForms(body);
  if (!texts.ok) return texts;
  const { server, agent_id } = body;
  const tools = texts.value;
  const known = await knownServer(context, body, tools, principal);
  if (!known.ok) return known;
  const { state, recorded } = known.value;
  const mode = strictest(body.mode, app.policies.policy.toolDefinitions);
  const shadowed = namesElsewhere(state, agent_id, server);
  const listed = tools.map(({ name, definition_digest }) => ({
    name,
    definition_digest,
    standing: recorded === null ? 'known' : standingOf(recorded, name, definition_digest),
    is_shadowed: shadowed.has(name),
  }));
  const names = new Set(tools.map(({ name }) => name));
  const vanished = body.is_complete
    ? [...(recorded?.tools.keys() ?? [])].filter(name => !names.has(name))
    : [];
  const differing = recorded === null ? [] : differencesOf(recorded, tools, vanished, body.called);
  const asked =
    mode === 'allow' || recorded === null || differing.length === 0
      ? null
      : await askAbout(context, recorded, differing, { tools, agentId: agent_id });
  return accept({
    mode,
    tools: listed as ToolListAnswer['tools'],
    vanished,
    house_request: asked?.ok === true ? asked.value : null,
    not_asked: asked?.ok === false ? asked.refusal.code : null,
  });
}

/** The definitions as they are kept. What is not in the one form has no digest that another gateway would find. */
function readForms({ tools }: ToolListBody): Result<readonly ToolText[]> {
  const read: ToolText[] = [];
  const names = new Set<string>();
  for (const { name, text } of tools) {
    const definition = readDefinitionForm(text);
    const isNamed = definition !== null && (definition['name'] === name || 'form' in definition);
    if (!isNamed || names.has(name)) {
      return refuse('parameter_malformed', 'expected each tool once, in the form that is hashed');
    }
    names.add(name);
    read.push({ name, text, definition_digest: sha256OfText(text) });
  }
  return accept(read);
}

/** The record of the server, which this very list may begin. Null where there is none yet, and the list is one page. */
async function knownServer(
  context: Context,
  { server, agent_id, is_complete }: ToolListBody,
  tools: readonly ToolText[],
  principal: Principal,
): Promise<Result<{ readonly state: DirectoryState; readonly recorded: ToolServer | null }>> {
  const { state } = await loadDirectory(context);
  const known = state.tool_servers.get(server.digest);
  if (known?.agents.has(agent_id) === true && known.name === server.name) {
    return accept({ state, recorded: known });
  }
  if (!is_complete) return accept({ state, recorded: known ?? null });
  const recorded = await recordTools(context, { server, agent_id, tools }, actorOf(principal));
  if (!recorded.ok) return recorded;
  const after = recorded.value;
  return accept({ state: after, recorded: after.tool_servers.get(server.digest) ?? null });
}

/** A tool that is gone is asked about when an agent calls it: lists may differ by caller. */
function differencesOf(
  recorded: ToolServer,
  tools: readonly ToolText[],
  vanished: readonly string[],
  called: string | undefined,
): readonly AcceptedTool[] {
  const changed = tools
    .map(({ name, definition_digest: to }) => ({
      name,
      from: recorded.tools.get(name) ?? null,
      to,
    }))
    .filter(({ from, to }) => from !== to);
  const gone = vanished
    .filter(name => name === called)
    .map(name => ({ name, from: recorded.tools.get(name) ?? null, to: null }));
  return [...changed, ...gone].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function askAbout(
  context: Context,
  recorded: ToolServer,
  differing: readonly AcceptedTool[],
  { tools, agentId }: { readonly tools: readonly ToolText[]; readonly agentId: string },
): Promise<Result<{ readonly approval_request_id: string; readonly status: string }>> {
  const brought = new Map(tools.map(each => [each.definition_digest as string, each.text]));
  const read = await readTexts(context, differing, brought);
  if (!read.ok) return read;
  let characters = 0;
  const shown = read.value.filter(({ before, after }, at) => {
    characters += (before?.length ?? 0) + (after?.length ?? 0);
    return at === 0 || characters <= shownCharacters;
  });
  try {
    const action = toolsAction(recorded, shown);
    const kept = shown.flatMap(({ after }) => after ?? []);
    const opened = await openToolsRequest(context, { action, agentId }, kept);
    if (!opened.ok) return opened;
    if (opened.value.verdict !== 'require_approval') {
      return refuse('policy_denied', 'the policy in force asks no one about definitions of tools');
    }
    const { state } = opened.value;
    const { approval_request_id } = state.request;
    const status = effectiveStatus(state, context.clock.now());
    return accept({ approval_request_id, status });
  } catch (error) {
    if (error instanceof ProtocolError) return refuse(error.code, error.message);
    throw error;
  }
}

function strictest(
  own: ToolListBody['mode'],
  stated: ToolListBody['mode'] | null,
): ToolListBody['mode'] {
  return definitionModes.findLast(mode => mode === own || mode === stated) ?? 'withhold';
}

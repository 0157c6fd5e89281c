import type { Call, Instruments } from './assess-call.ts';
import { type Effect, isPassive } from './effects.ts';
import { rehearsalWords } from './environment.ts';
import { mutationsIn } from './graphql-document.ts';
import { isHttpMethod } from './http-call.ts';
import { role } from './parameter-key.ts';
import { isGraphQuery, isStoreTool, storeOperations } from './store-commands.ts';
import type { Leaf, Survey } from './survey.ts';
import type { NameReading } from './tool-name.ts';
import { hasAny } from './words.ts';

const filterLike: ReadonlySet<string> = new Set([
  'action',
  'event',
  'event_type',
  'type',
  'operation',
  'mode',
  'intent',
  'change_type',
  'actions',
  'method',
]);
const records: ReadonlySet<string> = new Set([
  'log',
  'logs',
  'event',
  'events',
  'activity',
  'history',
  'audit',
  'audits',
  'changes',
  'deletions',
  'transactions',
]);

/** What is known of a call before its parameters are asked for operations. */
interface Carrier {
  readonly tool: NameReading;
  readonly read: Instruments['readName'];
  readonly hasCode: boolean;
  /** It starts something by its name. */
  readonly starts: boolean;
  /** It reads records of what was done, so that an operation there is what is looked for. */
  readonly looksBack: boolean;
  readonly isStore: boolean;
}

/** The operations named inside the parameters: an action, a method, a mutation, the function of a remote call. */
export function carriedOperations(
  call: Call,
  seen: Survey,
  tool: NameReading,
  instruments: Instruments,
  hasCode: boolean,
): readonly NameReading[] {
  const found: NameReading[] = [];
  const carrier: Carrier = {
    tool,
    read: instruments.readName,
    hasCode,
    starts:
      (hasAny(tool.words, starting) || hasAny(tool.words, builders)) &&
      !hasAny(tool.words, checking),
    looksBack: tool.effect === 'read' && hasAny(tool.words, records),
    isStore: isStoreTool(tool.words),
  };
  if (call.operation !== null && !plumbing.has(call.operation))
    found.push(carrier.read(call.operation));
  if (carrier.isStore || seen.leaves.some(isGraphQuery))
    for (const name of storeOperations(tool.words, call.parameters, seen))
      found.push(carrier.read(name));
  for (const leaf of seen.leaves) {
    const { value } = leaf;
    if (typeof value === 'string' && value !== '')
      found.push(...operationsIn(leaf, value, carrier));
  }
  return found;
}

function operationsIn(leaf: Leaf, value: string, carrier: Carrier): readonly NameReading[] {
  if (leaf.key.name === 'command' && editing.test(value) && carrier.tool.words.includes('editor'))
    return [carrier.read(value)];
  const graph = graphOperations(leaf, value, carrier);
  if (graph?.isAll === true) return graph.found;
  const found = [...(graph?.found ?? []), ...startedIn(leaf, value, carrier)];
  const names = mayNameOperation(leaf, value, carrier) && !isNoOperation(leaf, value, carrier);
  return names ? [...found, carrier.read(value)] : found;
}

/** What an editor of texts is told to do: `command: "view"`. */
const editing = /^(?:view|create|str_replace|insert|undo_edit)$/u;

interface GraphOperations {
  readonly found: readonly NameReading[];
  /** The text says nothing else. */
  readonly isAll: boolean;
}

/** What a GraphQL document does; null where the text is none. */
function graphOperations(
  leaf: Leaf,
  value: string,
  { tool, read }: Carrier,
): GraphOperations | null {
  if (leaf.depth > 4 || !value.includes('{') || !mayBeGraph(leaf, tool)) return null;
  const fields = mutationsIn(value);
  if (fields === null) return null;
  const asked = leaf.depth <= 2 && (leaf.key.roles & (role.sql | role.operation)) !== 0;
  const found = fields.map(field => read(field));
  if (fields.length === 0 && asked) found.push(read('query'));
  return { found, isAll: asked || fields.length > 0 };
}

/** What is started by its name, where that name says something grave. */
function startedIn({ key, depth }: Leaf, value: string, carrier: Carrier): readonly NameReading[] {
  const { tool, read, starts } = carrier;
  if (!starts || depth !== 0 || !startedKeys.has(key.name) || !/^[\w.:-]{1,80}$/u.test(value))
    return [];
  const named = read(value);
  const deploys =
    named.effect === 'deploy' && !isPassive(tool.effect) && !hasAny(named.words, rehearsalWords);
  return deeds.has(named.effect) || deploys ? [named] : [];
}

function mayNameOperation({ key, depth }: Leaf, value: string, carrier: Carrier): boolean {
  if (depth > 1 || value.length > 96) return false;
  if ((key.roles & role.operation) !== 0) return true;
  return (
    key.name === 'command' && !carrier.hasCode && !carrier.isStore && /^[\w.-]{1,60}$/u.test(value)
  );
}

/** Texts under the key of an operation that name none. Any row is enough. */
const noOperations: readonly ((leaf: Leaf, value: string, carrier: Carrier) => boolean)[] = [
  ({ key }, _, { looksBack }) => looksBack && filterLike.has(key.name),
  // `get_function` with a `function_name` looks at it and runs nothing.
  ({ key }, _, { tool, starts }) => key.last === 'name' && isPassive(tool.effect) && !starts,
  ({ key }, value, { tool }) =>
    isHttpMethod(value) && (tool.domains.has('web') || key.name.includes('method')),
  ({ depth, parent }) => depth === 1 && parent !== null && !holders.has(parent.name),
  // `s3:DeleteBucket` in a list of actions names a right, not a deed.
  ({ owner }, value) => owner === null && value.includes(':'),
  ({ key }, value) => key.name === 'type' && !/_|delete|purge/u.test(value),
  (_, value) => /\s/u.test(value.trim()) && value.split(' ').length > 4,
];

function isNoOperation(leaf: Leaf, value: string, carrier: Carrier): boolean {
  return noOperations.some(rule => rule(leaf, value, carrier));
}

const graphKeys: ReadonlySet<string> = new Set(
  'document documents gql graphql mutation query doc operation'.split(' '),
);

/** Where a GraphQL document is sent to a server, and not written into a file. */
function mayBeGraph({ key }: Leaf, tool: NameReading): boolean {
  if ((key.roles & (role.sql | role.operation)) !== 0) return true;
  if (tool.domains.has('files') && !tool.domains.has('web')) return false;
  return tool.domains.has('web') || hasAny(key.words, graphKeys);
}

/**
 * A stored job that is started by its name does what the name says: `run_query` with `name: "delete_inactive_users"`.
 */
const starting: ReadonlySet<string> = new Set([
  'run',
  'execute',
  'invoke',
  'trigger',
  'start',
  'call',
  'launch',
  'play',
]);
/** What runs jobs by their names, whatever the verb beside it. */
const builders: ReadonlySet<string> = new Set(
  'jenkins circleci buildkite teamcity bamboo travis drone concourse spinnaker octopus rundeck harness'.split(
    ' ',
  ),
);
const checking: ReadonlySet<string> = new Set(
  'test tests lint check checks eval benchmark report analysis typecheck'.split(' '),
);
const startedKeys: ReadonlySet<string> = new Set(
  'service service_name name query_name job job_name function function_name workflow workflow_name task task_name saved_query procedure automation flow playbook'.split(
    ' ',
  ),
);
const deeds: ReadonlySet<Effect> = new Set<Effect>([
  'delete',
  'pay',
  'refund',
  'charge',
  'grant',
  'weaken',
]);

/** Operations that say nothing about what a tool does. */
const plumbing: ReadonlySet<string> = new Set([
  'tool.invoke',
  'tools/call',
  'invoke',
  'call',
  'tool_call',
  'function_call',
  'execute',
  'tool.call',
  'tool.execute',
]);
const holders: ReadonlySet<string> = new Set([
  'body',
  'request',
  'params',
  'parameters',
  'arguments',
  'args',
  'input',
  'payload',
  'json',
  'data',
  'action',
  'operation',
  'command',
  'call',
  'options',
  'query',
  'variables',
  'actions',
]);

import type { JsonValue } from '@countersign/protocol/json';
import type { Call } from '../action/assess-call.ts';
import { type Effect, isPassive } from '../action/effects.ts';
import { type HttpCall, httpCallOf, isRequest } from '../action/http-call.ts';
import { isScreenCall } from '../action/judge-screen.ts';
import { type KeyReading, role } from '../action/parameter-key.ts';
import { type Survey, survey } from '../action/survey.ts';
import type { NameReading } from '../action/tool-name.ts';
import type { ActionKind } from './action-kind.ts';
import { type Carried, carriedCode } from './carried-code.ts';
import { innerCall, innerCalls, mostInnerCalls, wrappedCall } from './inner-calls.ts';
import { programCall } from './program-tools.ts';
import { givesWork, handsTasksOn, holdsWords, isStatedTask, isTask } from './task-key.ts';
import { type ToolIdentity, toolIdentity } from './tool-identity.ts';
import { type KnownTool, knownKeys, knownName, type PartName } from './tool-row.ts';
import { unwrapBatch, unwrapCall } from './unwrap-call.ts';

/** One value of a call under the name of what it means. */
export interface ActionPart {
  readonly name: PartName;
  /** The key under which it stands in the call. */
  readonly key: string;
  readonly value: JsonValue;
}

/**
 * A call in the words that all calls share: its kind, its named parts, the code that an interpreter is going to run
 * and the calls inside it. The call itself stays what is bound; this is only how it is read.
 */
export interface CanonicalAction {
  readonly kind: ActionKind;
  /** The call without what only handed it on. */
  readonly call: Call;
  readonly identity: ToolIdentity;
  /** What a catalogue or the operator says of the tool, if one of them knows it. */
  readonly known: KnownTool | null;
  readonly parts: readonly ActionPart[];
  readonly scripts: readonly Carried[];
  readonly inner: readonly Call[];
  /** There are more calls inside than are looked at. */
  readonly overfull: boolean;
  readonly tool: NameReading;
  readonly seen: Survey;
  readonly http: HttpCall | null;
}

/** How names are read, and what is known of the tool besides. */
export interface TranslationInputs {
  readonly readName: (name: string) => NameReading;
  readonly readKey: (key: string) => KeyReading;
  /** The row of a catalogue for a tool; none where nothing is known of it. */
  readonly knownTool?: (identity: ToolIdentity, name: string) => KnownTool | null;
}

/** Translates one call. `deeper` is false where calls inside it are no longer looked at. */
export function translateCall(
  given: Call,
  inputs: TranslationInputs,
  deeper: boolean,
): CanonicalAction {
  const unwrapped = unwrapCall(given, inputs.readKey);
  const outer = { ...unwrapped, ...programCall(unwrapped.tool, unwrapped.parameters) };
  const batch = deeper ? unwrapBatch(outer, inputs.readKey) : null;
  // An operation beside a batch belongs to those of its calls whose names do not say what they do.
  const call = batch === null ? outer : { ...outer, operation: null, parameters: batch.rest };
  const identity = toolIdentity(call.tool);
  const known = inputs.knownTool?.(identity, call.tool) ?? null;
  const read = inputs.readName(call.tool);
  const tool = known === null ? read : knownName(read, known);
  const readKey = known === null ? inputs.readKey : knownKeys(known, inputs.readKey);
  const seen = survey(call.parameters, readKey);
  const scripts = carriedCode(call.parameters, seen, tool, call.tool);
  const requests = deeper ? [...innerCalls(seen, isRequest)] : [];
  if (deeper && wrappedCall(call.parameters, tool)) requests.push(call.parameters);
  const http = requests.length > 0 ? null : httpCallOf(call.parameters, seen, tool, call.resource);
  const handed = (batch?.calls ?? []).map(one =>
    batch?.calls.length === 1 || isOpen(inputs.readName(one.tool))
      ? { ...one, operation: outer.operation }
      : one,
  );
  const inside = [...handed, ...requests.map(request => innerCall(request, call))];
  const inner = inside.slice(0, mostInnerCalls);
  const givesTask = givesWork(call.tool, seen.leaves);
  const kind =
    known?.row.kind ?? (givesTask ? 'task.delegate' : kindOf(tool, seen, scripts, inner, http));
  return {
    kind,
    call: seen.leaves.some(({ key }) => isTask(key)) ? withoutHandover(call) : call,
    identity,
    known,
    parts: partsOf(seen),
    scripts,
    inner,
    overfull: inside.length > mostInnerCalls,
    tool: kind === 'task.delegate' ? handedOn(tool, givesTask) : tool,
    seen,
    http,
  };
}

const kindsOfScripts = {
  shell: 'shell.exec',
  argv: 'shell.exec',
  sql: 'sql.execute',
  code: 'code.execute',
} as const satisfies Readonly<Record<Carried['kind'], ActionKind>>;

const kindsOfEffects: Partial<Readonly<Record<Effect, ActionKind>>> = {
  pay: 'payment.send',
  charge: 'payment.send',
  refund: 'payment.send',
  send: 'message.send',
};

const kindsOfFileEffects: Partial<Readonly<Record<Effect, ActionKind>>> = {
  read: 'file.read',
  create: 'file.write',
  update: 'file.edit',
  delete: 'file.delete',
};

/** What a call without a row in a catalogue is, by the strongest thing that is seen in it. */
function kindOf(
  tool: NameReading,
  seen: Survey,
  scripts: readonly Carried[],
  inner: readonly Call[],
  http: HttpCall | null,
): ActionKind {
  const [script] = scripts;
  if (script !== undefined) return kindsOfScripts[script.kind];
  if (inner.length > 0) return inner.length > 1 ? 'batch.run' : 'mcp.call';
  if (http !== null) return isPassive(http.effect) ? 'web.fetch' : 'http.request';
  if (isScreenCall({ tool })) return 'screen.act';
  const has = (roles: number): boolean => seen.leaves.some(leaf => (leaf.key.roles & roles) !== 0);
  if (handsTaskOn(tool, seen)) return 'task.delegate';
  const files = tool.domains.has('files') && has(role.path);
  const kind = (files ? kindsOfFileEffects : kindsOfEffects)[tool.effect];
  if (kind !== undefined || isPassive(tool.effect)) return kind ?? 'mcp.call';
  if (tool.domains.has('money') && has(role.amount)) return 'payment.send';
  return tool.domains.has('message') && has(role.recipient) ? 'message.send' : 'mcp.call';
}

/** A tool for other agents with words for them, or one that only runs something and is told in a sentence what. */
function handsTaskOn(tool: NameReading, { leaves }: Survey): boolean {
  if (handsTasksOn(tool))
    return leaves.some(
      ({ key, value }) => isTask(key) || (typeof value === 'string' && holdsWords(value)),
    );
  return isOpen(tool) && leaves.some(({ key, value }) => isStatedTask(key, value));
}

/** The name leaves to the operation what is done. */
function isOpen({ effect }: NameReading): boolean {
  return effect === 'unknown' || effect === 'control';
}

/** The operation that says no more than that a task is handed on. */
function withoutHandover(call: Call): Call {
  return /^(?:delegate|handoff|hand_off|spawn)$/u.test(call.operation ?? '')
    ? { ...call, operation: null }
    : call;
}

/** To delegate a task grants no right, and what the other agent does is read from the words of the task. */
function handedOn(tool: NameReading, givesTask: boolean): NameReading {
  const named = tool.effect === 'grant' && tool.words.includes('delegate');
  const effect = named || givesTask || tool.effect === 'unknown' ? 'control' : tool.effect;
  // `game_admin_agent`: what an agent is for is no right that is given.
  const isAgent = givesTask || (handsTasksOn(tool) && effect === 'control');
  return { ...tool, effect, domains: isAgent ? withoutRights(tool.domains) : tool.domains };
}

function withoutRights(domains: NameReading['domains']): NameReading['domains'] {
  return new Set([...domains].filter(domain => domain !== 'rights'));
}

const rolesOfParts: readonly (readonly [roles: number, part: PartName])[] = [
  [role.command, 'command'],
  [role.sql, 'sql'],
  [role.code, 'code'],
  [role.path, 'path'],
  [role.address, 'url'],
  [role.recipient, 'to'],
  [role.amount, 'amount'],
  [role.count, 'count'],
  [role.environment, 'environment'],
  [role.identity, 'id'],
  [role.filter, 'filter'],
  [role.operation, 'operation'],
  [role.simulation, 'dry_run'],
  [role.content, 'content'],
  [role.prose, 'description'],
];
const mostParts = 200;

/** A parameter that may mean several things is named for the first of them. */
function partsOf(seen: Survey): readonly ActionPart[] {
  const parts: ActionPart[] = [];
  for (const { key, value, depth } of seen.leaves) {
    if (depth > 2 || parts.length >= mostParts) continue;
    const found = rolesOfParts.find(([roles]) => (key.roles & roles) !== 0);
    if (found !== undefined) parts.push({ name: found[1], key: key.name, value });
  }
  return parts;
}

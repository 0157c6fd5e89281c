import type { JsonObject } from '@countersign/protocol/json';
import { isObject } from '../message/rpc.ts';

/**
 * What a client says about itself. These facts decide only how long a call is held and how a person is shown the
 * question.
 */
export interface ClientFacts {
  readonly name: string | null;
  /** Whether it can ask its person to open a page. */
  readonly opensPages: boolean;
  /** Whether it can ask its person to fill in a form. */
  readonly fillsForms: boolean;
}

export const unknownClient: ClientFacts = {
  name: null,
  opensPages: false,
  fillsForms: false,
};

/** The members of `_meta` with which a 2026-07-28 client describes itself in each request. */
const versionMember = 'io.modelcontextprotocol/protocolVersion';
const clientMember = 'io.modelcontextprotocol/clientInfo';
const capabilitiesMember = 'io.modelcontextprotocol/clientCapabilities';

/** Whether a call follows the protocol of 2026-07-28, in which a server may ask to be called again. */
export function isModern(meta: JsonObject | null): boolean {
  return typeof meta?.[versionMember] === 'string';
}

export function clientOf(params: JsonObject): ClientFacts | null {
  const meta = memberOf(params, '_meta');
  const info = memberOf(params, 'clientInfo') ?? memberOf(meta, clientMember);
  if (info === null) return null;
  const { name } = info;
  const capabilities = memberOf(params, 'capabilities') ?? memberOf(meta, capabilitiesMember);
  const elicitation = memberOf(capabilities, 'elicitation');
  return {
    name: typeof name === 'string' ? name.slice(0, 128) : null,
    opensPages: memberOf(elicitation, 'url') !== null,
    // Until 2025-11-25 there were only forms, and the capability had no members.
    fillsForms:
      elicitation !== null &&
      (memberOf(elicitation, 'form') !== null || Object.keys(elicitation).length === 0),
  };
}

/** Whether a 2026-07-28 client says that it can be answered with a task. */
export function knowsTasks(meta: JsonObject | null): boolean {
  const extensions = memberOf(memberOf(meta, capabilitiesMember), 'extensions');
  return memberOf(extensions, 'io.modelcontextprotocol/tasks') !== null;
}

function memberOf(value: JsonObject | null, name: string): JsonObject | null {
  const member = value?.[name];
  return member !== undefined && isObject(member) ? member : null;
}

/**
 * The members of `_meta` that the gateway repeats in its own requests. By them the server knows the version of the
 * protocol.
 */
export function eraMeta(meta: JsonObject | null): JsonObject {
  const kept = Object.entries(meta ?? {}).filter(([key]) =>
    key.startsWith('io.modelcontextprotocol/'),
  );
  return Object.fromEntries(kept);
}

/** How long a client waits for the result of a call, measured with the client itself, less a margin. */
const holdSeconds: readonly (readonly [RegExp, number])[] = [
  [/^claude-code/iu, 600],
  [/^codex/iu, 280],
  [/^gemini-cli/iu, 570],
  [/copilot/iu, 165],
  [/^opencode/iu, 50],
];
/** The TypeScript SDK gives up after 60 seconds, unless its caller says otherwise. */
const holdSecondsDefault = 50;
/** One leg of a call that the client repeats by itself. */
const legSecondsMax = 45;

/** Milliseconds to hold one call before the client is told that the decision is pending. */
export function holdMilliseconds(
  client: ClientFacts,
  { modern, configured }: { readonly modern: boolean; readonly configured: number | undefined },
): number {
  const known = holdSeconds.find(([pattern]) => pattern.test(client.name ?? ''))?.[1];
  const seconds = configured ?? known ?? holdSecondsDefault;
  return (modern ? Math.min(seconds, legSecondsMax) : seconds) * 1000;
}

import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { usableName } from './server-name.ts';

/** How the gateway is started in the place of a server. */
export interface Gateway {
  /** The words before the server's own: the program, `mcp` and its options. */
  readonly words: readonly string[];
}

/** How a client writes a server down. */
export type EntryForm = 'command_and_args' | 'one_list';

/** Why an entry stays as it is. */
type Left = 'already_behind_the_gate' | 'not_a_server' | 'uses_the_old_sse_transport';

/**
 * The entry of a server with the gateway before it. Values of headers move into the environment of the gateway, so that
 * they do not show in a list of processes.
 */
export function wrapEntry(
  name: string,
  entry: JsonValue | undefined,
  form: EntryForm,
  gateway: Gateway,
): JsonObject | Left {
  if (!isObject(entry)) return 'not_a_server';
  const start = [...gateway.words, '--name', usableName(name)];
  const [program = '', ...first] = start;
  const environment = form === 'one_list' ? 'environment' : 'env';
  const command = commandOf(entry, form);
  if (command !== null) {
    if (isGateway(command)) return 'already_behind_the_gate';
    const words = [...first, '--', ...command];
    return form === 'one_list'
      ? { ...entry, command: [program, ...words] }
      : { ...entry, command: program, args: words };
  }
  const address = entry['url'] ?? entry['httpUrl'] ?? entry['serverUrl'];
  if (typeof address !== 'string') return 'not_a_server';
  if (usesOldTransport(entry, address)) return 'uses_the_old_sse_transport';
  const { url: _, httpUrl: __, serverUrl: ___, headers, type, ...rest } = entry;
  const sent = isObject(headers) ? Object.entries(headers) : [];
  const more = sent.flatMap(([header], index) => [
    ...['--secret', `MCP_HEADER_${index}=env:MCP_HEADER_${index}`],
    ...['--header', `${header}: {MCP_HEADER_${index}}`],
  ]);
  const before = rest[environment];
  const values = {
    ...(isObject(before) ? before : {}),
    ...Object.fromEntries(sent.map(([, value], index) => [`MCP_HEADER_${index}`, value])),
  };
  const words = [...first, '--url', address, ...more];
  return {
    ...rest,
    ...(form === 'one_list'
      ? { type: 'local', command: [program, ...words] }
      : { ...(type === undefined ? {} : { type: 'stdio' }), command: program, args: words }),
    ...(sent.length === 0 && before === undefined ? {} : { [environment]: values }),
  };
}

/** HTTP with server-sent events, which MCP replaced in 2025. The gateway does not speak it. */
function usesOldTransport({ type, transport, httpUrl }: JsonObject, address: string): boolean {
  if (type === 'sse' || transport === 'sse') return true;
  const isNamed = type !== undefined || transport !== undefined || httpUrl !== undefined;
  return !isNamed && /\/sse\/?$/u.test(URL.parse(address)?.pathname ?? '');
}

/** Whether the entry starts the gateway. */
export function isBehindTheGate(entry: JsonValue | undefined, form: EntryForm): boolean {
  const command = isObject(entry) ? commandOf(entry, form) : null;
  return command !== null && isGateway(command);
}

function isGateway(command: readonly string[]): boolean {
  return command
    .slice(0, 6)
    .some(
      (word, at) =>
        word === 'mcp' &&
        /(^|[\\/])(countersign|countersign\.js|main\.ts)$/u.test(command[at - 1] ?? ''),
    );
}

/** The words that start the server of an entry; null where it is not started. */
export function commandOf(entry: JsonObject, form: EntryForm): readonly string[] | null {
  const { command, args } = entry;
  if (form === 'one_list') return isWords(command) ? command : null;
  if (typeof command !== 'string') return null;
  // What cannot be read is not thrown away.
  if (args !== undefined && !isWords(args)) return null;
  return [command, ...(args ?? [])];
}

function isWords(value: JsonValue | undefined): value is readonly string[] & JsonValue {
  return Array.isArray(value) && value.every(word => typeof word === 'string');
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { resolve } from 'node:path';
import { firstRunLink } from '../identity/first-run.ts';
import { tryAddress } from './free-address.ts';
import { anchorFileOf, openParts, type Places, type ProcessPorts } from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import { type RunningServer, type ServerParts, StartRefused, startServer } from './start-server.ts';
import { addressWarnings, anchorBegunWords, heldBackWords, isLoopback } from './start-words.ts';

/** Starts a server, prints its address and what its operator must know, and runs it until it is to stop. */
export async function runServer(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  stopSignal: () => Promise<void>,
): Promise<void> {
  const { print } = ports;
  await tryAddress(config.host ?? places.host, config.port ?? places.port);
  const opened = await openParts(config, places, ports);
  const withSamples = config.settings.sample_agent ?? isForThisMachine(config, opened);
  const parts = { ...opened, settings: { ...config.settings, sample_agent: withSamples } };
  const anchor = anchorFileOf(config, places);
  const { words, server } = await started(parts, anchor);
  // Before a word is printed: an operator who reads that it runs may stop it at once.
  const stopped = stopSignal();
  print(`Countersign is at ${server.origin}`);
  print(`API reference: ${server.origin}/v1/reference`);
  print(`Data: ${config.database === undefined ? resolve(places.data) : 'Postgres'}`);
  for (const line of [...addressWarnings(parts.origin, parts.host, parts.port), ...words]) {
    print(line);
  }
  if (server.heldBack === null) {
    const isFirst = await printFirstLink(server, print);
    const place = isFirst ? 'it' : server.origin;
    if (withSamples) print(`Open ${place}, then press Send a sample action.`);
  }
  print('Stop with Ctrl-C.');
  await stopped;
  print('Stopping …');
  await server.close();
}

/** Whatever hinders the start, the store is closed again: an open connection would keep the process alive. */
async function started(
  parts: ServerParts,
  anchor: string | null,
): Promise<{ readonly server: RunningServer; readonly words: readonly string[] }> {
  try {
    const begun = await findsNoAnchor(parts);
    const server = await startServer(parts);
    if (anchor === null) {
      const cost =
        'WARNING: there is no anchor: the server cannot detect that an old copy of the data was restored.';
      return { server, words: [cost] };
    }
    if (server.heldBack !== null) return { server, words: heldBackWords(server.heldBack, anchor) };
    return { server, words: begun === 0 ? [] : anchorBegunWords(anchor, begun) };
  } catch (error) {
    await parts.store.close().catch(() => undefined);
    throw error;
  }
}

/** How many approvals were used up in a store that has an anchor without any mark. */
async function findsNoAnchor({ anchor, store }: ServerParts): Promise<number> {
  // An anchor that cannot be read is reported with everything else that holds a server back.
  const mark = await anchor?.read().catch(() => undefined);
  return mark === null ? ((await store.countRequests())['consumed'] ?? 0) : 0;
}

/** No other machine can reach it there, and nothing in it is shared. */
function isForThisMachine(
  { database }: ServerConfig,
  { origin, host }: Pick<ServerParts, 'origin' | 'host'>,
): boolean {
  const { hostname } = new URL(origin);
  return database === undefined && isLoopback(host) && isLoopback(hostname);
}

/** Whether there was a link to print. */
async function printFirstLink(
  server: RunningServer,
  print: ProcessPorts['print'],
): Promise<boolean> {
  const link = await firstRunLink(server.app);
  if (!link.ok) {
    await server.close();
    throw new StartRefused(`The first link could not be made: ${link.refusal.detail}.`);
  }
  if (link.value === null) return false;
  print('No one can sign in yet. Open this link within ten minutes; it works once:');
  print(`  ${link.value}`);
  return true;
}

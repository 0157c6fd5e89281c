import { HookEndpoint, remoteGates } from '@countersign/guard';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { hostsOf } from '../http/allowed-origin.ts';
import { fetchHere } from '../http/fetch-here.ts';
import { tellHeard } from './tell-heard.ts';

/**
 * Where the hooks of coding agents ask. It is an execution point like any other: it calls the routes of this server with
 * the key that the hook sent, and has no rights of its own.
 */
export function openHooks(app: App, http: FastifyInstance): HookEndpoint {
  const { host, hostname, port } = new URL(app.origin);
  // A program may reach a loopback server by the number of its address too. A page cannot: it sends an Origin.
  const numbers = hostname === 'localhost' ? [`127.0.0.1:${port}`, `[::1]:${port}`] : [];
  const fetchFor = fetchHere(app, http);
  const log = (words: string) => app.log.info({ guard: 'hooks' }, words);
  return new HookEndpoint({
    gateFor: remoteGates(app.origin, fetchFor),
    hosts: new Set([host, ...hostsOf(app.origin, app.settings.hosts), ...numbers]),
    log,
    heard: tellHeard(app.origin, fetchFor, log),
  });
}

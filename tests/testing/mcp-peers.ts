import { join } from 'node:path';
import { proving } from '@countersign/testing';
import { installProject } from '../../tools/test-projects.mjs';

/** The nested project with the MCP clients, servers and the conformance suite of others. */
export const peersFolder = join(import.meta.dirname, '..', 'mcp');

/**
 * Installs the peers where they are missing. Newcomers who only start a server never download them. Returns why a test
 * has to be skipped, or false. In CI a missing peer is a failure. The inspector is larger than all others together, and only
 * `npm run prove` installs it.
 */
export function skipWithoutPeers(): string | false {
  const why = installProject(peersFolder, { whole: proving });
  if (why !== null && process.env['CI'] === 'true') throw new Error(why);
  return why ?? false;
}

/** A program of the peers. */
export function peerProgram(path: string): string {
  return join(peersFolder, 'node_modules', path);
}

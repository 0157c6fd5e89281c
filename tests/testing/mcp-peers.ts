import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The nested project with the MCP clients, servers and the conformance suite of others. */
export const peersFolder = join(import.meta.dirname, '..', 'mcp');

/**
 * Installs the peers where they are missing. Newcomers who only start a server never download them. Returns why a test
 * has to be skipped, or false. In CI a missing peer is a failure.
 */
export function skipWithoutPeers(): string | false {
  const isThere = () =>
    existsSync(join(peersFolder, 'node_modules', '@modelcontextprotocol', 'server'));
  if (isThere()) return false;
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: peersFolder,
      stdio: 'ignore',
      timeout: 180_000,
    });
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
  }
  return isThere() ? false : 'the MCP peers are not installed: npm ci --prefix tests/mcp';
}

/** A program of the peers. */
export function peerProgram(path: string): string {
  return join(peersFolder, 'node_modules', path);
}

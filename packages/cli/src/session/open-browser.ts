import { spawn } from 'node:child_process';
import type { CommandIo } from '../command.ts';

/** Shows an address in the browser of this machine, where there is one. Never by way of a shell: it is only an argument. */
export function openBrowser({ env }: Pick<CommandIo, 'env'>, address: string): boolean {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const opener = openerOf(env);
  if (opener === null) return false;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}

function openerOf(env: CommandIo['env']): [string, ...string[]] | null {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      // Without a screen the opener would start a browser inside the terminal, or complain.
      return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null;
  }
}

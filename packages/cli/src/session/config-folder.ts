import { join } from 'node:path';
import type { CommandIo } from '../command.ts';

/** Where this person's sign-ins are kept: COUNTERSIGN_CONFIG, or the usual place of the system. */
export function configFolder({ env, homeFolder }: Pick<CommandIo, 'env' | 'homeFolder'>): string {
  const own = env['COUNTERSIGN_CONFIG'];
  if (own !== undefined && own !== '') return own;
  const shared = env['XDG_CONFIG_HOME'];
  return join(
    shared !== undefined && shared !== '' ? shared : join(homeFolder, '.config'),
    'countersign',
  );
}

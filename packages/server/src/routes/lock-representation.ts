import type { DirectoryState, Lock, LockTarget } from '@countersign/protocol/directory';
import type { LockFacts } from '@countersign/wire/locks';
import type { App } from '../app.ts';
import { personName } from './person-name.ts';

/** A lock as people read it: with the names that they know. */
export async function representLock(
  app: Pick<App, 'context'>,
  state: DirectoryState,
  { lock_id, target, reason, by, placed_at }: Lock,
): Promise<LockFacts> {
  const by_name = by.kind === 'human' ? await personName(app, state, by.identity) : 'the console';
  const target_name = await targetName(app, state, target);
  return { lock_id, target, target_name, reason, by, by_name, placed_at };
}

async function targetName(
  app: Pick<App, 'context'>,
  state: DirectoryState,
  target: LockTarget,
): Promise<string> {
  switch (target.kind) {
    case 'agent':
      return target.agent_id;
    case 'person':
      return personName(app, state, target.person_id);
    case 'key': {
      const credential = state.credentials.get(target.credential_id);
      const label = credential !== undefined && 'label' in credential ? credential.label : null;
      return label ?? target.credential_id;
    }
    case 'everything':
      return 'everything';
  }
}

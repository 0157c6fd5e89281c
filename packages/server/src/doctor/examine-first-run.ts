import { loadDirectory, type StoreReader } from '@countersign/coordinator';
import { operatorRole } from '@countersign/protocol/value';
import { type Finding, fine, warning, wrong } from './finding.ts';

/** Whether any person can sign in. */
export async function examineFirstRun(store: StoreReader): Promise<Finding[]> {
  const { state } = await loadDirectory({ store, memory: { directory: null } });
  const { people, operators } = state;
  if (people.size === 0) {
    return [
      warning(
        'people',
        'no person can sign in yet',
        'start the server and open the link that it prints, within ten minutes',
      ),
    ];
  }
  if (operators === 0) {
    return [
      wrong(
        'people',
        `${people.size} people, and none with the role ${operatorRole} can sign in, so no one can invite people, revoke or rotate keys`,
        'let a person with that role sign in through OIDC, or restore a backup',
      ),
    ];
  }
  const count = people.size === 1 ? '1 person' : `${people.size} people`;
  const role = operators === 1 ? 'an operator' : 'operators';
  return [fine('people', `${count}, ${operators} of them ${role}`)];
}

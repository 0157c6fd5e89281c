import { opensEverythingHere } from '../own/own-listing.ts';
import { connectsToOwnPort, mutatesOverHttp } from '../own/own-requests.ts';
import { setsSwitch } from '../own/own-switches.ts';
import { changesOwn, mentionIn } from '../own/own-text.ts';
import type { Scope } from './scope.ts';

/** Code that names a secret of ours, hides a name of ours, or calls our API to do more than read. */
export function assessOwnMention(scope: Scope, by: string, code: string): void {
  const found = mentionIn(code, scope.own, scope.folders);
  if (found !== null && (found.protection === 'secret' || found.hidden))
    scope.find('policy_tampering', 'critical', `${by} names a file of the approval system`);
  else if (
    changesOwn(code, scope.own, scope.folders) ||
    opensEverythingHere(code, scope.own, scope.folders)
  )
    scope.find('policy_tampering', 'critical', `${by} changes files of the approval system`);
  if (setsSwitch(code, scope.own))
    scope.find('policy_tampering', 'critical', `${by} sets a switch of the approval system`);
  if ((scope.own.reaches(code) && mutatesOverHttp(code)) || connectsToOwnPort(code, scope.own))
    scope.find('policy_tampering', 'critical', `${by} calls the approval system`);
}

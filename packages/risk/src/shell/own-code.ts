import { mayRunContent } from '../action/file-paths.ts';
import { isChangingScript, isOwnScript } from '../action/own-orders.ts';
import { opensEverythingHere } from '../own/own-listing.ts';
import { connectsToOwnPort, mutatesOverHttp, stopsByName } from '../own/own-requests.ts';
import { setsSwitch } from '../own/own-switches.ts';
import { changesOwn, mentionIn } from '../own/own-text.ts';
import type { Scope } from './scope.ts';
import type { Value } from './value.ts';

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
  if (stopsByName(code))
    scope.find('policy_tampering', 'critical', `${by} stops the approval system`);
  if (/\bset-date\b(?![^\n]{0,40}-whatif)/iu.test(code.slice(0, 65_536)))
    scope.find('policy_tampering', 'high', `${by} sets the clock by which approvals end`);
  if ((scope.own.reaches(code) && mutatesOverHttp(code)) || connectsToOwnPort(code, scope.own))
    scope.find('policy_tampering', 'critical', `${by} calls the approval system`);
}

const scriptName = /\.(sh|bash|zsh|fish|py|[cm]?[jt]s|rb|pl|php|lua|ps1|bat|cmd|ipynb)$/iu;
/** True if a file that is about to be written is run later, and then reaches us. */
export function isProgramOfOwn(scope: Scope, path: string, content: Value | undefined): boolean {
  if (content === undefined || !(scriptName.test(path) || mayRunContent(path))) return false;
  const { own, folders } = scope;
  const text = content.text.slice(0, 65_536);
  if (isOwnScript(text, own, folders)) return true;
  if (isChangingScript(text, own, folders)) return true;
  if (!own.isMentioned(text)) return false;
  return scope.reachesOwn(later => later.runner.text(later, { ...content, text }, null));
}

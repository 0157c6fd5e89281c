import type { Protection } from '../own/own-guard.ts';
import { mentionIn } from '../own/own-text.ts';
import { assessOwnAddress } from './own-addresses.ts';
import { operandsOf } from './own-operand-list.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, type Value } from './value.ts';

/** Programs that say a name, or show that a file is there, and show nothing of what is in it. */
const naming = new Set(
  (
    'echo printf : true false test [ [[ cd pushd popd pwd ls dir ll la tree exa eza lsd stat file du df basename dirname realpath readlink which type ' +
    'mkdir export declare local readonly typeset set unset alias unalias wc sleep exit return shift trap ulimit umask history man info help apropos ' +
    'gh glab hub jira notify-send say logger wall read mapfile readarray'
  ).split(' '),
);

/** Programs whose words are for people or are code that its own judge reads. */
const prose = new Set(
  'echo printf git gh glab hub jira notify-send say logger wall commitlint cz grep egrep fgrep rg ag ack man'.split(
    ' ',
  ),
);

/** Looks for the product's own files, addresses and switches among everything that a program is given (OF-1 to OF-4). */
export function assessOwnOperands(call: Call, scope: Scope): void {
  const { own, folders } = scope;
  assessOwnAddress(call, scope);
  assessOwnProgram(call, scope);
  const tell = (what: string): void =>
    scope.find('policy_tampering', 'critical', describe(call, what));
  if (naming.has(call.program)) return;
  const list = operandsOf(call, scope.cwd);
  for (const { text, tree } of list.paths) {
    const at = own.at(text, folders);
    if (at === 'secret' || (at === 'safeguard' && list.writes)) {
      tell(text);
      return;
    }
    if (tree && isTold(own.above(text, folders), list.writes)) {
      tell(`${text} holds files of the approval system`);
      return;
    }
  }
  if (prose.has(call.program)) return;
  for (const text of list.texts) {
    const found = mentionIn(text, own, folders);
    if (found !== null && (found.protection === 'secret' || found.hidden || list.writes)) {
      tell('names a file of the approval system');
      return;
    }
  }
  if (isInside(scope) && list.paths.length === 0 && list.texts.length > 0)
    tell('runs in a folder of the approval system');
}

function isTold(found: Protection | null, writes: boolean): boolean {
  return found === 'secret' || (found === 'safeguard' && writes);
}

/** True if the shell stands in a folder whose files are secret. */
function isInside(scope: Scope): boolean {
  return scope.cwd !== '.' && scope.own.at(scope.cwd, scope.folders) === 'secret';
}

/** True if the file may not be written by an agent. */
export function isOwnPath(scope: Scope, target: Value): boolean {
  return scope.own.at(scope.path(target).text, scope.folders) !== null;
}

/** Looks at one file about to be read. */
export function assessOwnRead(scope: Scope, source: Value, by: string): void {
  const { text } = scope.path(source);
  if (!isKnown(source) && /^[^a-z]{0,3}$/iu.test(text)) return;
  if (scope.own.at(text, scope.folders) === 'secret')
    scope.find('policy_tampering', 'critical', `${by}: a file of the approval system`);
}

/** Looks at one tree about to be removed or moved. */
export function holdsOwnPath(scope: Scope, target: Value): boolean {
  return scope.own.above(scope.path(target).text, scope.folders) !== null;
}

const runtimes = new Set('node nodejs bun deno tsx ts-node'.split(' '));
const stoppers = new Set(
  'pkill killall systemctl service launchctl pm2 supervisorctl rc-service skill taskkill'.split(
    ' ',
  ),
);
const ownEntry =
  /(^|\/)(\.bin\/countersign|@countersign\/cli\/.{1,200}|cli\/(src|dist)\/main\.[cm]?[jt]s|countersign(\.[cm]?js)?)$/u;

/** Our own command started through its runtime, and our own process stopped. */
function assessOwnProgram(call: Call, scope: Scope): void {
  const { program, args } = call;
  const words = args.slice(0, 64);
  if (runtimes.has(program)) {
    const at = words.findIndex(({ text }) => ownEntry.test(text.replaceAll('\\', '/')));
    if (at >= 0)
      scope.runner.argv(scope, [literal('countersign'), ...args.slice(at + 1)], call.stdin);
  } else if (
    stoppers.has(program) &&
    words.some(({ text }) => /countersign/iu.test(text)) &&
    !words.some(({ text }) =>
      /^(status|show|is-active|is-enabled|cat|list|print|logs?|jlist)$/u.test(text),
    )
  )
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'stops or changes the approval system'),
    );
}

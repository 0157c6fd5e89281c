import { setsSwitch } from '../own/own-switches.ts';
import { type Call, describe, type Scope } from './scope.ts';

/** Programs and builtins whose words are names of variables that they set, pass on or take away. */
const setters = new Set(
  'read mapfile readarray unset export declare typeset local readonly env setx launchctl systemctl systemd-run set getopts sudo docker podman kubectl'.split(
    ' ',
  ),
);
/** Words of these are for people. What they print is judged where it is written. */
const telling = new Set(
  'echo git gh glab hub jira notify-send say logger wall grep egrep fgrep rg ag ack man test [ [['.split(
    ' ',
  ),
);

/** Looks for the product's own variables among the words of a call (OF-4). */
export function assessSwitchWords(call: Call, scope: Scope): void {
  const { program } = call;
  if (telling.has(program)) return;
  const words = call.args.slice(0, 200).map(({ text }) => text);
  const isSet = words.some((word, at) => {
    const before = words[at - 1] ?? '';
    if (program === 'printf') return before === '-v' && scope.own.steers(word);
    if (/^[A-Z][A-Z0-9_]{2,80}$/u.test(word))
      return setters.has(program) && scope.own.steers(word) && !isShown(program, words);
    const option = /^-{1,2}[A-Za-z][a-z-]{0,30}=?(?=[A-Z])(.+)$/u.exec(word)?.[1];
    if (option !== undefined && /^[A-Z][A-Z0-9_]{2,80}$/u.test(option))
      return scope.own.steers(option);
    return setsSwitch(option ?? word, scope.own);
  });
  if (isSet)
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'sets a switch of the approval system'),
    );
}

/** `declare -p NAME` and `systemctl show NAME` only print. */
function isShown(program: string, words: readonly string[]): boolean {
  return program !== 'env' && words.some(word => /^(-p|show|show-environment|getenv)$/u.test(word));
}

import { setsSwitch } from '../own/own-switches.ts';
import { type Call, describe, type Scope } from './scope.ts';

/** Programs and builtins whose words are names of variables that they set, pass on or take away. */
const setters = new Set(
  'read mapfile readarray unset export declare typeset local readonly env setx launchctl systemctl systemd-run set getopts sudo docker podman kubectl tmux vercel gh reg defaults plutil'.split(
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
  const words = call.args.slice(0, 200).map(({ text }) => text);
  const isStored =
    program === 'gh' && /^(secret|variable)$/u.test(words[0] ?? '') && words[1] === 'set';
  if (telling.has(program) && !isStored) return;
  const isSet = words.some((word, at) => {
    const before = words[at - 1] ?? '';
    if (program === 'printf') return before === '-v' && scope.own.steers(word);
    const named = program === 'plutil' ? (word.split('.', 8).at(-1) ?? '') : word;
    if (/^[A-Z][A-Z0-9_]{2,80}$/u.test(named))
      return setters.has(program) && scope.own.steers(named) && !isShown(program, words);
    const option = /^-{1,2}[A-Za-z][a-z-]{0,30}=?(?=[A-Z])(.+)$/u.exec(word)?.[1];
    if (option !== undefined && /^[A-Z][A-Z0-9_]{2,80}$/u.test(option))
      return scope.own.steers(option);
    return setsSwitch(option ?? word, scope.own);
  });
  // `--env-file <(echo NAME=value)` reads the names from another command.
  const isRead = call.args.some(
    ({ stream }) => stream !== undefined && setsSwitch(stream.text, scope.own),
  );
  if (isSet || isRead)
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'sets a switch of the approval system'),
    );
}

/** `declare -p NAME` and `systemctl show NAME` only print. */
function isShown(program: string, words: readonly string[]): boolean {
  return (
    program !== 'env' &&
    words.some(word => /^(-p|show|show-environment|getenv|query|read|-extract)$/u.test(word))
  );
}

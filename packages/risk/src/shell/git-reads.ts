import { assessRead } from './file-effects.ts';
import { optionValue, parseOptions } from './options.ts';
import type { Call, Scope } from './scope.ts';
import { literal, unknown, type Value } from './value.ts';

/** Commands that read the repository and may write what they read into a file. */
function leavesFile(verb: string, words: readonly string[]): boolean {
  if (verb === 'bundle') return words.includes('create');
  if (verb === 'format-patch') return !words.includes('--stdout');
  return verb === 'archive' && words.some(word => /^(-o|--output)/u.test(word));
}

/** One command of git that reads. */
export function judgeQuiet(call: Call, verb: string, scope: Scope): Value | undefined {
  const words = call.args.map(arg => arg.text);
  if (verb === 'reflog' && (words[0] === 'expire' || words[0] === 'delete')) {
    if (!words.includes('--dry-run') && !words.includes('-n'))
      scope.find(
        'destructive_command',
        'critical',
        'git reflog expire removes the means to recover commits',
      );
    return undefined;
  }
  if (verb === 'difftool') {
    const code = optionValue(
      parseOptions(call.args, { short: 'xt', long: ['extcmd', 'tool'] }),
      'x',
      'extcmd',
    );
    if (code) scope.runner.text(scope, code, null);
  }
  if (leavesFile(verb, words)) scope.change();
  const showsContent = ['show', 'cat-file', 'grep', 'blame', 'archive', 'diff', 'log'].includes(
    verb,
  );
  let isSecret = false;
  const named = call.args.filter(({ text }) => !text.startsWith('-') && text !== verb);
  // The first word after `grep` is what it looks for.
  for (const arg of showsContent ? named.slice(verb === 'grep' ? 1 : 0) : []) {
    const colon = arg.text.indexOf(':');
    const path = colon > 0 ? arg.text.slice(colon + 1) : arg.text;
    if (
      (colon > 0 || verb !== 'log' || words.some(word => /^(-p|--patch|-u)$/u.test(word))) &&
      assessRead(scope, literal(path), `git ${verb}`)
    )
      isSecret = true;
  }
  return isSecret ? unknown(['secret']) : undefined;
}

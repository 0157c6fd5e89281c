import { assessRead, assessWrite } from './file-effects.ts';
import { parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { describe } from './scope.ts';
import { isKnown, literal } from './value.ts';

const longestScript = 2000;

/** Lines deleted or replaced by nothing from the first to the last, in the languages of ed, vi and Emacs. */
const emptying =
  /^:?(%|,|;|0?1?,\$|g\/(\.|\^|\$)?\*?\/|v\/\^?\$?\/)(d|delete|!\s?(true|:|cat \/dev\/null)|s\/\.\*\/\/)|normal!? ?ggv?dG|ggdG|\berase-buffer\b|(delete|kill)-region \(point-min\)|deletebufline/u;
/** Commands that change the text or write it. */
const changing =
  /^:?(%|[0-9.$]|,|g\/|v\/|\/)?[0-9.$,/\w^*]{0,80}[dsmtcaijx!]|^:?(wq?|x|up|sav)|normal|save-buffer|write-(file|region)/u;

/** Editors run commands with `!`, `:!` and `system()`, print what they open, and write what they are told to. */
export const judgeEditor: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'cSuTw', long: ['cmd', 'eval'] });
  const scripts: string[] = [];
  for (const name of ['c', 'cmd', 'eval'])
    for (const script of options.values.get(name) ?? []) {
      scripts.push(script.text);
      if (!isKnown(script))
        scope.find('opaque_payload', 'high', describe(call, 'a script not known beforehand'));
    }
  // `-sc` in one word: the letter before takes no value of its own there.
  call.args.forEach((arg, i) => {
    if (/^-[a-zA-Z]{1,6}c$/u.test(arg.text)) scripts.push(call.args[i + 1]?.text ?? '');
    if (arg.text.startsWith('+')) scripts.push(arg.text.slice(1));
  });
  for (const line of (call.stdin?.text ?? '').split('\n').slice(0, 200)) scripts.push(line);
  if (scripts.some(text => text.length > longestScript))
    scope.find('opaque_payload', 'high', describe(call, 'a script too long to examine'));
  for (const text of scripts) {
    const command =
      /^:?(?:silent!? )?(?:[%.$0-9,]{0,10})!(.{1,2000})$/su.exec(text)?.[1] ??
      /system\(['"](.{1,2000}?)['"]\)/su.exec(text)?.[1] ??
      /\((?:async-)?shell-command\s{1,4}"([^"]{1,2000})"\)/su.exec(text)?.[1];
    if (command) scope.runner.text(scope, literal(command), null);
    else if (/(^|[^\w])(delete-directory|delete-file|shell-command|call-process)/u.test(text))
      scope.find('destructive_command', 'critical', describe(call, 'runs editor code'));
  }
  const steps = scripts
    .flatMap(text => text.slice(0, longestScript).split('|', 50))
    .map(step => step.trim());
  const empties = steps.some(step => emptying.test(step));
  const replaces = empties || steps.some(step => changing.test(step));
  const isScript = new Set(scripts);
  for (const operand of options.operands)
    if (!operand.text.startsWith('+') && !isScript.has(operand.text)) {
      if (assessRead(scope, operand, call.program) || call.program === 'view') continue;
      assessWrite(scope, operand, {
        by: call.program,
        replaces: replaces && scope.path(operand).place !== 'project',
        empties,
      });
    }
  scope.change();
  return undefined;
};

import { assessRead, assessWrite } from './file-effects.ts';
import { parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { describe } from './scope.ts';
import { literal } from './value.ts';

/** Editors run commands with `!`, `:!` and `system()`, and print what they open. */
export const judgeEditor: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'cSusTw', long: ['cmd', 'eval'] });
  for (const name of ['c', 'cmd', 'eval']) {
    for (const { text } of options.values.get(name) ?? []) {
      const command =
        /^:?(?:silent!? )?(?:[%.$0-9,]{0,10})!(.{1,2000})$/su.exec(text)?.[1] ??
        /system\(['"](.{1,2000}?)['"]\)/su.exec(text)?.[1];
      if (command) scope.runner.text(scope, literal(command), null);
      else if (/(^|[^\w])(delete-directory|delete-file|shell-command|call-process)/u.test(text))
        scope.find('destructive_command', 'critical', describe(call, 'runs editor code'));
    }
  }
  for (const operand of options.operands)
    if (!operand.text.startsWith('+') && !assessRead(scope, operand, call.program))
      if (call.program !== 'view')
        assessWrite(scope, operand, { by: call.program, replaces: false });
  for (const operand of options.operands) {
    const command = /^\+:?!(.{1,2000})$/su.exec(operand.text)?.[1];
    if (command) scope.runner.text(scope, literal(command), null);
  }
  for (const line of (call.stdin?.text ?? '').split('\n').slice(0, 200)) {
    const command = /^:?!(.{1,2000})$/u.exec(line)?.[1];
    if (command) scope.runner.text(scope, literal(command), null);
  }
  scope.change();
  return undefined;
};

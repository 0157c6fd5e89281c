import { wordsOf } from './options.ts';
import { assessRemote, commandWords } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import type { Call } from './scope.ts';

/** Terraform and its forks. Arguments may also come from `TF_CLI_ARGS…`. */
export const judgeTerraform: Judge = (call, scope) => {
  const hidden = [
    ...call.env,
    ...[...scope.variables].map(([name, values]) => [name, values[0]] as const),
  ]
    .filter(([name]) => name.startsWith('TF_CLI_ARGS'))
    .flatMap(([, value]) => (value ? wordsOf(value.text) : []));
  const whole: Call = { ...call, args: [...call.args, ...hidden] };
  const [verb = '', sub = ''] = commandWords(call, [
    '-chdir',
    '-var',
    '-var-file',
    '-target',
    '-out',
    '-state',
  ]);
  const what = `${verb} ${sub}`.trim();
  const flags = new Set(whole.args.map(arg => arg.text.replace(/^--/u, '-')));
  if (verb === 'workspace' && (sub === 'select' || sub === 'new')) {
    scope.inProduction(call);
    scope.select(call.args.map(arg => arg.text));
    scope.change();
  } else if (verb === 'workspace' && sub === 'delete') assessRemote(whole, 'destroy', what, scope);
  else if (verb === 'state' && ['list', 'show', 'pull', 'ls'].includes(sub)) {
    if (sub === 'pull') assessRemote(whole, 'secret', what, scope);
  } else if (verb === 'output' && (flags.has('-json') || flags.has('-raw'))) scope.change();
  else if (verb === 'fmt' || verb === 'init' || verb === 'get' || verb === 'login') scope.change();
  else if (
    [
      'plan',
      'show',
      'validate',
      'version',
      'providers',
      'graph',
      'output',
      'console',
      'workspace',
      'test',
      'metadata',
      'preview',
      'hclfmt',
      'render-json',
      'graph-dependencies',
      '',
    ].includes(verb)
  )
    return undefined;
  else if (verb === 'run-all' && ['plan', 'validate', 'output'].includes(sub)) return undefined;
  else
    assessRemote(
      whole,
      verb === 'destroy' ||
        sub === 'destroy' ||
        flags.has('-destroy') ||
        verb === 'taint' ||
        verb === 'force-unlock' ||
        (verb === 'state' && /rm|push|mv|replace/u.test(sub))
        ? 'destroy'
        : 'change',
      what,
      scope,
    );
  return undefined;
};

import { firstOf, type Rule } from '../rules.ts';
import { wordsOf } from './options.ts';
import { assessRemote, commandWords, type RemoteEffect } from './remote-effects.ts';
import type { Judge } from './run-command.ts';
import type { Call } from './scope.ts';

/** One command of Terraform. */
interface Command {
  readonly verb: string;
  readonly sub: string;
  readonly flags: ReadonlySet<string>;
}

/** What a command does: to the place it acts on, to the own folder, or by choosing a place for those after it. */
type Doing = RemoteEffect | 'select';

const reading: ReadonlySet<string> = new Set([
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
]);

const commands: readonly Rule<Command, Doing>[] = [
  {
    when: ({ verb, sub }) => verb === 'workspace' && (sub === 'select' || sub === 'new'),
    gives: 'select',
  },
  { when: ({ verb, sub }) => verb === 'workspace' && sub === 'delete', gives: 'destroy' },
  { when: ({ verb, sub }) => verb === 'state' && sub === 'pull', gives: 'secret' },
  {
    when: ({ verb, sub }) => verb === 'state' && ['list', 'show', 'ls'].includes(sub),
    gives: 'read',
  },
  {
    when: ({ verb, flags }) => verb === 'output' && (flags.has('-json') || flags.has('-raw')),
    gives: 'local',
  },
  { when: ({ verb }) => ['fmt', 'init', 'get', 'login'].includes(verb), gives: 'local' },
  { when: ({ verb }) => reading.has(verb), gives: 'read' },
  {
    when: ({ verb, sub }) => verb === 'run-all' && ['plan', 'validate', 'output'].includes(sub),
    gives: 'read',
  },
  {
    when: ({ verb, sub, flags }) =>
      ['destroy', 'taint', 'force-unlock'].includes(verb) ||
      sub === 'destroy' ||
      flags.has('-destroy'),
    gives: 'destroy',
  },
  {
    when: ({ verb, sub }) => verb === 'state' && /rm|push|mv|replace/u.test(sub),
    gives: 'destroy',
  },
];

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
  const flags = new Set(whole.args.map(arg => arg.text.replace(/^--/u, '-')));
  const doing = firstOf(commands, { verb, sub, flags }) ?? 'change';
  if (doing === 'select') {
    scope.inProduction(call);
    scope.select(call.args.map(arg => arg.text));
    scope.change();
  } else if (doing === 'local') scope.change();
  else if (doing !== 'read') assessRemote(whole, doing, `${verb} ${sub}`.trim(), scope);
  return undefined;
};

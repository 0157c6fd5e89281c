import type { RiskLevel } from '@countersign/protocol/value';
import { firstOf, type Rule } from '../rules.ts';
import type { SignalName } from '../signals.ts';
import { assessRead } from './file-effects.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import { resolvePath } from './paths.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { display, literal, type Value } from './value.ts';

const runOptions = {
  short: 'vepwulhmac',
  long: (
    'volume env env-file publish workdir user label hostname memory name network net entrypoint mount device cap-add cap-drop security-opt pid ipc uts platform cpus restart ' +
    'add-host tmpfs log-driver gpus ulimit shm-size pull cidfile dns expose link volumes-from index file project-name profile'
  ).split(' '),
  stopAtOperand: true,
};

/** What a container is given decides whether it is a box or a way onto the host. */
function assessBox(call: Call, options: ReturnType<typeof parseOptions>, scope: Scope): boolean {
  const values = (...names: readonly string[]) =>
    names.flatMap(name => options.values.get(name) ?? []).map(value => value.text);
  const escapes =
    hasOption(options, 'privileged') ||
    values('pid', 'ipc', 'uts', 'userns').includes('host') ||
    values('cap-add').some(cap =>
      /^(all|sys_admin|sys_ptrace|cap_sys_admin|sys_module|dac_read_search)$/iu.test(cap),
    ) ||
    values('security-opt').some(option => /unconfined|disable/u.test(option)) ||
    values('device').length > 0;
  if (escapes)
    scope.find('privilege', 'critical', describe(call, 'a container with the rights of the host'));
  let mountsHost = escapes;
  for (const mount of [...values('v', 'volume'), ...values('mount')]) {
    const source = /(?:source|src)=([^,]{1,500})/u.exec(mount)?.[1] ?? mount.split(':')[0] ?? '';
    if (/docker\.sock|containerd\.sock|podman\.sock/u.test(mount))
      scope.find('privilege', 'critical', describe(call, 'the socket of the container engine'));
    const path = resolvePath(source, scope.cwd);
    if (
      ['root', 'system', 'device'].includes(path.place) ||
      /^(~|\/root|\/home\/[^/]{1,64}|\/var|\/var\/lib\/.{0,200})$/u.test(path.text)
    ) {
      mountsHost = true;
      if (!/:ro$|readonly/u.test(mount) || path.place === 'root')
        scope.find(
          'privilege',
          'critical',
          describe(call, `mounts ${display(source)} of the host`),
        );
    }
    assessRead(scope, literal(source), call.program);
  }
  return mountsHost;
}

/** Folders of the host that the container may write to, by where they appear inside. */
function mountsOf(
  options: ReturnType<typeof parseOptions>,
): readonly (readonly [inside: string, host: string])[] {
  return ['v', 'volume']
    .flatMap(name => options.values.get(name) ?? [])
    .map(value => value.text.split(':'))
    .filter(
      ([host = '', inside, mode]) => inside !== undefined && mode !== 'ro' && /^[./~]/u.test(host),
    )
    .map(([host = '', inside = '']) => [inside, host] as const);
}

/** The operand as the host would name it. */
function throughMount(word: Value, mounts: readonly (readonly [string, string])[]): Value {
  for (const [inside, host] of mounts) {
    if (word.text === inside || word.text.startsWith(`${inside}/`))
      return { ...word, text: host + word.text.slice(inside.length) };
  }
  return word;
}

/** Commands inside a container touch the container, unless the host is let in; what they fetch and send still counts. */
function runInside(
  call: Call,
  words: readonly Value[],
  reachesHost: boolean,
  isThrowaway: boolean,
  scope: Scope,
): Value | undefined {
  if (words.length === 0) return undefined;
  const inner = scope.fork();
  if (isThrowaway && !reachesHost) {
    // A new container starts empty and its own files do not matter. So only the traffic that leaves it is judged.
    const before = scope.machine.findings.length;
    const output = scope.runner.argv(inner, words, call.stdin);
    const kept = scope.machine.findings
      .slice(before)
      .filter(
        finding =>
          ![
            'destructive_command',
            'system_file',
            'persistence',
            'access_change',
            'unknown_code',
          ].includes(finding.signal),
      );
    scope.machine.findings.splice(before, scope.machine.findings.length - before, ...kept);
    return output;
  }
  if (!isThrowaway) inner.cwd = '/container';
  return scope.runner.argv(inner, words, call.stdin);
}

const reading = new Set(
  'ps images logs inspect top stats events port diff version info search history ls list config version manifest context scan df show help'.split(
    ' ',
  ),
);

const judgeDocker: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'HclD',
    long: ['host', 'context', 'config', 'log-level'],
    stopAtOperand: true,
  });
  const host = optionValue(options, 'H', 'host', 'c', 'context');
  const [head, ...rest] = options.operands;
  const verb = head?.text ?? '';
  if (verb === 'compose') return judgeCompose({ ...call, args: rest }, scope);
  const groups = [
    'container',
    'image',
    'volume',
    'network',
    'system',
    'builder',
    'buildx',
    'context',
    'secret',
    'stack',
    'service',
    'swarm',
    'node',
    'config',
    'plugin',
    'manifest',
  ];
  const [sub, ...subRest] = rest;
  const [action, args] = groups.includes(verb)
    ? [`${verb} ${sub?.text ?? ''}`, subRest]
    : [verb, rest];
  const plain = action.replace(/^container /u, '');
  if (host && scope.mentionsProduction(host.text)) scope.select([host.text]);
  if (plain === 'run' || plain === 'create') {
    const inner = parseOptions(args, runOptions);
    const reachesHost = assessBox(call, inner, scope);
    scope.change();
    const [image, ...words] = inner.operands;
    if (image && /^(https?:|\d{1,3}\.\d{1,3}\.)/u.test(image.text))
      scope.find('unknown_code', 'high', describe(call, image.text));
    const entry = optionValue(inner, 'entrypoint');
    const mounts = mountsOf(inner);
    const seen = (entry ? [entry, ...words] : words).map(word => throughMount(word, mounts));
    return runInside(call, seen, reachesHost || mounts.length > 0, true, scope);
  }
  if (plain === 'exec') {
    const inner = parseOptions(args, runOptions);
    const [container, ...words] = inner.operands;
    const target: Call = { ...call, args: container ? [container] : [] };
    return judgeRemote(target, words, scope, describe(call, container?.text ?? ''), false);
  }
  return judgeEngine(call, action, args, scope);
};

/** A command in something that already runs and may hold data. */
function judgeRemote(
  target: Call,
  words: readonly Value[],
  scope: Scope,
  shown: string,
  always: boolean,
): Value | undefined {
  const before = scope.machine.changes;
  scope.machine.changes = false;
  const output = runInside(target, words, true, false, scope);
  const changed = scope.machine.changes;
  scope.machine.changes ||= before;
  const isSession =
    words.length === 0 ||
    (words.length === 1 && /^(\/bin\/)?(ba|z|a)?sh$/u.test(words[0]?.text ?? ''));
  if ((changed || isSession) && scope.inProduction(target))
    scope.find('production_change', 'high', shown);
  else if (always && (changed || isSession) && !scope.inRehearsal(target))
    scope.find('deployment', 'high', shown);
  return output;
}

export function judgePodExec(
  target: Call,
  words: readonly Value[],
  scope: Scope,
  shown: string,
): Value | undefined {
  return judgeRemote(target, words, scope, shown, true);
}

/** One command of a container engine. */
interface EngineCommand {
  readonly call: Call;
  readonly action: string;
  readonly verb: string;
  readonly inner: ReturnType<typeof parseOptions>;
  readonly scope: Scope;
  readonly production: boolean;
}

type EngineFinding = readonly [signal: SignalName, level: RiskLevel];

/** Whether an image is pushed under a name that is deployed from. */
function namesRelease({ inner, scope }: EngineCommand): boolean {
  return inner.operands.some(
    operand =>
      scope.mentionsProduction(operand.text) ||
      /:(latest|v?[0-9]|release)/u.test(operand.text) ||
      !operand.text.includes(':'),
  );
}

const lossy =
  /^(?:volume rm|volume prune|system prune|system reset|stack rm|service rm|secret.*|swarm.*)$/u;

/** What an engine changes; the first row that applies is reported. */
const engineRules: readonly Rule<EngineCommand, EngineFinding>[] = [
  {
    when: ({ verb, action, inner }) =>
      verb === 'push' || (action.startsWith('buildx build') && hasOption(inner, 'push')),
    gives: command => {
      const named = namesRelease(command) || command.production;
      return ['deployment', named && !command.scope.inRehearsal(command.call) ? 'high' : 'medium'];
    },
  },
  {
    when: ({ action, inner }) =>
      action === 'system prune' && !hasOption(inner, 'volumes', 'a', 'all'),
    gives: ['destructive_command', 'high'],
  },
  { when: ({ action }) => lossy.test(action), gives: ['destructive_command', 'critical'] },
  {
    when: ({ verb, production }) => verb === 'cp' && production,
    gives: ['production_change', 'high'],
  },
  {
    when: ({ verb, inner }) => verb === 'rm' && hasOption(inner, 'v', 'volumes'),
    gives: ['destructive_command', 'high'],
  },
  {
    when: ({ verb, inner }) =>
      ['rm', 'kill', 'stop', 'rmi', 'prune'].includes(verb) &&
      inner.operands.some(operand => operand.origins.has('generated')),
    gives: ['destructive_command', 'high'],
  },
  {
    when: ({ verb }) => ['update', 'deploy', 'scale', 'rollback'].includes(verb),
    gives: ({ call, scope, production }) => [
      production ? 'production_change' : 'deployment',
      scope.inRehearsal(call) ? 'medium' : 'high',
    ],
  },
  { when: ({ verb }) => verb === 'login', gives: ['secret_access', 'medium'] },
  {
    when: ({ verb, production }) =>
      production && !['build', 'pull', 'tag', 'use', 'bake', 'cp', 'export', 'save'].includes(verb),
    gives: ['production_change', 'high'],
  },
];

function judgeEngine(call: Call, action: string, args: readonly Value[], scope: Scope): undefined {
  const takesFile = /build|bake|create|deploy|config/u.test(action);
  const inner = parseOptions(args, {
    short: takesFile ? 'tfc' : '',
    long: ['tag', 'file', 'filter', 'output', 'build-arg', 'target', 'platform', 'format'],
  });
  const verb = action.split(' ').at(-1) ?? '';
  if (reading.has(verb)) return undefined;
  scope.change();
  const production = scope.inProduction(call);
  if (verb === 'cp') for (const operand of inner.operands) assessRead(scope, operand, 'docker cp');
  const found = firstOf(engineRules, { call, action, verb, inner, scope, production });
  if (found !== null)
    scope.find(...found, describe(call, `${action} ${inner.operands[0]?.text ?? ''}`));
  return undefined;
}

const judgeCompose: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'fp',
    long: ['file', 'project-name', 'profile', 'env-file', 'project-directory', 'context'],
    stopAtOperand: true,
  });
  const [head, ...rest] = options.operands;
  const verb = head?.text ?? '';
  const inner = parseOptions(rest, { ...runOptions, short: 'vepwut' });
  const what = describe(call, `compose ${verb}`);
  if (reading.has(verb)) return undefined;
  scope.change();
  if (verb === 'exec' || verb === 'run') {
    const words = inner.operands.slice(1);
    const target: Call = { ...call, args: call.args.slice(0, call.args.length - words.length) };
    return judgeRemote(target, words, scope, what, false);
  }
  const down = parseOptions(rest, { short: 't', long: ['timeout', 'rmi'] });
  const production = scope.inProduction(call);
  if (['down', 'rm'].includes(verb) && hasOption(down, 'v', 'volumes'))
    scope.find(
      'destructive_command',
      scope.inRehearsal(call) && isForTests(call) ? 'medium' : 'high',
      `${what} -v removes volumes`,
    );
  if (production && !['build', 'pull'].includes(verb))
    scope.find('production_change', 'high', what);
  return undefined;
};

/** A project of its own for tests. The volumes of a development project hold what people keep. */
function isForTests({ args }: Call): boolean {
  return args.some(({ text }) => /(?:^|[^a-z])(?:tests?|e2e|ci|tmp|temp)(?:[^a-z]|$)/iu.test(text));
}

export const containerPrograms: Readonly<Record<string, Judge>> = {
  docker: judgeDocker,
  podman: judgeDocker,
  nerdctl: judgeDocker,
  finch: judgeDocker,
  'docker-compose': judgeCompose,
  'podman-compose': judgeCompose,
  buildah: judgeDocker,
};

import { isUrl } from './hosts.ts';
import { optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessTask, isRehearsed } from './unknown-programs.ts';
import { display, literal, type Value } from './value.ts';

/** What is published stays published. */
export function publishes(call: Call, scope: Scope, what: string): void {
  if (!isRehearsed(call.args, ['--dry-run', '-n', '--dryrun']))
    scope.find('deployment', 'high', describe(call, `${what} makes it public permanently`));
}

/** Installing what is named by the project is routine; a new package runs foreign code, one from an address is worse. */
export function installs(call: Call, packages: readonly Value[], scope: Scope): void {
  scope.change();
  for (const named of packages) {
    const { text } = named;
    const isAddress =
      isUrl(text) ||
      /^(git\+|github:|gitlab:|bitbucket:)/u.test(text) ||
      /^[\w.-]{1,100}@(https?|git)/u.test(text) ||
      /@\s?(git\+)?https?:/u.test(text);
    if (isAddress)
      scope.find('unknown_code', 'high', describe(call, `installs from ${display(text)}`));
    else if (named.variables.length > 0)
      scope.find('unknown_code', 'high', describe(call, 'installs something not known beforehand'));
    else if (/\.(tgz|whl|gem|deb|rpm|tar\.gz)$/u.test(text))
      scope.find('unknown_code', 'high', describe(call, `installs ${display(text)}`));
  }
}

/** Settings by which packages come from unchecked servers, or run unread scripts. */
const loosened =
  /(?:strict-ssl|enableStrictSsl|ignore-scripts|audit)[= ](?:false|0|no)\b|registry[= ]http:|unsafe-perm[= ]true/iu;

const nodeVerbs = {
  quiet: new Set(
    'ls list ll outdated view info show why explain audit doctor ping whoami root prefix bin help search fund query pack completion version -v'.split(
      ' ',
    ),
  ),
  install: new Set(
    'install i add ci clean-install in isntall it update up upgrade dedupe rebuild link import create init'.split(
      ' ',
    ),
  ),
  run: new Set('run run-script rum test t tst start stop restart'.split(' ')),
  exec: new Set('exec x dlx node'.split(' ')),
};

function judgeSettings(call: Call, verb: string, scope: Scope): void {
  if (['get', 'list', 'ls'].includes(verb)) return;
  const line = call.args.map(({ text }) => text).join(' ');
  if (loosened.test(line)) scope.find('access_change', 'high', describe(call, 'drops a check'));
  else scope.find('persistence', 'medium', describe(call, 'changes settings'));
}

/** A call of npm, pnpm, yarn or bun, as the rows below read it. */
interface NodeCall {
  readonly call: Call;
  readonly verb: string;
  readonly rest: readonly Value[];
  readonly operands: readonly Value[];
  readonly registry: Value | undefined;
}

interface NodeRule {
  fits(verb: string, first: string): boolean;
  judge(node: NodeCall, scope: Scope): Value | undefined;
}

const accountVerbs: ReadonlySet<string> = new Set(
  'token login adduser owner access team profile org'.split(' '),
);
const publishingVerbs: ReadonlySet<string> = new Set(
  'publish unpublish deprecate dist-tag'.split(' '),
);
/** Change the project or the machine, and run nothing. */
const plainVerbs: ReadonlySet<string> = new Set(
  'cache store prune uninstall remove rm un workspaces patch unlink shrinkwrap licenses'.split(' '),
);
const looks = (word: string): boolean => /^(list|ls|get)$/u.test(word);

/** The first row that fits judges the call. */
const nodeRules: readonly NodeRule[] = [
  {
    fits: verb => nodeVerbs.install.has(verb),
    judge({ call, operands, registry }, scope) {
      installs(call, operands, scope);
      if (registry && !/registry\.npmjs\.org|localhost/u.test(registry.text))
        scope.find('unknown_code', 'high', describe(call, `from ${registry.text}`));
      return undefined;
    },
  },
  { fits: (verb, first) => verb === 'dist-tag' && first === 'ls', judge: () => undefined },
  {
    fits: verb => publishingVerbs.has(verb),
    judge({ call, verb }, scope) {
      publishes(call, scope, verb);
      return undefined;
    },
  },
  {
    fits: verb => accountVerbs.has(verb),
    judge({ call, verb, operands }, scope) {
      if (!looks(operands[0]?.text ?? ''))
        scope.find('access_change', 'high', describe(call, verb));
      return undefined;
    },
  },
  {
    fits: verb => nodeVerbs.exec.has(verb),
    judge: ({ call, rest }, scope) => judgeNpx({ ...call, args: rest }, scope),
  },
  {
    fits: verb => verb === 'config' || verb === 'set',
    judge({ call, operands }, scope) {
      judgeSettings(call, operands[0]?.text ?? '', scope);
      return undefined;
    },
  },
  {
    fits: verb => nodeVerbs.run.has(verb),
    judge({ call, verb, rest }, scope) {
      assessTask({ ...call, args: rest }, rest[0]?.text ?? verb, scope);
      return undefined;
    },
  },
  {
    fits: verb => verb === 'pkg' || verb === 'set-script',
    judge({ call, rest }, scope) {
      runScripts(call, rest, scope);
      if (/scripts\.(pre|post)?(install|prepare)/u.test(rest.map(({ text }) => text).join(' ')))
        scope.find('persistence', 'high', describe(call, 'adds an install script'));
      return undefined;
    },
  },
  {
    fits: verb => verb === 'workspace',
    judge: ({ call, rest }, scope) => judgeNode({ ...call, args: rest.slice(1) }, scope),
  },
  { fits: verb => plainVerbs.has(verb), judge: () => undefined },
  {
    // yarn, pnpm and bun run a script of the package by its bare name.
    fits: () => true,
    judge({ call, verb }, scope) {
      assessTask(call, verb, scope);
      return undefined;
    },
  },
];

export const judgeNode: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'wFC',
    long: 'prefix workspace filter cwd registry tag dir otp access loglevel package'.split(' '),
    stopAtOperand: true,
  });
  const [head, ...rest] = options.operands;
  const verb = head?.text ?? 'install';
  const inner = parseOptions(rest, {
    short: 'wF',
    long: 'workspace filter registry tag otp access package prefix'.split(' '),
  });
  const first = inner.operands[0]?.text ?? '';
  // `npm version` tells a version, and `npm version minor` makes one.
  const changes = (verb === 'audit' && first === 'fix') || (verb === 'version' && first !== '');
  if (nodeVerbs.quiet.has(verb) && !changes) return undefined;
  scope.change();
  const registry = optionValue(inner, 'registry') ?? optionValue(options, 'registry');
  return nodeRules
    .find(({ fits }) => fits(verb, first))
    ?.judge({ call, verb, rest, operands: inner.operands, registry }, scope);
};

/** What `npm pkg set scripts.x=COMMAND` makes a later `npm run x` do. */
function runScripts({ stdin }: Call, words: readonly Value[], scope: Scope): void {
  for (const [at, word] of words.slice(0, 64).entries()) {
    const code = /^scripts\.[^=]{1,100}=(.*)$/su.exec(word.text)?.[1];
    if (code !== undefined) scope.runner.text(scope, { ...word, text: code }, stdin);
    // `npm set-script NAME COMMAND`
    else if (at === 1 && /\s/u.test(word.text)) scope.runner.text(scope, word, stdin);
  }
}

/** `npx`: a tool of the project, or whatever the registry holds under that name. */
export const judgeNpx: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'pcwF',
    long: ['package', 'call', 'filter'],
    stopAtOperand: true,
  });
  const code = optionValue(options, 'c', 'call');
  if (code) scope.runner.text(scope, code, call.stdin);
  installs(call, options.values.get('p') ?? options.values.get('package') ?? [], scope);
  const [head, ...rest] = options.operands;
  if (head === undefined) return undefined;
  installs(call, [head], scope);
  const name = head.text.replace(
    /^(@[\w.-]{1,100}\/[\w.-]{1,100}|[\w.-]{1,100})@[\w.^~-]{1,60}$/u,
    '$1',
  );
  const base =
    name === '@countersign/cli'
      ? 'countersign'
      : name.includes('/') && !name.startsWith('@')
        ? name
        : (name.split('/').at(-1) ?? name);
  return scope.runner.argv(scope, [literal(base), ...rest], call.stdin);
};

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

export const judgeNode: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'wFC',
    long: [
      'prefix',
      'workspace',
      'filter',
      'cwd',
      'registry',
      'tag',
      'dir',
      'otp',
      'access',
      'loglevel',
      'package',
    ],
    stopAtOperand: true,
  });
  const [head, ...rest] = options.operands;
  const verb = head?.text ?? 'install';
  const inner = parseOptions(rest, {
    short: 'wF',
    long: ['workspace', 'filter', 'registry', 'tag', 'otp', 'access', 'package', 'prefix'],
  });
  const registry = optionValue(inner, 'registry') ?? optionValue(options, 'registry');
  if (nodeVerbs.quiet.has(verb) && !(verb === 'audit' && inner.operands[0]?.text === 'fix'))
    return undefined;
  scope.change();
  if (nodeVerbs.install.has(verb)) {
    installs(call, inner.operands, scope);
    if (registry && !/registry\.npmjs\.org|localhost/u.test(registry.text))
      scope.find('unknown_code', 'high', describe(call, `from ${registry.text}`));
  } else if (
    verb === 'publish' ||
    verb === 'unpublish' ||
    verb === 'deprecate' ||
    verb === 'dist-tag'
  ) {
    if (verb === 'dist-tag' && inner.operands[0]?.text === 'ls') return undefined;
    publishes(call, scope, verb);
  } else if (
    ['token', 'login', 'adduser', 'owner', 'access', 'team', 'profile', 'org'].includes(verb)
  ) {
    if (!['list', 'ls', 'get'].includes(inner.operands[0]?.text ?? ''))
      scope.find('access_change', 'high', describe(call, verb));
  } else if (nodeVerbs.exec.has(verb)) return judgeNpx({ ...call, args: rest }, scope);
  else if (verb === 'config' || verb === 'set') {
    if (['get', 'list', 'ls'].includes(inner.operands[0]?.text ?? '')) return undefined;
    scope.find('persistence', 'medium', describe(call, 'changes settings'));
  } else if (nodeVerbs.run.has(verb))
    assessTask({ ...call, args: rest }, rest[0]?.text ?? verb, scope);
  else if (
    ![
      'cache',
      'store',
      'prune',
      'uninstall',
      'remove',
      'rm',
      'un',
      'set-script',
      'pkg',
      'workspace',
      'workspaces',
      'patch',
      'unlink',
      'shrinkwrap',
      'licenses',
    ].includes(verb)
  ) {
    // yarn, pnpm and bun run a script of the package by its bare name.
    assessTask({ ...call, args: call.args }, verb, scope);
  }
  if (
    verb === 'pkg' &&
    /scripts\.(pre|post)?(install|prepare)/u.test(rest.map(arg => arg.text).join(' '))
  )
    scope.find('persistence', 'high', describe(call, 'adds an install script'));
  if (verb === 'workspace') return judgeNode({ ...call, args: rest.slice(1) }, scope);
  return undefined;
};

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

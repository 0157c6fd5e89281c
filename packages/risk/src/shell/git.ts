import { markFilled } from './file-effects.ts';
import { judgePush } from './git-push.ts';
import { judgeQuiet } from './git-reads.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import { holdsOwnFiles } from './own-lists.ts';
import { isOwnPath } from './own-operands.ts';
import { isRebuildable, resolvePath } from './paths.ts';
import { isPolicyPath } from './policy-paths.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isSecretPath } from './sensitive-paths.ts';
import { display, isKnown, literal, unknown, type Value } from './value.ts';

const globalOptions = {
  short: 'Cc',
  long: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env'],
  stopAtOperand: true,
};

/** Settings whose value git runs as a program. */
const runningKeys =
  /^(alias\..+|core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|hookspath|alternaterefscommand)|pager\..+|diff\.external|diff\..+\.(textconv|command)|(diff|merge)tool\..+\.(cmd|path)|filter\..+\.(clean|smudge|process)|merge\..+\.driver|credential(\..+)?\.helper|gpg(\..+)?\.program|sequence\.editor|uploadpack\..+|remote\..+\.(uploadpack|receivepack)|sendemail\.smtpserver|browser\..+|man\..+|interactive\.difffilter|protocol\.ext\.allow|init\.templatedir|url\..+\.(pushinsteadof|insteadof)|http\.sslverify|http\.proxy|include\.path|includeif\..+)$/iu;
const plainPrograms =
  /^(cat|less( -[a-zA-Z]+)?|more|most|delta|bat|vim?|nvim|nano|emacs|code --wait|true|:|diff-so-fancy.*|gh auth git-credential|!gh auth git-credential|store|cache|cache --timeout=\d+|osxkeychain|manager|manager-core|libsecret|)$/u;

function runSetting(key: string, value: string, scope: Scope): void {
  if (!runningKeys.test(key)) return;
  if (/^alias\./iu.test(key)) {
    if (value.startsWith('!')) scope.runner.text(scope, literal(value.slice(1)), null);
    else scope.runner.text(scope, literal(`git ${value}`), null);
  } else if (/hookspath|fsmonitor|templatedir|include/iu.test(key)) {
    if (!/^(false|true|\/dev\/null|)$/u.test(value))
      scope.find('unknown_code', 'high', `git -c ${key} runs other code`);
  } else if (/insteadof|sslverify|proxy|ext\.allow/iu.test(key))
    scope.find('access_change', 'high', `git -c ${display(key)}`);
  else if (!plainPrograms.test(value)) {
    scope.runner.text(scope, literal(value.replace(/^!/u, '')), null);
    if (!/^(ssh|sed|less|delta|bat|cat|vim?|nvim|nano|code|gh)\b/u.test(value))
      scope.find('unknown_code', 'high', `git -c ${display(key)} runs a program`);
  }
}

/** Settings given for one run, as `-c key=value`. */
function runSettings(values: readonly Value[], scope: Scope): void {
  for (const { text } of values) {
    const equals = text.indexOf('=');
    const key = equals < 0 ? text : text.slice(0, equals);
    runSetting(key, equals < 0 ? 'true' : text.slice(equals + 1), scope);
  }
}

const quiet = new Set(
  (
    'status log diff show shortlog blame annotate describe rev-parse rev-list ls-files ls-tree ls-remote cat-file grep whatchanged reflog merge-base name-rev cherry count-objects ' +
    'fsck verify-commit verify-tag check-ignore check-attr for-each-ref show-ref show-branch range-diff var version help diff-tree diff-index diff-files archive bundle format-patch request-pull difftool'
  ).split(' '),
);
const local = new Set(
  'add commit fetch pull merge rebase cherry-pick revert init mv rm am apply bisect notes sparse-checkout maintenance worktree submodule switch tag lfs mergetool commit-tree write-tree read-tree hash-object update-index rerere pack-refs repack flow subtree absorb'.split(
    ' ',
  ),
);

const judgeGit: Judge = (call, scope) => {
  const options = parseOptions(call.args, globalOptions);
  runSettings(options.values.get('c') ?? [], scope);
  const [head, ...rest] = options.operands;
  const verb = head?.text ?? 'help';
  if (options.flags.has('exec-path') && optionValue(options, 'exec-path'))
    scope.find('unknown_code', 'high', 'git runs other programs');
  const inner: Call = { ...call, args: rest };
  // Where our files lie in this very folder, the root of the repository is this folder or one above it.
  if (
    verb === 'rev-parse' &&
    rest.some(({ text }) => text === '--show-toplevel') &&
    holdsOwnFiles(scope)
  )
    return literal('.');
  for (const arg of rest) {
    const code =
      /^(--upload-pack|--receive-pack|--exec|-x|--open-files-in-pager|-O)=?(.{1,2000})$/su.exec(
        arg.text,
      );
    if (code?.[2] && code[1] !== '-x' && code[1] !== '-O')
      scope.runner.text(scope, literal(code[2]), null);
    if (/^ext::/u.test(arg.text)) scope.runner.text(scope, literal(arg.text.slice(5)), null);
  }
  if (verb === 'push') judgePush(inner, scope);
  else if (verb === 'clone') judgeClone(inner, scope);
  else if (quiet.has(verb)) return judgeQuiet(inner, verb, scope);
  else judgeChange(inner, verb, scope);
  return undefined;
};

/** Reads, except where they run a program or show a secret of the past. */
function judgeClone(call: Call, scope: Scope): void {
  const options = parseOptions(call.args, {
    short: 'boujc',
    long: ['branch', 'depth', 'origin', 'upload-pack', 'template', 'config', 'reference'],
  });
  const [url, folder] = options.operands;
  scope.change();
  runSettings([...(options.values.get('c') ?? []), ...(options.values.get('config') ?? [])], scope);
  if (optionValue(options, 'template', 'upload-pack'))
    scope.find('unknown_code', 'high', 'git clone runs other code');
  if (url === undefined) return;
  const name = folder?.text ?? (url.text.split('/').at(-1) ?? '').replace(/\.git$/u, '');
  markFilled(scope, name, unknown(['network']));
}

/** Paths that git would throw away changes of; none given means everything. */
function losesWork(scope: Scope, call: Call, what: string): void {
  const at = call.args.findIndex(arg => arg.text === '--');
  const paths = at >= 0 ? call.args.slice(at + 1) : [];
  const harmless =
    paths.length > 0 &&
    paths.every(
      path =>
        isRebuildable(scope.path(path), scope.context.settings.rebuildable) ||
        isLockFile(path.text),
    );
  if (harmless) scope.change();
  else if (paths.length > 0 && paths.every(isNamedFile))
    scope.find('destructive_command', 'medium', `git ${what} discards the changes of named files`);
  else scope.find('destructive_command', 'high', `git ${what} discards uncommitted work`);
}

/** One file, and no folder or wildcard that may stand for the work of a day. */
function isNamedFile(path: Value): boolean {
  return (
    isKnown(path) &&
    !path.glob &&
    !/(^|\/)\.\.(\/|$)|[*?[\]:]/u.test(path.text) &&
    /[^/.]\.[A-Za-z][A-Za-z0-9]{0,9}$/u.test(path.text)
  );
}

function isLockFile(path: string): boolean {
  return /(^|\/)(package-lock\.json|pnpm-lock\.yaml|yarn\.lock|poetry\.lock|uv\.lock|cargo\.lock|go\.sum|gemfile\.lock|composer\.lock)$/iu.test(
    path,
  );
}

/** Verbs that put another version of a file in its place, take it away or hide that it changed. */
const replacing = new Set(
  'checkout restore rm mv stash clean update-index checkout-index read-tree'.split(' '),
);

/** One command of git that changes something. */
interface Change {
  readonly call: Call;
  readonly verb: string;
  readonly scope: Scope;
  readonly options: ReturnType<typeof parseOptions>;
  readonly words: readonly string[];
  readonly has: (...names: readonly string[]) => boolean;
  readonly lose: (level: 'medium' | 'high' | 'critical', what: string) => void;
}

function judgeChange(call: Call, verb: string, scope: Scope): void {
  const options = parseOptions(call.args, {
    short: 'mbBusxeFCctS',
    long: [
      'message',
      'onto',
      'exec',
      'author',
      'date',
      'file',
      'source',
      'strategy',
      'reuse-message',
      'track',
    ],
  });
  scope.change();
  if (replacing.has(verb))
    for (const arg of call.args)
      if (isPolicyPath(scope.path(arg)) || isOwnPath(scope, arg))
        scope.find('policy_tampering', 'critical', `git ${verb}: ${display(arg.text)}`);
  const judge = Object.hasOwn(changes, verb) ? changes[verb] : undefined;
  if (judge !== undefined)
    judge({
      call,
      verb,
      scope,
      options,
      words: options.operands.map(operand => operand.text),
      has: (...names) => names.some(name => options.flags.has(name)),
      lose: (level, what) => scope.find('destructive_command', level, `git ${what}`),
    });
  else if (!local.has(verb)) scope.find('unknown_code', 'medium', describe(call, verb));
}

/** What each command changes. Those of `local` change only the own repository, in a way that can be undone. */
const changes: Readonly<Record<string, (change: Change) => void>> = {
  reset: ({ has, lose }) => {
    if (has('hard', 'merge', 'keep')) lose('high', 'reset --hard discards uncommitted work');
  },
  clean: judgeClean,
  checkout: judgeCheckout,
  restore: ({ call, scope, options, has }) => {
    if (!has('staged', 'S') || has('worktree', 'W'))
      losesWork(scope, { ...call, args: [literal('--'), ...options.operands] }, 'restore');
  },
  switch: ({ call, scope, has, lose }) => {
    scope.machine.branch = call.args.find(arg => !arg.text.startsWith('-'))?.text ?? null;
    if (has('f', 'force', 'discard-changes')) lose('high', 'switch discards uncommitted work');
  },
  stash: ({ words, lose }) => {
    if (words[0] === 'drop' || words[0] === 'clear') lose('high', `stash ${words[0]}`);
  },
  branch: ({ words, has, lose }) => {
    if (has('D') || ((has('d') || has('delete')) && has('f', 'force')))
      lose('high', `branch -D ${display(words[0] ?? '')}`);
    else if (has('f', 'force', 'M')) lose('medium', 'branch is moved by force');
  },
  tag: ({ has, lose }) => {
    if (has('d', 'delete', 'f', 'force')) lose('medium', 'tag is removed or moved');
  },
  'filter-branch': rewritesHistory,
  'filter-repo': rewritesHistory,
  replace: rewritesHistory,
  'fast-import': rewritesHistory,
  gc: ({ call, options, lose }) => {
    const prunes = [...(options.values.get('prune') ?? [])].some(({ text }) =>
      /now|all|0/u.test(text),
    );
    if (prunes || call.args.some(arg => /^--prune=(now|all)/u.test(arg.text)))
      lose('high', 'gc removes unreachable commits');
  },
  prune: ({ has, lose }) => {
    if (!has('n', 'dry-run')) lose('high', 'prune removes unreachable commits');
  },
  'update-ref': movesReference,
  'symbolic-ref': movesReference,
  worktree: ({ words, has, lose }) => {
    if (words[0] === 'remove' && has('f', 'force')) lose('high', 'worktree remove --force');
  },
  config: ({ call, scope }) => judgeConfig(call, scope),
  remote: ({ scope, words }) => {
    if (words[0] === 'set-url')
      scope.find('data_leaving', 'high', 'git remote set-url sends later pushes elsewhere');
    else if (words[0] === 'add' && words[1] !== undefined) scope.machine.remotes.add(words[1]);
  },
  credential: ({ scope }) =>
    scope.find('secret_access', 'high', 'git credential prints a password'),
  'send-email': sendsMail,
  'imap-send': sendsMail,
  daemon: servesRepository,
  instaweb: servesRepository,
  bisect: ({ call, scope }) => {
    const code = codeAfter(call);
    if (code !== null) scope.runner.argv(scope, code, null);
  },
  submodule: ({ call, scope }) => {
    const code = codeAfter(call);
    if (code !== null) scope.runner.text(scope, literal(code.map(arg => arg.text).join(' ')), null);
  },
  rebase: ({ scope, options }) => {
    for (const code of [...(options.values.get('x') ?? []), ...(options.values.get('exec') ?? [])])
      scope.runner.text(scope, code, null);
  },
  add: ({ scope, options }) => {
    for (const operand of options.operands) {
      if (!isSecretPath(resolvePath(operand.text, scope.cwd))) continue;
      scope.machine.stagesSecret = true;
      scope.find('secret_access', 'high', `git add puts ${display(operand.text)} into history`);
    }
  },
};

function judgeClean({ call, scope, lose }: Change): void {
  const inner = parseOptions(call.args, { short: 'e' });
  if (hasOption(inner, 'n', 'dry-run')) return;
  const isForced =
    hasOption(inner, 'f', 'force', 'i') || inner.flags.has('d') || inner.flags.has('x');
  const rebuilt =
    inner.operands.length > 0 &&
    inner.operands.every(path =>
      isRebuildable(scope.path(path), scope.context.settings.rebuildable),
    );
  if (isForced && !rebuilt) lose('high', 'clean removes files that were never committed');
}

function judgeCheckout({ call, scope, has }: Change): void {
  const makesBranch = has('b', 'B', 'orphan', 'track', 't');
  const names = call.args.filter(arg => !arg.text.startsWith('-'));
  if (names.length === 1 || makesBranch) scope.machine.branch = names[0]?.text ?? null;
  const overFiles = call.args.some(arg => arg.text === '--') && !makesBranch;
  const overAll = names.some(arg => /^(\.|\.\/|:\/|\*)$/u.test(arg.text));
  const byName = !makesBranch && (overAll || (names.length > 1 && !has('p', 'patch')));
  if (has('f', 'force') || overFiles || byName) losesWork(scope, call, 'checkout');
}

function rewritesHistory({ call, verb, scope }: Change): void {
  scope.find('history_rewrite', 'critical', `git ${verb} rewrites history`);
  for (const arg of call.args) if (/\s/u.test(arg.text)) scope.runner.text(scope.fork(), arg, null);
}

function movesReference({ verb, has, lose }: Change): void {
  lose(has('d', 'delete') ? 'high' : 'medium', verb);
}

function sendsMail({ verb, scope }: Change): void {
  scope.find('outside_message', 'high', `git ${verb}`);
}

function servesRepository({ verb, scope }: Change): void {
  scope.find('access_change', 'high', `git ${verb} serves the repository`);
}

/** What `bisect run` and `submodule foreach` start. */
function codeAfter({ args }: Call): readonly Value[] | null {
  const at = args.findIndex(arg => arg.text === 'run' || arg.text === 'foreach');
  if (at < 0) return null;
  return args.slice(at + 1).filter(arg => arg.text !== '--recursive');
}

function judgeConfig(call: Call, scope: Scope): void {
  const options = parseOptions(call.args, { short: 'f', long: ['file', 'type', 'default'] });
  const flags = ['get', 'list', 'l', 'get-all', 'get-regexp', 'show-origin'];
  const operands = ['set', 'unset', 'get', 'list'].includes(options.operands[0]?.text ?? '')
    ? options.operands.slice(1)
    : options.operands;
  if (
    flags.some(flag => options.flags.has(flag)) ||
    ['get', 'list'].includes(options.operands[0]?.text ?? '') ||
    operands.length < 2
  ) {
    if (call.args.some(arg => /^(--unset|--unset-all|--remove-section)$/u.test(arg.text)))
      scope.change();
    return;
  }
  const [key, value] = operands;
  if (key === undefined || value === undefined) return;
  if (!runningKeys.test(key.text)) return;
  if (/^alias\./iu.test(key.text) && !value.text.startsWith('!')) return;
  if (/(pager|editor|helper|program)$/iu.test(key.text) && plainPrograms.test(value.text)) return;
  scope.find('persistence', 'high', `git config ${display(key.text)} is run later`);
}

export const gitPrograms: Readonly<Record<string, Judge>> = {
  git: judgeGit,
  'git-filter-repo': (call, scope) =>
    judgeGit({ ...call, args: [literal('filter-repo'), ...call.args] }, scope),
  bfg: (_, scope) => void scope.find('history_rewrite', 'critical', 'bfg rewrites history'),
  svn: (call, scope) =>
    void (
      ['status', 'log', 'diff', 'info', 'list', 'cat', 'st'].includes(call.args[0]?.text ?? '') ||
      scope.find(
        'history_rewrite',
        call.args[0]?.text === 'commit' ? 'high' : 'medium',
        describe(call, call.args[0]?.text ?? ''),
      )
    ),
  jj: (call, scope) =>
    void (
      ['log', 'status', 'diff', 'show', 'st'].includes(call.args[0]?.text ?? '') ||
      scope.find('unknown_code', 'medium', describe(call, call.args[0]?.text ?? ''))
    ),
};

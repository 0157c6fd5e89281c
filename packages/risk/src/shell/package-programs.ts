import { assessRemoval } from './file-effects.ts';
import { installs, judgeNode, judgeNpx, publishes } from './node-packages.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { runFile } from './run-file.ts';
import { describe } from './scope.ts';
import { assessOperands } from './text-programs.ts';
import { assessTask } from './unknown-programs.ts';
import { literal } from './value.ts';

/** Compilers, checkers, formatters and test runners: they write build output and source, which is what agents do all day. */
const builders =
  'tsc eslint prettier biome stylelint jest vitest mocha ava tap playwright cypress webpack vite rollup esbuild parcel turbo nx lerna next nuxt astro remix swc babel tsup rspack ' +
  'storybook size-limit knip depcheck madge typedoc changeset lint-staged commitlint cspell markdownlint markdownlint-cli2 ' +
  'pytest py.test mypy ruff black isort flake8 pylint pyright bandit tox nox coverage sphinx-build mkdocs pre-commit ' +
  'gcc g++ cc c++ clang clang++ ld ar ranlib cmake ninja meson autoconf automake configure ctest ccache bazel buck bazelisk ' +
  'javac java kotlinc scalac sbt mvn mvnw ant rustc rustfmt clippy-driver wasm-pack gofmt golangci-lint staticcheck goimports ' +
  'rspec rubocop phpunit phpstan php-cs-fixer psalm dotnet msbuild xcodebuild swiftc mix rebar3 stack cabal dune zig nim crystal ' +
  'shellcheck shfmt hadolint actionlint yamllint jsonlint ajv tflint tfsec checkov trivy grype syft semgrep snyk bats ' +
  'protoc buf openapi-generator graphql-codegen sqlfluff sqlc hugo jekyll gatsby eleventy docusaurus lighthouse k6 hey ab wrk ' +
  'terraform-docs protolint ginkgo gotestsum nextest air nodemon tailwindcss sass less-compiler postcss convert magick ffmpeg dot mmdc plantuml latexmk pdflatex ' +
  'flutter dart lein clojure earthly qpdf ocrmypdf tesseract sox xelatex gitleaks trufflehog detect-secrets ggshield sonar-scanner ' +
  'strip objcopy install_name_tool codesign lipo gcov lcov genhtml svgo terser uglifyjs html-minifier';

const judgeBuilder: Judge = (call, scope) => {
  scope.change();
  assessOperands(call, scope);
  if (
    call.program === 'dotnet' &&
    ['nuget'].includes(call.args[0]?.text ?? '') &&
    call.args[1]?.text === 'push'
  )
    publishes(call, scope, 'nuget push');
  if (
    call.program === 'dotnet' &&
    call.args.some(arg => arg.text === 'drop' || arg.text === 'remove')
  )
    assessTask(call, call.args.map(arg => arg.text).join(' '), scope);
  if (['mvn', 'mvnw', 'sbt', 'mix', 'changeset', 'lerna', 'nx'].includes(call.program)) {
    for (const { text } of call.args)
      if (/(^|:|\.)(deploy|publish|release)/u.test(text)) publishes(call, scope, text);
    if (call.args.some(arg => /ecto\.(drop|reset)/u.test(arg.text)))
      scope.find(
        'destructive_command',
        scope.inRehearsal(call) ? 'medium' : 'critical',
        describe(call, 'drops the database'),
      );
  }
  if (call.program === 'nodemon') {
    const code = optionValue(
      parseOptions(call.args, { short: 'xwei', long: ['exec'] }),
      'x',
      'exec',
    );
    if (code) scope.runner.text(scope, code, null);
  }
  return undefined;
};

const judgePip: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'rceit',
    long: [
      'requirement',
      'constraint',
      'index-url',
      'extra-index-url',
      'target',
      'editable',
      'find-links',
      'trusted-host',
      'python',
      'group',
      'with',
    ],
  });
  const [head, ...packages] = options.operands;
  const verb = head?.text ?? '';
  if (
    [
      'list',
      'show',
      'freeze',
      'check',
      'config',
      'cache',
      'help',
      'search',
      'index',
      'inspect',
      'tree',
      'info',
      'env',
      'version',
    ].includes(verb)
  )
    return undefined;
  // What is run says itself whether it changes anything.
  const starts = verb === 'run' || verb === 'exec' || verb === 'x';
  if (!starts || options.values.has('with')) scope.change();
  if (['install', 'add', 'download', 'wheel', 'inject'].includes(verb)) {
    installs(
      call,
      [...packages, ...(options.values.get('e') ?? []), ...(options.values.get('r') ?? [])].filter(
        value => value.text !== '.',
      ),
      scope,
    );
    const index = optionValue(options, 'i', 'index-url', 'extra-index-url');
    if (index && !/pypi\.org/u.test(index.text))
      scope.find('unknown_code', 'high', describe(call, `from ${index.text}`));
  } else if (verb === 'publish' || verb === 'upload') publishes(call, scope, verb);
  else if (starts) {
    const at = call.args.findIndex(arg => arg.text === verb);
    const inner = parseOptions(call.args.slice(at + 1), {
      short: 'p',
      long: ['with', 'python', 'extra', 'group', 'env-file', 'project'],
      stopAtOperand: true,
    });
    return scope.runner.argv(scope, inner.operands, call.stdin);
  } else if (verb === 'pip' || verb === 'tool')
    return judgePip(
      { ...call, args: call.args.slice(call.args.findIndex(arg => arg.text === verb) + 1) },
      scope,
    );
  return undefined;
};

const judgeMake: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'fCjIoW',
    long: ['file', 'makefile', 'directory', 'eval', 'jobs'],
  });
  const code = optionValue(options, 'eval');
  if (code)
    scope.runner.text(scope, { ...code, text: code.text.replace(/^[^:]{0,80}:;?/u, '') }, null);
  const file = optionValue(options, 'f', 'file', 'makefile') ?? literal('Makefile');
  if (file.text === '-' && call.stdin)
    runFile(scope, { ...file, stream: call.stdin }, [], 'makefile');
  else runFile(scope, file, [], 'makefile');
  if (
    hasOption(options, 'n', 'dry-run', 'just-print', 'q', 'question', 'l', 'list', 'summary') &&
    !options.operands.some(o => o.text.startsWith('SHELL='))
  )
    return undefined;
  scope.change();
  for (const operand of options.operands) {
    if (/^SHELL=/u.test(operand.text))
      scope.find('unknown_code', 'high', describe(call, 'another shell'));
    else if (!operand.text.includes('=')) assessTask(call, operand.text, scope);
  }
  if (options.operands.every(operand => operand.text.includes('=')))
    assessTask(call, 'default', scope);
  return undefined;
};

const judgeCargo: Judge = (call, scope) => {
  const verb =
    parseOptions(call.args).operands.find(operand => !operand.text.startsWith('+'))?.text ?? '';
  scope.change();
  if (['publish', 'yank', 'owner', 'login', 'push'].includes(verb)) publishes(call, scope, verb);
  if (verb === 'install')
    installs(
      call,
      parseOptions(call.args, { long: ['git', 'path', 'version', 'root'] }).values.get('git') ?? [],
      scope,
    );
  return undefined;
};

const judgeGo: Judge = (call, scope) => {
  const [verb, ...rest] = call.args;
  const { operands } = parseOptions(rest, {
    singleDash: true,
    long: ['o', 'tags', 'run', 'ldflags', 'timeout', 'count', 'exec', 'toolexec'],
  });
  scope.change();
  const toolexec = rest.find(arg => /^-(exec|toolexec)=/u.test(arg.text));
  if (toolexec)
    scope.runner.text(
      scope,
      { ...toolexec, text: toolexec.text.slice(toolexec.text.indexOf('=') + 1) },
      null,
    );
  if (verb?.text === 'run' && /^[\w-]{1,60}\.[a-z]{2,10}\/.{0,200}@/u.test(operands[0]?.text ?? ''))
    scope.find('remote_code', 'high', describe(call, `runs ${operands[0]?.text ?? ''}`));
  if (verb?.text === 'run' && operands[0] && !runFile(scope, operands[0], [], 'interpreter'))
    assessTask({ ...call, args: operands }, operands[0].text, scope);
  return undefined;
};

/** Package managers of the machine change what everything on it runs. */
const judgeSystemPackages: Judge = (call, scope) => {
  const { operands } = parseOptions(call.args, { short: 'otc' });
  const verb = operands[0]?.text ?? '';
  if (
    /^(list|search|show|info|policy|depends|rdepends|why|outdated|config|doctor|deps|leaves|--version|check|provides|repolist|madison)$/u.test(
      verb,
    )
  )
    return undefined;
  if (call.program === 'dpkg' && call.args.some(arg => /^-[lLsS]$/u.test(arg.text)))
    return undefined;
  if (
    ['rpm', 'pacman'].includes(call.program) &&
    call.args.some(arg => /^-Q/u.test(arg.text) || /^-q/u.test(arg.text))
  )
    return undefined;
  if (/^(remove|purge|autoremove|erase|uninstall|dist-upgrade|full-upgrade|-R.*)$/u.test(verb))
    scope.find('system_file', 'high', describe(call, `${verb} ${operands[1]?.text ?? ''}`));
  else {
    scope.find('system_file', 'medium', describe(call, `${verb} ${operands[1]?.text ?? ''}`));
    installs(call, operands.slice(1), scope);
  }
  return undefined;
};

const judgeClean: Judge = (call, scope) => {
  const targets = parseOptions(call.args, { short: 'g' }).operands;
  assessRemoval(scope, targets, { by: call.program, recursive: true });
  return undefined;
};

function table(names: string, judge: Judge): Readonly<Record<string, Judge>> {
  return Object.fromEntries(names.split(' ').map(name => [name, judge]));
}

/** `bundle exec`, `poetry run`: a command of the project's own environment. */
function runsAfter(verbs: string): Judge {
  const words = new Set(verbs.split(' '));
  return (call, scope) => {
    const at = call.args.findIndex(arg => words.has(arg.text));
    if (at >= 0)
      return scope.runner.argv(
        scope,
        parseOptions(call.args.slice(at + 1), { stopAtOperand: true }).operands,
        call.stdin,
      );
    scope.change();
    return undefined;
  };
}

export const packagePrograms: Readonly<Record<string, Judge>> = {
  ...table(builders, judgeBuilder),
  ...table('npm pnpm yarn bun-pm cnpm rush', judgeNode),
  ...table('npx bunx pnpx', judgeNpx),
  ...table('pip pip3 pipx uv poetry pipenv pdm hatch rye conda mamba twine', judgePip),
  uvx: judgeNpx,
  ...table('make gmake just task rake invoke nake mage doit', judgeMake),
  ...table('gradle gradlew', (call, scope) => {
    for (const operand of parseOptions(call.args, {
      short: 'pPDxbcI',
      long: ['init-script', 'build-file'],
    }).operands)
      assessTask(call, operand.text.replace(/^:/u, ''), scope);
    scope.change();
    return undefined;
  }),
  cargo: judgeCargo,
  go: judgeGo,
  gem: (call, scope) => {
    if (['push', 'yank'].includes(call.args[0]?.text ?? '')) publishes(call, scope, 'gem');
    else if (call.args[0]?.text === 'install') installs(call, call.args.slice(1), scope);
    return undefined;
  },
  composer: (call, scope) => {
    scope.change();
    if (call.args[0]?.text === 'run' || call.args[0]?.text === 'run-script')
      assessTask(call, call.args[1]?.text ?? '', scope);
    return undefined;
  },
  bundle: runsAfter('exec'),
  rbenv: runsAfter('exec'),
  pyenv: runsAfter('exec'),
  mise: runsAfter('exec x run'),
  asdf: runsAfter('exec'),
  corepack: runsAfter('pnpm yarn npm'),
  volta: runsAfter('run'),
  nvm: runsAfter('exec run'),
  fnm: runsAfter('exec'),
  rustup: runsAfter('run'),
  ...table(
    'apt apt-get aptitude yum dnf apk pacman zypper brew port snap flatpak dpkg rpm choco winget scoop',
    judgeSystemPackages,
  ),
  ...table('rimraf del-cli trash trash-put gio', judgeClean),
};

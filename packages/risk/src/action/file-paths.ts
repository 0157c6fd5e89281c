import type { Finding } from '../finding.ts';
import type { RiskSettings } from '../risk-settings.ts';
import { isRebuildable, type Path, resolvePath } from '../shell/paths.ts';
import { isPolicyPath } from '../shell/policy-paths.ts';
import { isAuditPath, isDataPath, isSecretPath, runsLater } from '../shell/sensitive-paths.ts';

const projectFilesThatRun: ReadonlySet<string> = new Set([
  'package.json',
  'setup.py',
  'setup.cfg',
  'pyproject.toml',
  'build.rs',
  'binding.gyp',
  'makefile',
  'dockerfile',
  'gemfile',
  'rakefile',
  'composer.json',
  '.npmrc',
  '.yarnrc.yml',
  'conftest.py',
  'gulpfile.js',
  'justfile',
  'taskfile.yml',
  'procfile',
  'docker-compose.yml',
  'compose.yml',
  '.mcp.json',
  'tasks.json',
  'launch.json',
  'devcontainer.json',
  'lefthook.yml',
  'tox.ini',
  'noxfile.py',
  '.pnpmfile.cjs',
  'sitecustomize.py',
  'usercustomize.py',
  'gruntfile.js',
  'jakefile.js',
  'gnumakefile',
  'containerfile',
  'podfile',
  'fastfile',
  'vagrantfile',
  'sconstruct',
  'wscript',
  'tasks.py',
  'fabfile.py',
  'dodo.py',
  'manage.py',
  'wsgi.py',
  'meson.build',
  'cmakelists.txt',
  'build.sbt',
  'mix.exs',
  'magefile.go',
  'postinstall.js',
  'preinstall.js',
  'install.js',
  'install.sh',
  'postinstall.sh',
  'entrypoint.sh',
  'docker-entrypoint.sh',
  'turbo.json',
  'project.json',
  'deno.json',
  'bunfig.toml',
  'cargo.toml',
]);

/** Reads what a file at that path gives away. */
export function readFinding(text: string): Finding | null {
  const path = resolvePath(text, '.');
  if (isSecretPath(path))
    return {
      signal: 'secret_access',
      level: 'high',
      evidence: 'reads a file that holds credentials',
    };
  return null;
}

/** What writing there means, whatever is written. */
/** `tests/fixtures/fake_id_rsa`: a name that says that it is none. */
function isFixture(path: string): boolean {
  return /(?:^|\/)(?:__)?(?:fixtures?|testdata)(?:__)?\/(?:.*\/)?(?:fake|dummy|sample|example|mock)[^/]*$/iu.test(
    path,
  );
}

export function writeFinding(text: string, edits = false): Finding | null {
  const path = resolvePath(text, '.');
  if (isPolicyPath(path))
    return {
      signal: 'policy_tampering',
      level: 'critical',
      evidence: 'writes a file that decides what an agent may do',
    };
  if (isAuditPath(path))
    return {
      signal: 'audit_tampering',
      level: 'critical',
      evidence: 'writes over a record of what happened',
    };
  if (runsLater(path)) {
    const own = path.place === 'project';
    return {
      signal: 'persistence',
      level: own ? 'high' : 'critical',
      evidence: 'writes a file that runs automatically later',
    };
  }
  if (isSshConfig(path))
    return {
      signal: 'persistence',
      level: 'high',
      evidence: 'writes a file that runs automatically later',
    };
  if (path.place === 'system' || path.place === 'device' || path.place === 'root') {
    return {
      signal: 'system_file',
      level: 'high',
      evidence: 'writes where the operating system keeps its own files',
    };
  }
  if (isSecretPath(path) && !isFixture(path.text))
    return {
      signal: 'secret_access',
      level: 'high',
      evidence: 'writes a file that holds credentials',
    };
  if (path.place === 'outside' && !isPlainOutside(path) && !(edits && isSourceOfApp(path))) {
    return { signal: 'system_file', level: 'high', evidence: 'writes outside the workspace' };
  }
  if (isDataPath(path))
    return { signal: 'destructive_command', level: 'high', evidence: 'writes over a file of data' };
  return null;
}

/** What removing it loses. */
export function removalFinding(text: string, recursive: boolean, settings: RiskSettings): Finding {
  const path = resolvePath(text, '.');
  if (isRebuildable(path, settings.rebuildable)) {
    return {
      signal: 'data_write',
      level: 'low',
      evidence: 'removes something that can be recreated',
    };
  }
  const writes = writeFinding(text);
  if (writes !== null && (!recursive || writes.level === 'critical'))
    return { ...writes, evidence: 'removes a file that matters to the system or its records' };
  if (
    path.place === 'project' &&
    !recursive &&
    !isDataPath(path) &&
    /\.[a-z0-9]{1,6}$/iu.test(path.text)
  ) {
    return { signal: 'data_write', level: 'medium', evidence: 'removes one file of the workspace' };
  }
  return {
    signal: 'destructive_command',
    level: recursive ? 'critical' : 'high',
    evidence: 'removes files that cannot be recreated',
  };
}

/** A project file whose content decides what runs at the next install, build or start. */
export function mayRunContent(text: string): boolean {
  const path = resolvePath(text, '.');
  const name = (path.segments.at(-1) ?? '').toLowerCase();
  return (
    projectFilesThatRun.has(name) ||
    /^(makefile|dockerfile|containerfile|justfile)\.|\.(mk|gemspec|rake|pth|dockerfile|gradle|podspec)$|^(docker-)?compose\.[\w.-]{1,40}$|^[\w.-]{1,40}\.config\.[cm]?[jt]s$|^\.?[a-z]{1,20}rc\.[cm]?js$/u.test(
      name,
    ) ||
    runsLater(path) ||
    isSshConfig(path)
  );
}

/** The files that a patch touches, by its own headings. */
export function pathsOfPatch(patch: string): readonly string[] {
  const found: string[] = [];
  for (const line of patch.slice(0, 200_000).split('\n')) {
    const match =
      /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ (?:b\/)?|rename to )(\S{1,512})/u.exec(
        line.slice(0, 600),
      );
    if (match?.[1] !== undefined && match[1] !== '/dev/null') found.push(match[1]);
    if (found.length >= 200) break;
  }
  return found;
}

function isSshConfig(path: Path): boolean {
  return path.segments.includes('.ssh');
}

/** `/srv/app/util.py`: a checkout on a server, by a name that only source has. */
function isSourceOfApp({ segments }: Path): boolean {
  return (
    segments[0] === 'srv' &&
    segments.length >= 3 &&
    /\.(py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|swift|c|cc|cpp|h|hpp|vue|svelte|s?css|md|rst)$/iu.test(
      segments.at(-1) ?? '',
    )
  );
}

function isPlainOutside(path: Path): boolean {
  // Absolute checkouts live anywhere; only the well-known places of data and the climb out of the workspace count.
  if (path.segments[0] === '..') return false;
  return !['srv', 'opt', 'var', 'data', 'mnt', 'media'].includes(path.segments[0] ?? '');
}

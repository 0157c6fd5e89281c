import type { Scope } from './scope.ts';
import { display, literal, type Value } from './value.ts';

/** What starts the file: the file itself, a shell, another interpreter, or a build tool that reads it. */
type Starter = 'program' | 'shell' | 'interpreter' | 'makefile';

const systemFolders = /^\/(usr\/(local\/)?)?s?bin\/|^\/opt\/homebrew\/|^\/snap\/bin\//u;

/**
 * Looks at a file about to be run. True if its content is known here, or known to be foreign, so that there
 * is nothing more to say about it.
 */
export function runFile(
  scope: Scope,
  file: Value,
  args: readonly Value[],
  starter: Starter,
): boolean {
  if (file.stream) {
    runContent(scope, file.stream, args, starter);
    return true;
  }
  const path = scope.path(file);
  const content = scope.written(path);
  if (content) {
    runContent(scope, content, args, starter);
    return true;
  }
  if (file.origins.has('network')) {
    scope.find('remote_code', 'critical', `runs a downloaded file: ${display(file.text)}`);
    return true;
  }
  // Programs of an environment that the same script made.
  const isOwn = [...scope.machine.created].some(folder => path.text.startsWith(`${folder}/bin/`));
  if (isOwn) return false;
  const isForeign = path.place === 'temp' || path.segments.includes('Downloads');
  if (
    isForeign &&
    (starter === 'program' || starter === 'shell') &&
    !systemFolders.test(file.text)
  ) {
    scope.find(
      'unknown_code',
      'high',
      `runs a file whose content is unknown: ${display(path.text)}`,
    );
  }
  return false;
}

/** Runs content that the script wrote, or a stream that it delivers, the way the starter would read it. */
function runContent(scope: Scope, content: Value, args: readonly Value[], starter: Starter): void {
  if (content.origins.has('network')) {
    scope.find('remote_code', 'critical', 'runs what was downloaded');
    return;
  }
  if (content.origins.has('encoded'))
    scope.find('remote_code', 'critical', 'runs what was decoded or assembled');
  const isOtherLanguage = /^#!.{0,40}(python|node|perl|ruby|php)/u.test(content.text);
  if (starter === 'makefile') {
    scope.runner.text(scope, literal(recipeLines(content.text)), null);
  } else if (isOtherLanguage) {
    const name = /^#!.{0,40}(python|node|perl|ruby|php)/u.exec(content.text)?.[1] ?? 'python';
    scope.runner.argv(scope, [literal(name)], content);
  } else if (starter !== 'interpreter') {
    const inner = scope.fork();
    args.slice(0, 32).forEach((arg, i) => {
      inner.variables.set(String(i + 1), [arg]);
    });
    inner.variables.set('@', args);
    scope.runner.text(inner, content, null);
  }
}

/** The commands in a makefile, as one script. */
function recipeLines(makefile: string): string {
  return makefile
    .split('\n')
    .filter(line => line.startsWith('\t'))
    .map(line => line.replace(/^\t[@+-]{0,3}/u, '').replaceAll('$$', '$'))
    .join('\n');
}

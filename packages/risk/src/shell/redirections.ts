import type { Redirection } from 'unbash';
import type { Expander } from './expand-word.ts';
import { assessRead, assessWrite } from './file-effects.ts';
import type { Scope } from './scope.ts';
import { literal, unknown, type Value, withOrigins } from './value.ts';

/** Where the output of a command goes, once its redirections are known. */
interface Streams {
  readonly stdin: Value | null;
  readonly targets: readonly { readonly target: Value; readonly replaces: boolean }[];
}

/** Opens what a command is redirected to and from. Output files are written by `deliver`, once it is known what comes. */
export function redirect(
  redirects: readonly Redirection[],
  scope: Scope,
  expander: Expander,
): Streams {
  let stdin: Value | null = null;
  const targets: { target: Value; replaces: boolean }[] = [];
  for (const redirection of redirects) {
    if (redirection.type === 'HereDoc') {
      const { parts, text } = redirection.body;
      stdin = parts ? expander.parts(parts, scope) : literal(text);
    } else if (redirection.type === 'HereString') {
      stdin = expander.text(redirection.target, scope);
    } else {
      const target = expander.text(redirection.target, scope);
      const { operator } = redirection;
      if (/^\/dev\/(tcp|udp)\/(?!(?:127\.0\.0\.1|localhost)\/)/u.test(target.text))
        scope.find('remote_shell', 'critical', 'a network connection by redirection');
      if (scope.own.reaches(target.text.replace(/^\/dev\/(tcp|udp)\/([^/]*)\//u, '$2:')))
        scope.find('policy_tampering', 'critical', 'a connection to the approval system');
      if (operator === '<') stdin = readFile(scope, target);
      else if (operator === '<&' || (operator === '>&' && /^[0-9-]{1,9}$/u.test(target.text)))
        continue;
      else if (target.stream === undefined) {
        const isOutput =
          redirection.descriptor?.type !== 'FileDescriptor' || redirection.descriptor.value < 2;
        const replaces = operator !== '>>' && operator !== '&>>' && operator !== '<>';
        if (isOutput) targets.push({ target, replaces });
        else assessWrite(scope, target, { by: '2>', replaces, content: literal('') });
      }
    }
  }
  return { stdin, targets };
}

function readFile(scope: Scope, source: Value): Value {
  if (source.stream) return source.stream;
  const isSecret = assessRead(scope, source, '<');
  const content = scope.written(scope.path(source)) ?? {
    ...unknown(),
    variables: source.variables,
    file: scope.path(source).text,
  };
  return isSecret ? withOrigins(content, 'secret') : content;
}

/** Sends output into files; what remains flows on. A write of nothing empties the file. */
export function deliver(scope: Scope, streams: Streams, output: Value, by: string): Value {
  if (streams.targets.length === 0) return output;
  for (const { target, replaces } of streams.targets) {
    assessWrite(scope, target, {
      by: `${by} >`,
      replaces,
      empties: replaces && output.text === '',
      content: output,
    });
  }
  return literal('');
}

import { assessRead, assessWrite } from './file-effects.ts';
import { hostOf, isLocalHost, isSecretName, isUrl } from './hosts.ts';
import { hasOption, type Options, optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import type { Call, Scope } from './scope.ts';
import { isSecretPath } from './sensitive-paths.ts';
import { assessAddress } from './text-programs.ts';
import { display, literal, unknown, type Value } from './value.ts';

const curlOptions = {
  short: 'XdFToHuAbceKmQrtUwxyYzCDEP',
  long: (
    'request data data-raw data-binary data-urlencode data-ascii json form form-string upload-file output header user user-agent cookie referer cert config ' +
    'max-time write-out proxy connect-timeout retry retry-delay cacert key resolve range url output-dir cookie-jar max-redirs limit-rate oauth2-bearer interface dns-servers unix-socket'
  ).split(' '),
};
const wgetOptions = {
  short: 'OoaePQtTwUDAR',
  long: 'output-document post-data post-file method body-data body-file header user password directory-prefix output-file tries timeout user-agent execute'.split(
    ' ',
  ),
};
const bodies =
  'd data data-raw data-binary data-urlencode data-ascii json F form form-string T upload-file post-data post-file body-data body-file raw'.split(
    ' ',
  );
const fileBodies = new Set('T upload-file post-file body-file'.split(' '));

/** A request to somewhere: what it sends, what it fetches, and where the answer goes. */
export const judgeRequest: Judge = (call, scope) => {
  const options = parseOptions(call.args, call.program === 'wget' ? wgetOptions : curlOptions);
  const urls = [...options.operands, ...(options.values.get('url') ?? [])].filter(
    value => !/^[a-zA-Z-]{1,40}:?=/u.test(value.text),
  );
  for (const url of urls) {
    assessAddress(url.text, scope, call.program);
    if (/^file:/iu.test(url.text))
      assessRead(scope, { ...url, text: url.text.slice(5) }, call.program);
  }
  const isLocal = urls.length > 0 && urls.every(url => isLocalHost(hostOf(url.text)));
  assessSent(call, options, urls, isLocal, scope);
  if (hasOption(options, 'k', 'insecure', 'no-check-certificate')) scope.change();
  const config = optionValue(options, 'K', 'config');
  if (config && config.text !== '-') assessRead(scope, config, call.program);
  return fetched(call, options, urls, scope);
};

/** One value that a request carries in its body, by the option that gives it. */
interface SentValue {
  readonly name: string;
  readonly value: Value;
}

function assessSent(
  call: Call,
  options: Options,
  urls: readonly Value[],
  isLocal: boolean,
  scope: Scope,
): void {
  const sent = bodies.flatMap(name =>
    (options.values.get(name) ?? []).map(value => ({ name, value })),
  );
  const method = (
    optionValue(options, 'X', 'request', 'method')?.text ?? (sent.length > 0 ? 'POST' : 'GET')
  ).toUpperCase();
  const files = sent.flatMap(({ name, value }) => fileIn(name, value) ?? []);
  if (options.flags.has('T') || sent.length > 0 || method !== 'GET') scope.changeElsewhere();
  if (isLocal) return;
  const target = display(hostOf(urls[0]?.text ?? ''));
  if (leaksSecret(call, options, urls, sent, files, scope))
    scope.find('secret_leaving', 'critical', `${call.program} to ${target}`);
  const rehearsal = scope.inRehearsal({ ...call, args: urls, env: new Map() });
  const level = rehearsal ? 'medium' : 'high';
  if (files.length > 0) scope.find('data_leaving', level, `${call.program} uploads to ${target}`);
  else if (method === 'DELETE') scope.find('destructive_command', level, `DELETE at ${target}`);
  else if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) {
    const onlyAsks = sent.length > 0 && sent.every(isQuery);
    if (scope.inProduction({ ...call, args: urls }) && !onlyAsks)
      scope.find('production_change', 'high', `${method} at ${target}`);
    else scope.find('data_leaving', onlyAsks ? 'medium' : level, `${method} at ${target}`);
  }
}

/** Whether the address, a header or a body takes a secret along. */
function leaksSecret(
  call: Call,
  options: Options,
  urls: readonly Value[],
  sent: readonly SentValue[],
  files: readonly Value[],
  scope: Scope,
): boolean {
  // A token in a header is how requests are made; a file put there is not.
  const headers = ['H', 'header', 'u', 'user', 'b', 'cookie', 'A', 'user-agent'].flatMap(
    name => options.values.get(name) ?? [],
  );
  return (
    urls.some(carriesSecret) ||
    headers.some(value => value.origins.has('secret')) ||
    sent.some(({ value }) => carriesSecret(value)) ||
    files.some(file => holdsSecret(file, call, scope))
  );
}

function carriesSecret(value: Value): boolean {
  return value.origins.has('secret') || value.variables.some(isSecretName);
}

function holdsSecret(file: Value, call: Call, scope: Scope): boolean {
  if (file.text === '-' || file.text === '.') return call.stdin?.origins.has('secret') ?? false;
  const path = scope.path(file);
  return isSecretPath(path) || scope.written(path)?.origins.has('secret') === true;
}

/** A question in GraphQL. */
function isQuery({ value }: SentValue): boolean {
  return /"query"\s?:/u.test(value.text.slice(0, 400)) && !/mutation/u.test(value.text);
}

/** The file that a body option names, if it does: `-d @file`, `-F name=@file`, `-T file`. */
function fileIn(name: string, value: Value): Value | null {
  if (fileBodies.has(name)) return value;
  if (
    name === 'form-string' ||
    name === 'data-raw' ||
    name.startsWith('post') ||
    name === 'body-data'
  )
    return null;
  const at =
    name === 'F' || name === 'form' || name === 'data-urlencode'
      ? value.text.search(/[=]?[@<]/u)
      : value.text.startsWith('@')
        ? 0
        : -1;
  if (at < 0) return null;
  const path = value.text.slice(at).replace(/^=?[@<]/u, '');
  return { ...value, text: path.split(';')[0] ?? path };
}

/** Where the answer goes: to the screen or a pipe, or into a file that is remembered as downloaded. */
function fetched(call: Call, options: Options, urls: readonly Value[], scope: Scope): Value {
  const content = unknown(['network']);
  const named =
    call.program === 'wget'
      ? optionValue(options, 'O', 'output-document')
      : optionValue(options, 'o', 'output');
  if (named) {
    if (named.text === '-' || named.text === '/dev/stdout') return content;
    assessWrite(scope, named, { by: call.program, replaces: true, content });
    return literal('');
  }
  const savesByName =
    call.program === 'wget'
      ? !options.flags.has('spider')
      : hasOption(options, 'O', 'remote-name', 'remote-name-all');
  if (!savesByName) return content;
  const folder = optionValue(options, 'P', 'directory-prefix', 'output-dir')?.text;
  for (const url of urls) {
    const path = url.text.split(/[?#]/u)[0] ?? '';
    const base = path.slice(path.lastIndexOf('/') + 1) || 'index.html';
    assessWrite(scope, literal(folder === undefined ? base : `${folder}/${base}`), {
      by: call.program,
      replaces: true,
      content,
    });
  }
  return literal('');
}

/** httpie: `http POST url field=value`, `http url < file`. */
export const judgeHttpie: Judge = (call, scope) => {
  const { operands } = parseOptions(call.args, {
    short: 'aAo',
    long: ['auth', 'auth-type', 'output', 'session'],
  });
  const method = /^[A-Z]{3,7}$/u.test(operands[0]?.text ?? '') ? (operands[0]?.text ?? '') : 'GET';
  const url =
    operands.find(operand => isUrl(operand.text)) ??
    operands[method === 'GET' ? 0 : 1] ??
    literal('');
  const sends =
    operands.some(operand => /^[\w-]{1,80}(:?=|@)/u.test(operand.text)) ||
    (call.stdin !== null && method !== 'GET');
  const verb = method === 'GET' && sends ? 'POST' : method;
  return judgeRequest(
    {
      ...call,
      program: 'curl',
      args: [
        literal('-X'),
        literal(verb),
        url,
        ...(call.stdin && verb !== 'GET' ? [literal('-d'), literal('@-')] : []),
      ],
    },
    scope,
  );
};

import { joined } from './own-packers.ts';
import type { Call, Scope } from './scope.ts';
import { display, literal, type Value } from './value.ts';

/** Variables whose value a later program runs as a command. */
const commands = new Set(
  (
    'BASH_ENV ENV PROMPT_COMMAND GIT_SSH_COMMAND GIT_SSH GIT_PAGER PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR MANPAGER ' +
    'GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS LESSOPEN LESSCLOSE BROWSER PSQL_PAGER KUBE_EDITOR'
  ).split(' '),
);
/** Variables that load code into a later program. */
const loaders = new Set(
  'LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5OPT PERL5DB RUBYOPT'.split(' '),
);

/** Looks at variables set for one program or for all later ones. */
export function assessEnvironment(call: Call, scope: Scope): void {
  for (const [name, value] of call.env) {
    assessVariable(name, value, scope);
    if (call.program === 'countersign' && loadsCode.test(name))
      scope.find('policy_tampering', 'critical', `${name} changes how countersign runs`);
  }
}

/** Variables by which the program that reads them runs other code, trusts others or finds other files. */
const loadsCode =
  /^(NODE_.*|LD_.*|DYLD_.*|PATH|HOME|XDG_CONFIG_HOME|OPENSSL_.*|SSL_.*|HTTPS?_PROXY|ALL_PROXY|TZ)$/iu;

/** Looks at one variable, wherever it is set. */
export function assessVariable(name: string, value: Value, scope: Scope): void {
  if (scope.own.steers(name))
    scope.find('policy_tampering', 'critical', `${display(name)} steers the approval system`);
  else if (leadsToOwn(value, scope))
    scope.find(
      'policy_tampering',
      'critical',
      `${display(name)} names a file of the approval system`,
    );
  if (commands.has(name)) {
    // `LESSOPEN='|command %s'`: the bar says that it is a pipe.
    scope.runner.text(scope, { ...value, text: value.text.replace(/^\|+-?/u, '') }, null);
  } else if (loaders.has(name) && value.text !== '') {
    scope.find('unknown_code', 'high', `${name} loads ${display(value.text)}`);
  } else if (
    name === 'NODE_OPTIONS' &&
    /(^|\s)(-r|--require|--import|--loader)/u.test(value.text)
  ) {
    scope.find('unknown_code', 'high', `${name} loads code`);
  } else if (name === 'PATH' && /(^|:)(\/tmp|\/var\/tmp|\.)(\/|:|$)/u.test(value.text)) {
    scope.find('unknown_code', 'high', 'PATH begins with a folder anyone may write to');
  } else if (
    /^HIST(FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/u.test(name) &&
    /^(\/dev\/null|0|)$/u.test(value.text)
  ) {
    scope.find('audit_tampering', 'high', `${name} is switched off`);
  }
  if (/_TLS_REJECT_UNAUTHORIZED$|^GIT_SSL_NO_VERIFY$/u.test(name)) {
    scope.find('access_change', 'medium', `${name} switches off certificate checks`);
  }
}

/** `KEY=countersign-data-keys/signing.pem program`: the program opens what the variable names. */
function leadsToOwn({ text }: Value, { own, folders, cwd }: Scope): boolean {
  if (text.length > 1024 || !own.isMentioned(text)) return false;
  return text
    .split(':', 8)
    .some(part => part.length > 3 && own.at(joined(cwd, part), folders) === 'secret');
}

/** What `export NAME=value` and a bare assignment mean for later programs. */
export function assessAssignment(text: string, scope: Scope): void {
  const equals = text.indexOf('=');
  if (equals > 0) assessVariable(text.slice(0, equals), literal(text.slice(equals + 1)), scope);
}

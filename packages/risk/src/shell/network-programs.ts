import { assessRead, assessWrite, markFilled } from './file-effects.ts';
import { isRemote } from './file-programs.ts';
import { isLocalHost, isUrl } from './hosts.ts';
import { judgeHttpie, judgeRequest } from './http-requests.ts';
import { hasOption, type Options, optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessAddress } from './text-programs.ts';
import { literal, unknown } from './value.ts';

/** Programs that copy between machines. */
const judgeRemoteCopy: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'PiFloSJcD' });
  assessProxy(call, options, scope);
  const target = options.operands.at(-1);
  if (target === undefined) return undefined;
  if (!isRemote(target.text)) {
    assessWrite(scope, target, { by: call.program, replaces: true, content: unknown(['network']) });
    return undefined;
  }
  let isSecret = false;
  for (const source of options.operands.slice(0, -1)) {
    if (
      assessRead(scope, source, call.program) ||
      scope.written(scope.path(source))?.origins.has('secret')
    )
      isSecret = true;
  }
  if (isSecret) scope.find('secret_leaving', 'critical', describe(call, `to ${target.text}`));
  scope.find(
    'data_leaving',
    scope.inRehearsal({ ...call, args: [target] }) ? 'medium' : 'high',
    describe(call, `to ${target.text}`),
  );
  if (scope.inProduction(call))
    scope.find('production_change', 'high', describe(call, `to ${target.text}`));
  return undefined;
};

function assessProxy(call: Call, options: Options, scope: Scope): void {
  for (const option of options.values.get('o') ?? []) {
    const match = /^(ProxyCommand|LocalCommand|KnownHostsCommand)[ =](.{1,2000})$/iu.exec(
      option.text,
    );
    if (match?.[2] && match[2] !== 'none') scope.runner.text(scope, literal(match[2]), null);
    if (/^StrictHostKeyChecking[ =]no/iu.test(option.text))
      scope.find('access_change', 'medium', describe(call, 'does not check the host'));
  }
}

const judgeSsh: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'BbcDEeFIiJLlmOopQRSWw', stopAtOperand: true });
  assessProxy(call, options, scope);
  const [host, ...words] = options.operands;
  if (options.flags.has('R'))
    scope.find('remote_shell', 'critical', describe(call, 'opens a reverse tunnel from outside'));
  if (
    options.flags.has('V') ||
    options.flags.has('G') ||
    options.flags.has('Q') ||
    host === undefined
  )
    return undefined;
  if (options.flags.has('L') || options.flags.has('D'))
    scope.find('access_change', 'medium', describe(call, `tunnel through ${host.text}`));
  if (call.stdin?.origins.has('secret'))
    scope.find('secret_leaving', 'critical', describe(call, host.text));
  const production = scope.mentionsProduction(host.text) || scope.context.production;
  if (words.length === 0 && !call.stdin) {
    if (!options.flags.has('N'))
      scope.find('opaque_payload', 'high', describe(call, `a session on ${host.text}`));
    return undefined;
  }
  // On the other machine nothing of this script exists, and everything counts as outside the project.
  const rehearsal = scope.inRehearsal({ ...call, args: [host] });
  const inner = scope.elsewhere(production, rehearsal);
  inner.cwd = '/remote';
  const before = scope.machine.changes;
  scope.machine.changes = false;
  const code =
    words.length > 0
      ? literal(words.map(word => word.text).join(' '))
      : (call.stdin ?? literal(''));
  scope.runner.text(inner, code, words.length > 0 ? call.stdin : null);
  const changed = scope.machine.changes;
  scope.machine.changes ||= before;
  if (changed && !rehearsal) {
    scope.find(
      production ? 'production_change' : 'deployment',
      'high',
      describe(call, `changes ${host.text}`),
    );
  }
  return unknown(['generated']);
};

const localEnd = /[:=](?:127\.0\.0\.1|localhost)\b/iu;

/** nc, ncat, socat, telnet: listening or running a program for any client is a way in. */
const judgeSocket: Judge = (call, scope) => {
  if (
    call.args.length > 0 &&
    call.args.every(arg => /^(?:-V|-h+|-\?+|--version|--help)$/u.test(arg.text))
  )
    return;
  const options = parseOptions(call.args, {
    short: 'ecgGipPqswxXT',
    long: ['exec', 'sh-exec', 'lua-exec', 'source', 'wait'],
  });
  const runs =
    hasOption(options, 'e', 'c', 'exec', 'sh-exec', 'lua-exec') ||
    call.args.some(arg => /(exec|system|shell):|^pty/iu.test(arg.text));
  for (const arg of options.operands) assessAddress(arg.text, scope, call.program);
  const isProbe = hasOption(options, 'z') && !runs;
  if (runs)
    scope.find('remote_shell', 'critical', describe(call, 'runs a program for a connection'));
  else if (
    hasOption(options, 'l', 'listen') ||
    call.args.some(
      arg => /listen/iu.test(arg.text) && !/bind=(?:127\.0\.0\.1|localhost)\b/iu.test(arg.text),
    )
  )
    scope.find('remote_shell', 'high', describe(call, 'listens for connections'));
  else if (call.stdin?.origins.has('secret'))
    scope.find('secret_leaving', 'critical', describe(call, 'sends a secret'));
  else if (
    !isProbe &&
    !options.operands.some(({ text }) => isLocalHost(text) || localEnd.test(text))
  ) {
    scope.find(
      call.stdin ? 'data_leaving' : 'remote_shell',
      'high',
      describe(call, options.operands[0]?.text ?? ''),
    );
  }
  return isProbe ? undefined : unknown(['network']);
};

function always(
  signal: Parameters<Scope['find']>[0],
  level: 'high' | 'critical',
  what: string,
): Judge {
  return (call, scope) => {
    scope.find(signal, level, describe(call, what));
    return undefined;
  };
}

const judgeDownload: Judge = (call, scope) => {
  const url = call.args.find(arg => isUrl(arg.text));
  if (url) assessAddress(url.text, scope, call.program);
  const named = optionValue(
    parseOptions(call.args, { short: 'odx', long: ['out', 'dir'] }),
    'o',
    'out',
  );
  if (named)
    assessWrite(scope, named, { by: call.program, replaces: true, content: unknown(['network']) });
  else markFilled(scope, '.', unknown(['network']));
  return unknown(['network']);
};

export const networkPrograms: Readonly<Record<string, Judge>> = {
  curl: judgeRequest,
  wget: judgeRequest,
  wget2: judgeRequest,
  curlie: judgeRequest,
  http: judgeHttpie,
  https: judgeHttpie,
  xh: judgeHttpie,
  aria2c: judgeDownload,
  axel: judgeDownload,
  lynx: call =>
    call.args.some(arg => /^-(source|dump)$/u.test(arg.text)) ? unknown(['network']) : undefined,
  scp: judgeRemoteCopy,
  sftp: judgeRemoteCopy,
  rcp: judgeRemoteCopy,
  croc: always('data_leaving', 'high', 'sends files'),
  wormhole: always('data_leaving', 'high', 'sends files'),
  ftp: always('data_leaving', 'high', 'a session with another machine'),
  lftp: always('data_leaving', 'high', 'a session with another machine'),
  tftp: always('data_leaving', 'high', 'a session with another machine'),
  ssh: judgeSsh,
  autossh: judgeSsh,
  mosh: judgeSsh,
  sshpass: (call, scope) => {
    const { operands } = parseOptions(call.args, { short: 'pfdP', stopAtOperand: true });
    return scope.runner.argv(scope, operands, call.stdin);
  },
  'ssh-copy-id': always('persistence', 'critical', 'lets a key in on another machine'),
  'ssh-keygen': (call, scope) => {
    const { flags } = parseOptions(call.args, { short: 'tbfCNPIVsDEFmOzrnWw' });
    const reads = ['l', 'F', 'B', 'y'].some(flag => flags.has(flag));
    if (flags.has('y')) scope.find('secret_access', 'high', describe(call, 'reads a private key'));
    else if (flags.has('R')) scope.change();
    else if (!reads) scope.find('new_credential', 'high', describe(call, 'makes a key'));
    return undefined;
  },
  'ssh-add': (call, scope) => {
    if (!call.args.some(arg => /^-[lL]$/u.test(arg.text))) scope.change();
    return undefined;
  },
  nc: judgeSocket,
  ncat: judgeSocket,
  netcat: judgeSocket,
  socat: judgeSocket,
  telnet: judgeSocket,
  ngrok: always('remote_shell', 'critical', 'opens remote access from outside'),
  cloudflared: always('remote_shell', 'critical', 'opens remote access from outside'),
  localtunnel: always('remote_shell', 'critical', 'opens remote access from outside'),
  lt: always('remote_shell', 'critical', 'opens remote access from outside'),
  bore: always('remote_shell', 'critical', 'opens remote access from outside'),
  chisel: always('remote_shell', 'critical', 'opens remote access from outside'),
  frpc: always('remote_shell', 'critical', 'opens remote access from outside'),
  tailscale: (call, scope) =>
    ['status', 'ip', 'ping', 'version', 'netcheck'].includes(call.args[0]?.text ?? '')
      ? undefined
      : always('access_change', 'high', 'changes who reaches this machine')(call, scope),
  nmap: always('remote_shell', 'high', 'scans other machines'),
  masscan: always('remote_shell', 'high', 'scans other machines'),
  tcpdump: always('secret_access', 'high', 'listens to the network'),
  tshark: always('secret_access', 'high', 'listens to the network'),
  mail: always('outside_message', 'high', 'sends mail'),
  mailx: always('outside_message', 'high', 'sends mail'),
  mutt: always('outside_message', 'high', 'sends mail'),
  sendmail: always('outside_message', 'high', 'sends mail'),
  swaks: always('outside_message', 'high', 'sends mail'),
  msmtp: always('outside_message', 'high', 'sends mail'),
};

import { assessWrite } from './file-effects.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { display, isKnown, literal, unknown, type Value } from './value.ts';

const judgeKill: Judge = (call, scope) => {
  const { program, args, stdin } = call;
  const options = args.filter(arg => arg.text.startsWith('-'));
  if (
    program === 'kill' &&
    (options[0]?.text === '-l' ||
      options[0]?.text === '-0' ||
      (options[0]?.text === '-s' && args[1]?.text === '0'))
  )
    return undefined;
  scope.change();
  const targets = args.filter(
    (arg, i) => !arg.text.startsWith('-') || (i > 0 && /^-[0-9]{1,7}$/u.test(arg.text)),
  );
  const isEverything =
    targets.some(target => ['1', '-1', '0'].includes(target.text)) ||
    hasOption(parseOptions(args), 'u', 'U', 'v');
  const isFed =
    targets.some(target => target.origins.has('generated') || (target.glob && !isPicked(target))) ||
    (targets.length === 0 && stdin !== null);
  if (isEverything)
    scope.find(
      'destructive_command',
      'critical',
      describe(call, 'stops the machine or all of a user'),
    );
  else if (isFed)
    scope.find(
      'destructive_command',
      'high',
      describe(call, 'stops processes that are not known beforehand'),
    );
  else if (program !== 'kill' && targets.some(target => isVital(target.text)))
    scope.find('destructive_command', 'high', describe(call, 'stops a service others use'));
  else if (scope.inProduction(call))
    scope.find('production_change', 'high', describe(call, 'stops a process in production'));
  return undefined;
};

/** What `lsof`, `pgrep` and `pidof` print is wholly unknown, but was picked by a name or a port. */
function isPicked({ text, origins }: Value): boolean {
  return text === unknown().text && origins.size === 0;
}

function isVital(name: string): boolean {
  return /^(postgres|mysqld?|mariadb|redis-server|mongod|nginx|httpd|apache2|sshd|dockerd|containerd|kubelet|systemd|java|node|python3?|auditd|rsyslogd)$|^\.\*?$/u.test(
    name,
  );
}

/** Rights of files: open to everyone, run as root, or not the project's. */
const judgeMode: Judge = (call, scope) => {
  const options = parseOptions(call.args.filter(arg => !/^-[rwxst]{1,4}$/u.test(arg.text)));
  const [mode, ...targets] = options.operands;
  const recursive = hasOption(options, 'R', 'recursive');
  scope.change();
  if (mode === undefined) return undefined;
  const octal = /^[0-7]{3,4}$/u.test(mode.text) ? mode.text.padStart(4, '0') : null;
  const opens = octal
    ? /[2367]$/u.test(octal)
    : /(^|,)(a|o|ugo)[+=][a-z]{0,4}w/u.test(mode.text) || /^\+?w$/u.test(mode.text);
  const setsId = octal ? /^[2467]/u.test(octal) : /[ug+]s/u.test(mode.text);
  if (setsId)
    scope.find(
      'privilege',
      'critical',
      describe(call, 'lets a file run with the rights of its owner'),
    );
  for (const target of targets) {
    const { place } = scope.path(target);
    const shown = describe(call, `${mode.text} ${target.text}`);
    if (place === 'system' || place === 'root' || place === 'device')
      scope.find('access_change', 'high', shown);
    else if (opens && place !== 'temp')
      scope.find('access_change', place === 'project' && !recursive ? 'medium' : 'high', shown);
    else if (recursive && (place === 'outside' || place === 'home' || place === 'unknown'))
      scope.find('access_change', 'high', shown);
  }
  return undefined;
};

const judgeOwner: Judge = (call, scope) => {
  const options = parseOptions(call.args, { long: ['from', 'reference'] });
  const [, ...targets] = options.operands;
  const isOwn =
    targets.length > 0 &&
    targets.every(target => ['project', 'temp'].includes(scope.path(target).place));
  scope.find('access_change', isOwn ? 'medium' : 'high', describe(call, targets[0]?.text ?? ''));
  return undefined;
};

/** A program of which some subcommands only look. */
function readsExcept(
  reads: string,
  signal: Parameters<Scope['find']>[0],
  level: 'high' | 'critical',
): Judge {
  const allowed = new Set(reads.split(' '));
  return (call, scope) => {
    const word = call.args.find(arg => !arg.text.startsWith('-'))?.text ?? call.args[0]?.text ?? '';
    if (!allowed.has(word)) scope.find(signal, level, describe(call, word));
    return undefined;
  };
}

function always(
  signal: Parameters<Scope['find']>[0],
  level: 'medium' | 'high' | 'critical',
  what: string,
): Judge {
  return (call, scope) => {
    scope.find(signal, level, describe(call, what));
    return undefined;
  };
}

const judgeSystemctl: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'tHMn',
    long: ['type', 'host', 'lines', 'state'],
  });
  const verb = options.operands[0]?.text ?? 'list-units';
  const unit = options.operands[1]?.text ?? '';
  if (/^(status|show|cat|list-.*|is-.*|get-default|help|show-environment)$/u.test(verb))
    return undefined;
  if (
    /audit|syslog|journal|falco|osquery|crowdstrike|falcon|wazuh|defender|apparmor|firewalld|ufw/u.test(
      unit,
    ) &&
    /stop|disable|mask|kill/u.test(verb)
  )
    scope.find('audit_tampering', 'critical', describe(call, `${verb} ${unit}`));
  else if (/^(enable|link|add-wants|edit|preset|set-default)$/u.test(verb))
    scope.find('persistence', 'high', describe(call, `${verb} ${unit}`));
  else if (options.flags.has('user') && /^(start|restart|daemon-reload)$/u.test(verb))
    scope.change();
  else {
    const isRoutine =
      /^(re)?start$|^reload/u.test(verb) &&
      scope.context.rehearsal === true &&
      !scope.inProduction(call);
    scope.find(
      'destructive_command',
      isRoutine ? 'medium' : 'high',
      describe(call, `${verb} ${unit}`),
    );
  }
  return undefined;
};

const judgeCrontab: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'u' });
  if (options.flags.has('l')) return undefined;
  const removes = options.flags.has('r');
  scope.find(
    removes ? 'destructive_command' : 'persistence',
    removes ? 'high' : 'critical',
    describe(call, 'changes what runs later'),
  );
  if (call.stdin && isKnown(call.stdin)) scope.change();
  return undefined;
};

const judgeJournal: Judge = (call, scope) => {
  if (call.args.some(arg => /^--(vacuum|rotate|flush|relinquish)/u.test(arg.text)))
    scope.find('audit_tampering', 'high', describe(call, 'removes logs'));
  return undefined;
};

const judgeSysctl: Judge = (call, scope) => {
  if (
    call.args.some(
      arg =>
        arg.text === '-w' ||
        arg.text === '-p' ||
        (arg.text.includes('=') && !arg.text.startsWith('-')),
    )
  )
    scope.find('system_file', 'high', describe(call, 'changes the kernel'));
  return undefined;
};

const judgeMount: Judge = (call, scope) => {
  if (call.args.length > 0 && call.args[0]?.text !== '-l')
    scope.find('privilege', 'high', describe(call, call.args.at(-1)?.text ?? ''));
  return undefined;
};

const judgeSu: Judge = (call, scope) => {
  const options = parseOptions(call.args, { short: 'cgGs', long: ['command', 'shell', 'group'] });
  scope.find('privilege', 'high', describe(call, options.operands[0]?.text ?? 'root'));
  const code = optionValue(options, 'c', 'command');
  return code ? scope.runner.text(scope, code, call.stdin) : undefined;
};

const judgeSwitch: Judge = (call, scope) => {
  const text = call.args.map(arg => arg.text).join(' ');
  if (/^(0|permissive)$/iu.test(text))
    scope.find('audit_tampering', 'high', describe(call, 'switches a protection off'));
  return undefined;
};

/** iptables, nft, ufw, firewall-cmd, tc: looking is `-L`, `-S`, `list`, `status`. */
const judgeFirewall: Judge = (call: Call, scope) => {
  const reads = call.args.some(arg =>
    /^(-L|-S|--list.*|list|status|show|--state|--get.*|-n?L.*|-vnL|-nvL)$/u.test(arg.text),
  );
  if (!reads) scope.find('access_change', 'high', describe(call, call.args[0]?.text ?? ''));
  return undefined;
};

const judgeSchtasks: Judge = (call, scope) => {
  if (!call.args.some(arg => /^\/query$/iu.test(arg.text)))
    scope.find('persistence', 'high', describe(call, 'changes what runs later'));
  return undefined;
};

const judgeOpen: Judge = (_call, scope) => {
  scope.change();
  return literal('');
};

const judgeAttributes: Judge = (call, scope) => {
  const targets: readonly Value[] = parseOptions(call.args).operands;
  for (const target of targets.slice(1))
    assessWrite(scope, target, { by: call.program, replaces: false });
  scope.find('access_change', 'high', describe(call, display(targets.at(-1)?.text ?? '')));
  return undefined;
};

function table(names: string, judge: Judge): Readonly<Record<string, Judge>> {
  return Object.fromEntries(names.split(' ').map(name => [name, judge]));
}

export const machinePrograms: Readonly<Record<string, Judge>> = {
  ...table('kill pkill killall skill xkill', judgeKill),
  chmod: judgeMode,
  ...table('chown chgrp', judgeOwner),
  ...table('setfacl chattr setcap icacls takeown cacls chcon', judgeAttributes),
  systemctl: judgeSystemctl,
  service: (call, scope) =>
    call.args[1]?.text === 'status'
      ? undefined
      : always('destructive_command', 'high', call.args[0]?.text ?? '')(call, scope),
  launchctl: readsExcept('list print blame', 'persistence', 'high'),
  crontab: judgeCrontab,
  ...table('at batch', always('persistence', 'high', 'runs something later')),
  schtasks: judgeSchtasks,
  journalctl: judgeJournal,
  dmesg: (call, scope) =>
    call.args.some(arg => /^(-c|-C|--clear)$/u.test(arg.text))
      ? always('audit_tampering', 'high', 'clears the log')(call, scope)
      : undefined,
  logrotate: always('audit_tampering', 'high', 'rotates logs'),
  auditctl: readsExcept('-l -s -v', 'audit_tampering', 'critical'),
  wevtutil: readsExcept('qe el gl gli', 'audit_tampering', 'critical'),
  ...table('setenforce aa-disable aa-complain aa-teardown', judgeSwitch),
  ...table(
    'aa-disable aa-complain aa-teardown',
    always('audit_tampering', 'high', 'switches a protection off'),
  ),
  csrutil: readsExcept('status', 'audit_tampering', 'high'),
  spctl: readsExcept('--status --assess', 'audit_tampering', 'high'),
  ...table('iptables ip6tables nft ufw firewall-cmd pfctl ipset tc netsh', judgeFirewall),
  ip: (call, scope) =>
    call.args.some(arg => /^(add|del|delete|set|flush|replace|change)$/u.test(arg.text))
      ? always('access_change', 'high', 'changes the network')(call, scope)
      : undefined,
  ...table('route ifdown ifup', always('access_change', 'high', 'changes the network')),
  ...table(
    'shutdown reboot halt poweroff init telinit kexec',
    always('destructive_command', 'critical', 'stops the machine'),
  ),
  ...table(
    'swapoff swapon umount modprobe insmod rmmod losetup',
    always('privilege', 'high', 'changes the machine'),
  ),
  mount: judgeMount,
  sysctl: judgeSysctl,
  su: judgeSu,
  sg: judgeSu,
  ...table(
    'useradd adduser usermod userdel deluser groupadd groupdel gpasswd chage passwd chpasswd visudo vipw vigr newgrp chsh chfn dscl pwck',
    always('access_change', 'critical', 'changes users or their rights'),
  ),
  defaults: readsExcept('read read-type domains find', 'system_file', 'high'),
  puppet: (call, scope) =>
    call.args.some(
      ({ text }) => text === '--noop' || /^(?:lookup|facts|parser|--version)$/u.test(text),
    )
      ? undefined
      : always('deployment', 'high', 'applies a configuration')(call, scope),
  sudoedit: always('privilege', 'high', 'edits as root'),
  visudo: always('own_rights', 'critical', 'changes who may become root'),
  ...table(
    'update-alternatives ldconfig update-grub grub-install update-initramfs hostnamectl timedatectl localectl hwclock nvram bless',
    always('system_file', 'high', 'changes the machine'),
  ),
  ...table('open xdg-open start pbcopy xclip xsel wl-copy notify-send say', judgeOpen),
  net: (call, scope) =>
    call.args.some(arg => /^\/(add|delete)$|^(stop|start|share)$/iu.test(arg.text))
      ? always('access_change', 'high', 'changes users, shares or services')(call, scope)
      : undefined,
  reg: readsExcept('query', 'system_file', 'high'),
  ...table(
    'diskpart format bcdedit vssadmin diskutil cipher',
    readsExcept('list info', 'destructive_command', 'critical'),
  ),
  rd: always('destructive_command', 'critical', 'removes a folder'),
  gcore: always('secret_access', 'high', 'dumps the memory of a process'),
};

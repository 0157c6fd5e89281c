import type { OptionGrammar } from './options.ts';

/** A program whose arguments are, after its own options, another command line. */
export interface Wrapper extends OptionGrammar {
  /** Operands of its own before the command, e.g. the duration of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` words before the command set its environment. */
  readonly assigns?: boolean;
  /** Runs the command with other rights. */
  readonly privileged?: boolean;
  /** Options whose value is the folder that the command runs in. */
  readonly folder?: readonly string[];
  /** Options whose value is itself shell source. */
  readonly code?: readonly string[];
  /** The operands are shell source each, rather than one command line. */
  readonly sources?: boolean;
  /** Without a command this is a plain read. */
  readonly readsAlone?: boolean;
  /** A separator before the command, e.g. `--`; everything before it is ignored. */
  readonly after?: string;
}

/** Prefixes by name. What is not listed here is not looked through, and so counts as an unknown program. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    short: 'ugphCrtTUDR',
    long: ['user', 'group', 'prompt', 'host', 'chdir', 'chroot', 'role', 'type'],
    folder: ['D', 'chdir'],
    assigns: true,
    privileged: true,
  },
  doas: { short: 'uC', assigns: true, privileged: true },
  pkexec: { long: ['user'], privileged: true },
  gosu: { operands: 1, privileged: true },
  'su-exec': { operands: 1, privileged: true },
  runuser: { short: 'ugG', long: ['user'], code: ['c', 'command'], privileged: true },
  env: {
    short: 'uC',
    long: ['unset', 'chdir'],
    folder: ['C', 'chdir'],
    assigns: true,
    code: ['S', 'split-string'],
    readsAlone: true,
  },
  nice: { short: 'n', long: ['adjustment'] },
  ionice: { short: 'cnpPu', long: ['class', 'classdata'] },
  nohup: {},
  setsid: {},
  stdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  time: { short: 'fo', long: ['format', 'output'] },
  gtime: { short: 'fo', long: ['format', 'output'] },
  timeout: { short: 'sk', long: ['signal', 'kill-after'], operands: 1 },
  gtimeout: { short: 'sk', long: ['signal', 'kill-after'], operands: 1 },
  chronic: {},
  unbuffer: {},
  caffeinate: { short: 'tw' },
  watch: { short: 'n', long: ['interval'], sources: true },
  strace: { short: 'oepPsuabIOSX', long: ['output'] },
  ltrace: { short: 'oepsunlaD' },
  perf: { operands: 1, short: 'oeFpt' },
  valgrind: {},
  flock: {
    short: 'wEc',
    long: ['timeout', 'wait', 'command'],
    operands: 1,
    code: ['c', 'command'],
  },
  chroot: { long: ['userspec', 'groups'], operands: 1, privileged: true },
  nsenter: { short: 'tSGrw', long: ['target'], privileged: true },
  unshare: { short: 'SGRw' },
  fakeroot: {},
  proot: { short: 'rbwq' },
  firejail: {},
  bwrap: { after: '--' },
  taskset: { short: 'p', operands: 1 },
  numactl: { short: 'NmCpi' },
  prlimit: { short: 'p' },
  setpriv: { long: ['reuid', 'regid', 'groups'] },
  setarch: { operands: 1 },
  'systemd-run': {
    short: 'puMGtE',
    long: ['unit', 'property', 'uid', 'gid', 'on-calendar', 'on-active', 'working-directory'],
    folder: ['working-directory'],
    privileged: true,
  },
  script: { short: 'cIOBtm', long: ['command'], code: ['c', 'command'], readsAlone: true },
  'xvfb-run': { short: 'enslfpw', long: ['server-args', 'server-num'] },
  'dbus-run-session': { after: '--' },
  command: {},
  builtin: {},
  exec: { short: 'a' },
  busybox: {},
  toybox: {},
  coproc: {},
  dotenv: { short: 'efvc', after: '--' },
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true, sources: true },
  'env-cmd': { short: 'fer', long: ['file', 'environments'] },
  doppler: { after: '--' },
  op: { after: '--' },
  infisical: { after: '--' },
  chamber: { after: '--' },
  'aws-vault': { after: '--' },
  'aws-okta': { after: '--' },
  teller: { after: '--' },
  envconsul: { after: '--' },
  direnv: { operands: 2 },
  entr: {},
  watchexec: { short: 'ewidsf', long: ['exts', 'watch', 'ignore'] },
  concurrently: { short: 'nckp', long: ['names', 'prefix-colors', 'prefix'], sources: true },
  hyperfine: {
    short: 'wmMrpsnc',
    long: [
      'warmup',
      'min-runs',
      'runs',
      'prepare',
      'setup',
      'cleanup',
      'export-json',
      'export-markdown',
    ],
    sources: true,
    code: ['p', 'prepare', 's', 'setup', 'c', 'cleanup'],
  },
  'start-stop-daemon': { after: '--' },
  'nix-shell': {
    short: 'pI',
    long: ['run', 'command', 'packages'],
    code: ['run', 'command'],
    readsAlone: true,
  },
  retry: { short: 'tdn' },
  'wait-for-it': { after: '--' },
  'dumb-init': { after: '--' },
  tini: { after: '--' },
  catchsegv: {},
  rlwrap: {},
  parallel: {
    short: 'jNnISaLdPX',
    long: ['jobs', 'arg-file', 'delay', 'joblog', 'timeout', 'colsep', 'max-args', 'wd', 'workdir'],
    folder: ['wd', 'workdir'],
    readsAlone: true,
  },
  rush: { short: 'j' },
};

import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../signals.ts';
import { assessRemoval } from './file-effects.ts';
import { isUrl } from './hosts.ts';
import { isKnownProgram } from './program-names.ts';
import type { Scope } from './scope.ts';
import { display, isKnown, literal, unknown, type Value } from './value.ts';

interface WindowsRow {
  readonly programs: ReadonlySet<string>;
  /** What the arguments must say, joined by spaces. Without it the program alone says it. */
  readonly when?: RegExp;
  readonly signal: SignalName;
  readonly level: RiskLevel;
}

const row = (
  programs: string,
  signal: SignalName,
  level: RiskLevel,
  when?: RegExp,
): WindowsRow => ({
  programs: new Set(programs.split(' ')),
  signal,
  level,
  ...(when === undefined ? {} : { when }),
});

/** Programs of Windows that no table of the shell knows. Ordered: the first row that fits is reported. */
const rows: readonly WindowsRow[] = [
  row(
    'wevtutil auditpol',
    'audit_tampering',
    'critical',
    /\b(cl|clear-log|sl|set-log|\/clear|\/remove|\/set)\b/iu,
  ),
  row(
    'vssadmin wbadmin bcdedit diskpart format cipher fsutil diskshadow',
    'destructive_command',
    'critical',
    /\b(delete|resize|\/set|\/w|clean|format|setzerodata|usn|[a-z]:)/iu,
  ),
  row('diskpart format', 'destructive_command', 'critical'),
  row('schtasks at', 'persistence', 'critical', /\/(create|change)|\d{1,2}:\d\d/iu),
  row('sc', 'persistence', 'critical', /\b(create|config)\b/iu),
  row('sc net', 'destructive_command', 'high', /\b(stop|delete)\b/iu),
  row(
    'net',
    'access_change',
    'critical',
    /\b(user|localgroup|group|accounts)\b.*\/(add|delete|active|domain)/iu,
  ),
  row('net', 'access_change', 'high', /\bshare\b.*=/iu),
  row('netsh', 'access_change', 'high', /\b(add|set|delete|reset|off|disable)\b/iu),
  row('reg regedit', 'persistence', 'high', /\b(add|delete|import|load|restore|\/s)\b/iu),
  row(
    'icacls cacls takeown',
    'access_change',
    'high',
    /\/(grant|setowner|f|reset|remove|inheritance|g|e)/iu,
  ),
  row('shutdown taskkill tskill logoff', 'destructive_command', 'high'),
  row('wmic', 'destructive_command', 'high', /\b(delete|call|terminate|create|uninstall)\b/iu),
  row(
    'mshta regsvr32 rundll32 installutil msbuild cscript wscript',
    'remote_code',
    'critical',
    /https?:|\.sct|javascript:|vbscript:/iu,
  ),
  row('rundll32 regsvr32 mshta', 'unknown_code', 'high'),
  row('dism', 'access_change', 'high', /\/(disable-feature|remove|enable-feature)/iu),
  row('manage-bde', 'access_change', 'high', /-(off|disable|pause|unlock)/iu),
  row('runas psexec', 'privilege', 'high'),
  row(
    'robocopy',
    'destructive_command',
    'high',
    /^(?!.*\s\/l(?:\s|$)).*\/(?:mir|purge|move|mov)\b/iu,
  ),
];

const removing: ReadonlySet<string> = new Set(['del', 'erase', 'rd', 'rmdir']);
/** What only shows something, or changes the screen. */
const showing: ReadonlySet<string> = new Set(
  `dir type echo cls ver vol path set cd chdir pushd popd title color prompt tree where findstr find more sort fc comp tasklist
  systeminfo ipconfig hostname whoami driverquery getmac nslookup ping tracert netstat assoc ftype rem pause timeout exit
  setlocal endlocal chcp date time help if for goto call start`.split(/\s+/),
);

/** Runs a program of Windows, as far as it can be told. */
export function runWindowsProgram(
  scope: Scope,
  name: string,
  args: readonly Value[],
  stdin: Value | null,
): Value {
  const program = name
    .slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf('/')) + 1)
    .toLowerCase()
    .replace(/\.(exe|com|bat|cmd)$/u, '');
  const written = scope.written(scope.path(literal(name)));
  if (written?.origins.has('network')) {
    scope.find('remote_code', 'critical', `runs ${display(name)}, which was downloaded`);
    return unknown();
  }
  if (removing.has(program)) return removed(scope, program, args);
  const line = args.map(({ text }) => text).join(' ');
  if (isDownload(program, line)) return downloaded(scope, args);
  const found = rows.find(
    ({ programs, when }) => programs.has(program) && (when?.test(line) ?? true),
  );
  if (found !== undefined) {
    scope.change();
    scope.find(found.signal, found.level, `${program} ${display(line)}`);
    return unknown();
  }
  if (program === 'start') return started(scope, args, stdin);
  if (showing.has(program) && !isKnownProgram(program)) return unknown();
  return scope.runner.argv(scope, [literal(program), ...args], stdin);
}

/** `start /b program args`: a title and switches come first. What it opens may be a page or a folder. */
function started(scope: Scope, args: readonly Value[], stdin: Value | null): Value {
  const [first, ...rest] = args.filter(({ text }) => !/^\/\w{1,12}$|^"{0,2}$/u.test(text));
  if (first === undefined || !/\.(?:exe|com|bat|cmd|ps1|vbs|js|msi|scr)$/iu.test(first.text))
    return unknown();
  if (isKnown(first)) return runWindowsProgram(scope, first.text, rest, stdin);
  const downloaded = [...scope.machine.files.values()].some(file => file.origins.has('network'));
  scope.find(
    downloaded ? 'remote_code' : 'opaque_payload',
    downloaded ? 'critical' : 'high',
    `starts ${display(first.text)}`,
  );
  return unknown();
}

function removed(scope: Scope, program: string, args: readonly Value[]): Value {
  const paths = args.filter(({ text }) => !/^[/-][a-z]+(:.*)?$/iu.test(text));
  const recursive =
    program.startsWith('r') || args.some(({ text }) => /^[/-](s|r|recurse)$/iu.test(text));
  const targets = paths.map(value => ({ ...value, text: value.text.replaceAll('\\', '/') }));
  assessRemoval(scope, targets.length > 0 ? targets : [unknown()], { by: program, recursive });
  return unknown();
}

function isDownload(program: string, line: string): boolean {
  if (program === 'certutil') return /urlcache|verifyctl/iu.test(line);
  return program === 'bitsadmin' && /\/transfer|\/addfile/iu.test(line);
}

/** The file that a download lands in is known by its last word. */
function downloaded(scope: Scope, args: readonly Value[]): Value {
  const target = args.findLast(({ text }) => !isUrl(text) && !/^[/-][a-z]*$/iu.test(text));
  if (target !== undefined && scope.machine.files.size < 1000)
    scope.machine.files.set(scope.path(target).text, unknown(['network']));
  return unknown(['network']);
}

import type { RiskLevel } from '@countersign/protocol/value';
import { atLeastHigh } from '../finding.ts';
import type { SignalName } from '../signals.ts';
import { assessRead, assessRemoval, assessWrite, markFilled } from './file-effects.ts';
import { isKnownProgram } from './program-names.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessOperands } from './text-programs.ts';
import { display, isKnown, joinValues, literal, unknown, type Value } from './value.ts';

/** Cmdlets that may stand in a command line without saying that it is PowerShell. */
const cmdlet = /^[a-z]{2,12}-[a-z]{3,40}$/u;
const aliases: Readonly<Record<string, string>> = {
  iwr: 'invoke-webrequest',
  irm: 'invoke-restmethod',
  iex: 'invoke-expression',
  ri: 'remove-item',
  gc: 'get-content',
  gci: 'get-childitem',
  sls: 'select-string',
  saps: 'start-process',
  spps: 'stop-process',
};
const nouns =
  /-(item|itemproperty|childitem|content|process|service|computer|webrequest|restmethod|expression|executionpolicy|object|string|eventlog|winevent|location|path|host|output|command|module|scheduledtask|localuser|localgroupmember|aduser|adgroupmember|mppreference|psremoting|volume|disk|partition|vm|recyclebin|history|secret|credential|file|csv|json|xml|table|list|variable|job|date|acl|netfirewallrule|netfirewallprofile|bitstransfer|mailmessage|date|random|help|member|wmiobject|ciminstance|hotfix|dnsname|connection|netconnection|archive|azresourcegroup|azvm|adcomputer|mailbox)$/u;
const reading =
  /^(get|select|where|sort|measure|write|test|resolve|convertto|convertfrom|compare|group|join|split|foreach|show|find|trace|wait|read|format-(table|list|wide|custom|hex)|out-(string|host|null|gridview|default))(-|$)/u;

/** The judge of a cmdlet, if the name is one. */
export function cmdletJudge(program: string): Judge | undefined {
  if (Object.hasOwn(aliases, program)) return judgeCmdlet;
  const isCmdlet = cmdlet.test(program) && (nouns.test(program) || changing.test(program));
  return isCmdlet && !isKnownProgram(program) ? judgeCmdlet : undefined;
}

/** Verbs of cmdlets that change something, with a noun as long as those of modules: `Set-MsolUserPassword`. */
const changing =
  /^(?:set|new|remove|clear|disable|enable|reset|grant|revoke|restore|unregister|uninstall|suspend|publish)-[a-z][a-z0-9]{6,39}$/u;

/** What only PowerShell knows by these names; in another shell they are programs or nothing. */
const powershellAliases: Readonly<Record<string, string>> = {
  ...aliases,
  rm: 'remove-item',
  del: 'remove-item',
  erase: 'remove-item',
  rd: 'remove-item',
  rmdir: 'remove-item',
  clc: 'clear-content',
  sc: 'set-content',
  ac: 'add-content',
  kill: 'stop-process',
  icm: 'invoke-command',
  ls: 'get-childitem',
  dir: 'get-childitem',
  cat: 'get-content',
  type: 'get-content',
  curl: 'invoke-webrequest',
  wget: 'invoke-webrequest',
  cp: 'copy-item',
  copy: 'copy-item',
  mv: 'move-item',
  move: 'move-item',
  ren: 'rename-item',
  ni: 'new-item',
  echo: 'write-output',
  where: 'where-object',
  '?': 'where-object',
  foreach: 'foreach-object',
  '%': 'foreach-object',
  select: 'select-object',
  sort: 'sort-object',
  measure: 'measure-object',
  ft: 'format-table',
  fl: 'format-list',
  group: 'group-object',
  tee: 'tee-object',
  ps: 'get-process',
  gps: 'get-process',
  gsv: 'get-service',
  gi: 'get-item',
  pwd: 'get-location',
  cd: 'set-location',
};

/** The cmdlet that a name means in PowerShell; null for a program. */
export function canonicalCmdlet(name: string): string | null {
  const lower = name.toLowerCase().replace(/^[\w.]{1,80}\\/u, '');
  if (Object.hasOwn(powershellAliases, lower)) return powershellAliases[lower] ?? null;
  return /^[a-z]{2,16}-[a-z][a-z0-9]{1,60}$/u.test(lower) && !isKnownProgram(lower) ? lower : null;
}

/** Judges a cmdlet of a script that is known to be PowerShell. */
export function judgeCmdletCall(
  scope: Scope,
  name: string,
  args: readonly Value[],
  stdin: Value | null,
): Value | undefined {
  const call: Call = { program: name, args, stdin, env: new Map() };
  return judgeCmdlet(call, scope);
}

/** True if a text that is no shell grammar begins one of its commands with a cmdlet. */
export function looksLikeCmdlets(source: string): boolean {
  return source
    .slice(0, 16_384)
    .split(/[|;&{}\n(=]/u)
    .slice(0, 200)
    .some(stage => cmdletJudge(stage.trim().split(/\s/u)[0]?.toLowerCase() ?? '') !== undefined);
}

interface Arguments {
  readonly named: ReadonlyMap<string, Value>;
  readonly operands: readonly Value[];
}

const switches =
  /^(recurse|force|verbose|whatif|confirm|passthru|usebasicparsing|append|nonewline|wait|asjob|raw|noprofile|directory|file|hidden)$/u;

/** `-Name value` and switches, in any case, and operands between them. */
function argumentsOf(call: Call): Arguments {
  const named = new Map<string, Value>();
  const operands: Value[] = [];
  for (let i = 0; i < call.args.length && i < 500; i++) {
    const arg = call.args[i];
    if (arg === undefined) break;
    if (!/^-[A-Za-z]/u.test(arg.text)) {
      operands.push(arg);
      continue;
    }
    const name = arg.text.slice(1).toLowerCase().replace(/:.*$/u, '');
    const next = call.args[i + 1];
    // `-WhatIf:$false` says no to the switch.
    if (switches.test(name) && next?.text === 'false') {
      i++;
      continue;
    }
    const isSwitch = switches.test(name) || next === undefined || next.text.startsWith('-');
    named.set(name, isSwitch ? literal('') : next);
    if (!isSwitch) i++;
  }
  return { named, operands };
}

/** What `Get-ChildItem` hands on: everything below the paths it is given. */
function listed(name: string, args: Arguments): Value | undefined {
  if (name !== 'get-childitem' && name !== 'get-item') return undefined;
  const paths = args.named.get('path') ?? args.named.get('literalpath');
  const given = [...(paths === undefined ? [] : [paths]), ...args.operands];
  return given.length === 0 || !given.every(isKnown) ? undefined : joinValues(given, ',');
}

function pathsIn(value: Value): readonly Value[] {
  return value.text
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => ({ ...value, text }));
}

/** One call of a cmdlet. */
interface Cmdlet {
  readonly call: Call;
  readonly scope: Scope;
  readonly name: string;
  readonly args: Arguments;
  /** What it acts on, by its parameter or its place. */
  readonly path: Value | undefined;
  readonly shown: string;
}

const judgeCmdlet: Judge = (call, scope) => {
  const name = aliases[call.program] ?? call.program;
  const args = argumentsOf(call);
  const shown = describe(call, args.operands[0]?.text ?? '');
  if (/-(secret|credential|storedcredential)$/u.test(name)) {
    scope.find('secret_access', 'high', shown);
    return unknown(['secret']);
  }
  if (reading.test(name)) {
    assessOperands(call, scope);
    return listed(name, args) ?? (name === 'where-object' ? (call.stdin ?? undefined) : undefined);
  }
  if (args.named.has('whatif')) return undefined;
  scope.change();
  const path = args.named.get('path') ?? args.named.get('literalpath') ?? args.operands[0];
  const row = cmdlets.find(([pattern]) => pattern.test(name));
  if (row !== undefined) return row[1]({ call, scope, name, args, path, shown });
  judgeOther(call, name, args, scope);
  return undefined;
};

/** Cmdlets whose effect is that of a program. The first row that fits judges. */
const cmdlets: readonly (readonly [name: RegExp, judge: (cmdlet: Cmdlet) => Value | undefined])[] =
  [
    [/^remove-item$/u, judgeRemoveItem],
    [
      /^(clear|remove|limit)-(eventlog|winevent|history)$/u,
      ({ scope, shown }) => {
        scope.find('audit_tampering', 'critical', shown);
        return undefined;
      },
    ],
    [/^invoke-(webrequest|restmethod)$/u, ({ call, args, scope }) => requested(call, args, scope)],
    [/^invoke-expression$/u, judgeExpression],
    [/^start-process$/u, judgeStart],
    [/^(set-content|add-content|out-file|new-item|clear-content)$/u, judgeContent],
    [/^(copy|move|rename)-item$/u, judgeCopy],
  ];

function judgeRemoveItem({ call, scope, args, path }: Cmdlet): undefined {
  const targets = args.named.has('path') || args.named.has('literalpath') ? [] : args.operands;
  const all = [...targets, ...(targets.length === 0 && path ? [path] : [])].flatMap(pathsIn);
  const piped = call.stdin !== null && isKnown(call.stdin) ? pathsIn(call.stdin) : [];
  const known = all.length > 0 ? all : piped;
  assessRemoval(scope, known.length > 0 ? known : [unknown()], {
    by: 'Remove-Item',
    recursive: args.named.has('recurse'),
  });
}

function judgeExpression({ call, scope, args, shown }: Cmdlet): undefined {
  const code = call.stdin ?? args.operands[0] ?? unknown();
  if (code.origins.has('network')) scope.find('remote_code', 'critical', shown);
  else scope.find('opaque_payload', 'high', describe(call, 'runs text as code'));
}

function judgeStart({ scope, args, shown }: Cmdlet): undefined {
  const program = args.named.get('filepath') ?? args.operands[0];
  const given = args.named.get('argumentlist') ?? args.operands[1];
  if (args.named.has('verb')) scope.find('privilege', 'high', shown);
  if (program) scope.runner.argv(scope, [program, ...(given ? [given] : [])], null);
}

function judgeContent({ call, scope, name, args, path }: Cmdlet): undefined {
  const target = args.named.get('filepath') ?? path;
  if (target)
    assessWrite(scope, target, {
      by: name,
      replaces: name !== 'add-content' && name !== 'new-item',
      empties: name === 'clear-content',
      ...(name === 'clear-content' ? {} : { content: call.stdin ?? unknown() }),
    });
}

function judgeCopy({ scope, name, args, path }: Cmdlet): undefined {
  const target = args.named.get('destination') ?? args.operands.at(-1);
  if (path) assessRead(scope, path, name);
  if (target) assessWrite(scope, target, { by: name, replaces: true });
}

/**
 * A cmdlet is a tool with named parameters: `Set-Mailbox -ForwardingSmtpAddress x` and `New-NetFirewallRule`. What
 * comes out of a pipe is as many as it was told to find.
 */
function judgeAsTool(call: Call, name: string, args: Arguments, scope: Scope): void {
  const parameters: Record<string, string | boolean> = {};
  for (const [key, value] of args.named) parameters[key] = value.text === '' ? true : value.text;
  if (call.stdin !== null) parameters['filter'] = '*';
  for (const text of [parameters['query'], parameters['commandtext']])
    if (typeof text === 'string')
      for (const found of scope.context.assessSql(text, scope.context.production).findings)
        scope.find(found.signal, found.level, found.evidence);
  for (const [key, { text }] of args.named)
    if (/copyto|forward|redirect/u.test(key) && text.includes('@'))
      scope.find('data_leaving', 'high', `${name} sends mail on to ${display(text)}`);
  const tool = wordsOfCmdlet(name);
  const found = scope.context.assessTool?.(tool, parameters, scope.context.production) ?? [];
  const grave = found.filter(atLeastHigh);
  for (const { signal, level, evidence } of grave)
    scope.find(signal, level, `${name}: ${evidence}`);
  if (grave.length === 0) scope.find('unknown_code', 'medium', describe(call, name));
}

/** `new-netfirewallrule` with the words of its noun apart, as far as they are known. */
function wordsOfCmdlet(name: string): string {
  return name
    .replace(
      /^([a-z]+)-(ad|az|aad|mg|net|vm|sql|exo|iis|ec2|s3|iam|rds|cs|spo)(?=[a-z]{3})/u,
      '$1_$2_',
    )
    .replaceAll(
      /(firewall|rule|mailbox|account|policy|permission|member|group|user|password|forwarding|connector|transport|database|role|assignment|resource|storage|container|secret|key|vault|certificate|license|device|backup|snapshot|server|service|cluster)(?=[a-z])/gu,
      '$1_',
    )
    .replaceAll('-', '_');
}

/** By its verb and noun where their meaning is known by itself, else as the tool that it is. */
function judgeOther(call: Call, name: string, args: Arguments, scope: Scope): void {
  const found = verbRows.find(([pattern]) => pattern.test(name));
  if (found === undefined) judgeAsTool(call, name, args, scope);
  else scope.find(found[1], found[2], describe(call, args.operands[0]?.text ?? ''));
}

const verbRows: readonly (readonly [name: RegExp, signal: SignalName, level: RiskLevel])[] = [
  [
    /^(set|add)-(executionpolicy|localgroupmember|adgroupmember|acl)|^new-(localuser|aduser)|^enable-psremoting|^(disable|remove|set)-netfirewall/u,
    'access_change',
    'high',
  ],
  [
    /^(set|add)-mppreference$|^(clear|limit|remove)-(eventlog|winevent)/u,
    'audit_tampering',
    'critical',
  ],
  [
    /^(register-scheduledtask|new-service|(set|new)-itemproperty|set-service|new-scheduledtask)$/u,
    'persistence',
    'high',
  ],
  [
    /^(remove|clear|format|initialize|uninstall|unregister|reset)-/u,
    'destructive_command',
    'critical',
  ],
  [/^(stop|restart|suspend|disable|block|revoke|lock|dismount)-/u, 'destructive_command', 'high'],
  [/^enter-|^invoke-(command|item|method|cimmethod|wmimethod)$/u, 'opaque_payload', 'high'],
  [/^send-/u, 'outside_message', 'high'],
  [/^(grant|unlock|unblock|approve)-/u, 'access_change', 'high'],
];

/** A request fetches something, or sends something when it has a body. */
function requested(call: Call, args: Arguments, scope: Scope): Value {
  const file = args.named.get('outfile');
  if (file) markFilled(scope, file.text, unknown(['network']));
  if (file)
    assessWrite(scope, file, { by: call.program, replaces: true, content: unknown(['network']) });
  const method = args.named.get('method')?.text.toLowerCase() ?? 'get';
  if (args.named.has('infile') || args.named.has('body') || !/^(get|head)$/u.test(method))
    scope.find('data_leaving', 'high', describe(call, `${method} to an address`));
  assessOperands(call, scope);
  return unknown(['network']);
}

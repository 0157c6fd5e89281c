import { assessRead, assessRemoval, assessWrite, markFilled } from './file-effects.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessOperands } from './text-programs.ts';
import { literal, unknown, type Value } from './value.ts';

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
  return cmdlet.test(program) && nouns.test(program) ? judgeCmdlet : undefined;
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
    const isSwitch = switches.test(name) || next === undefined || next.text.startsWith('-');
    named.set(name, isSwitch ? literal('') : next);
    if (!isSwitch) i++;
  }
  return { named, operands };
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
    return undefined;
  }
  scope.change();
  if (args.named.has('whatif')) return undefined;
  const path = args.named.get('path') ?? args.named.get('literalpath') ?? args.operands[0];
  if (name === 'remove-item') {
    const targets = args.named.has('path') || args.named.has('literalpath') ? [] : args.operands;
    const all = [...targets, ...(targets.length === 0 && path ? [path] : [])].flatMap(target =>
      target.text
        .split(',')
        .filter(text => text.trim() !== '')
        .map(text => ({ ...target, text: text.trim() })),
    );
    const operands = all.length > 0 ? all : [unknown()];
    assessRemoval(scope, operands, { by: 'Remove-Item', recursive: args.named.has('recurse') });
  } else if (/^(clear|remove|limit)-(eventlog|winevent|history)$/u.test(name))
    scope.find('audit_tampering', 'critical', shown);
  else if (/^invoke-(webrequest|restmethod)$/u.test(name)) return requested(call, args, scope);
  else if (name === 'invoke-expression') {
    const code = call.stdin ?? args.operands[0] ?? unknown();
    if (code.origins.has('network')) scope.find('remote_code', 'critical', shown);
    else scope.find('opaque_payload', 'high', describe(call, 'runs text as code'));
  } else if (name === 'start-process') {
    const program = args.named.get('filepath') ?? args.operands[0];
    const given = args.named.get('argumentlist') ?? args.operands[1];
    if (args.named.has('verb')) scope.find('privilege', 'high', shown);
    if (program) scope.runner.argv(scope, [program, ...(given ? [given] : [])], null);
  } else if (/^(set-content|add-content|out-file|new-item|clear-content)$/u.test(name)) {
    const target = args.named.get('filepath') ?? path;
    if (target)
      assessWrite(scope, target, {
        by: name,
        replaces: name !== 'add-content' && name !== 'new-item',
        empties: name === 'clear-content',
        ...(name === 'clear-content' ? {} : { content: call.stdin ?? unknown() }),
      });
  } else if (/^(copy|move|rename)-item$/u.test(name)) {
    const target = args.named.get('destination') ?? args.operands.at(-1);
    if (path) assessRead(scope, path, name);
    if (target) assessWrite(scope, target, { by: name, replaces: true });
  } else judgeVerb(name, shown, scope);
  return undefined;
};

function judgeVerb(name: string, shown: string, scope: Scope): void {
  if (
    /^(set|add)-(executionpolicy|mppreference|localgroupmember|adgroupmember|acl)|^new-(localuser|aduser)|^enable-psremoting|^(disable|remove|set)-netfirewall/u.test(
      name,
    )
  )
    scope.find('access_change', 'high', shown);
  else if (/^(register-scheduledtask|new-service|(set|new)-itemproperty|set-service)$/u.test(name))
    scope.find('persistence', 'high', shown);
  else if (/^(remove|clear|format|initialize)-/u.test(name))
    scope.find('destructive_command', 'critical', shown);
  else if (/^(stop|restart|suspend|disable)-/u.test(name))
    scope.find('destructive_command', 'high', shown);
  else if (/^(invoke|enter)-/u.test(name)) scope.find('opaque_payload', 'high', shown);
  else if (/^send-/u.test(name)) scope.find('outside_message', 'high', shown);
  else scope.find('unknown_code', 'medium', shown);
}

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

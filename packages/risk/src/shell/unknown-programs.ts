import type { SignalName } from '../signals.ts';
import { nameWords } from './environment-names.ts';
import { type Call, describe, type Scope } from './scope.ts';
import type { Value } from './value.ts';

const destroying = new Set(
  'destroy wipe nuke purge drop erase teardown obliterate decommission shred truncate'.split(' '),
);
const losing = new Set('delete delete-all deleteall forget erase obliterate'.split(' '));
const publishing = new Set('publish release'.split(' '));
const deploying = new Set(
  'deploy ship promote rollout deployment golive cutover rollback'.split(' '),
);
const harmless = new Set(
  'plan preview check lint test tests dry dryrun verify validate list show status diff help version build format fmt docs print log logs count inspect'.split(
    ' ',
  ),
);

/** Names of options that say a run changes nothing, with a value that does not take it back. */
export function isRehearsed(args: readonly Value[], names: readonly string[]): boolean {
  return args.some((arg, i) => {
    const [name, value] = arg.text.split('=', 2);
    if (name === undefined || !names.includes(name)) return false;
    const given =
      value ?? (/^(false|no|none|0|off)$/iu.test(args[i + 1]?.text ?? '') ? 'false' : 'true');
    return !/^(false|no|none|0|off)$/iu.test(given);
  });
}

/**
 * A task of a task runner, or an unknown program: judged by its own name, since its effect cannot be seen. Flags of
 * an unknown program promise nothing.
 */
export function assessTask(call: Call, task: string, scope: Scope): void {
  const words = nameWords(task);
  const says = (set: ReadonlySet<string>) => words.some(word => set.has(word));
  const production = scope.inProduction(call);
  scope.change();
  if (says(harmless) && !words.some(word => word === 'and' || word === 'then')) return;
  const rehearsal = scope.inRehearsal(call);
  if (says(destroying))
    scope.find('destructive_command', rehearsal ? 'medium' : 'high', describe(call, task));
  else if (says(publishing))
    scope.find('deployment', rehearsal ? 'medium' : 'high', describe(call, task));
  else if (says(deploying) && !production)
    scope.find('deployment', rehearsal ? 'medium' : 'high', describe(call, task));
  if (production) scope.find('production_change', 'high', describe(call, task));
}

/** An option by which a program itself says so. */
const lasting = /^--?(?:irreversibl[ey]|permanent|permanently|no-undo|hard-delete|purge-all)$/u;

/** What the name of a tool tells that the words of a task do not. Losses and deployments are judged by those words. */
const toldByName: ReadonlySet<SignalName> = new Set<SignalName>([
  'policy_tampering',
  'own_rights',
  'access_change',
  'new_credential',
  'audit_tampering',
  'money_leaving',
  'large_amount',
  'bulk_message',
  'outside_message',
  'data_leaving',
  'secret_access',
  'secret_leaving',
  'bulk_records',
  'unbounded_write',
]);

const mostOptions = 40;

/** `agentctl approvals decide --decision approve`: a program with subcommands is a tool, and its options are parameters. */
function assessAsTool(call: Call, name: readonly string[], scope: Scope): void {
  const parameters: Record<string, string | boolean> = {};
  const { args } = call;
  for (const [at, { text }] of args.slice(0, mostOptions).entries()) {
    const [, key, given] = /^--([a-z][\w-]{0,40})(?:=(.*))?$/su.exec(text) ?? [];
    if (key === undefined) continue;
    const next = args[at + 1]?.text;
    const value = given ?? (next === undefined || next.startsWith('-') ? true : next);
    parameters[key.replaceAll('-', '_')] = value;
  }
  const operand = args.slice(name.length - 1).find(({ text }) => !text.startsWith('-'));
  if (operand !== undefined) parameters['name'] ??= operand.text;
  const production = scope.inProduction(call);
  for (const found of scope.context.assessTool?.(name.join('.'), parameters, production) ?? [])
    if (toldByName.has(found.signal) && (found.level === 'high' || found.level === 'critical'))
      scope.find(found.signal, found.level, describe(call, found.evidence));
}

/** A program that no table knows. */
export function assessUnknown(call: Call, scope: Scope): void {
  const [first] = call.args;
  if (call.args.some(arg => arg.text === '--help' || arg.text === '--version')) return;
  scope.find(
    'unknown_code',
    'medium',
    `a program without a known effect: ${describe(call, first?.text ?? '')}`,
  );
  if (call.args.some(arg => lasting.test(arg.text)))
    scope.find('irreversible', 'high', describe(call, 'says that it cannot be undone'));
  const script = /\.(sh|bash|py|js|mjs|ts|rb|pl|php)$/u.test(call.program)
    ? call.program.slice(0, call.program.lastIndexOf('.'))
    : call.program;
  // Behind an option stands its value, which may be any word.
  const option = call.args.findIndex(arg => arg.text.startsWith('-'));
  const leading = call.args.slice(0, option < 0 ? 3 : Math.min(option, 3));
  const verbs = leading.filter(arg => /^[a-z][a-z:_-]{1,30}$/u.test(arg.text));
  const task = [script, ...verbs.map(arg => arg.text)].join(' ');
  if (nameWords(task).some(word => harmless.has(word)) && !scope.inProduction(call)) return;
  assessTask(call, task, scope);
  if (verbs.length > 0) assessAsTool(call, [script, ...verbs.map(arg => arg.text)], scope);
  // A subcommand spells out what a name only hints at.
  if (verbs.some(arg => losing.has(arg.text)) && !scope.inRehearsal(call))
    scope.find('destructive_command', 'high', describe(call, task));
  if (scope.inProduction(call) && !nameWords(task).some(word => harmless.has(word)))
    scope.find('production_change', 'high', describe(call, task));
}

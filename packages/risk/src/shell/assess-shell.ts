import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { Finding } from '../finding.ts';
import { hiddenMention } from '../own/own-text.ts';
import type { SignalName } from '../signals.ts';
import { isMadeAgain } from './generated-outputs.ts';
import { runCommand } from './run-command.ts';
import { Scope, type ShellContext } from './scope.ts';
import { literal } from './value.ts';
import { runner, sourceMax, walkSource } from './walk-script.ts';

export type { ShellContext } from './scope.ts';

/** What is known about a command before it runs. */
export interface ShellAssessment {
  readonly findings: readonly Finding[];
  /** True if every part is known to only read. */
  readonly reads_only: boolean;
  /** What it changes, others have too. */
  readonly changes_elsewhere: boolean;
  /** It names production itself: a context, host, variable or flag. */
  readonly names_production: boolean;
  readonly action_type: ActionType | null;
}

/** What a finding says about the kind of action, where it says something. */
const types: Partial<Readonly<Record<SignalName, ActionType>>> = {
  destructive_command: 'delete',
  privilege: 'permission_change',
  access_change: 'permission_change',
  own_rights: 'permission_change',
  new_credential: 'permission_change',
  persistence: 'config_change',
  system_file: 'config_change',
  audit_tampering: 'config_change',
  policy_tampering: 'config_change',
  secret_access: 'data_export',
  secret_leaving: 'data_export',
  data_leaving: 'data_export',
  history_rewrite: 'overwrite',
  production_change: 'infra_change',
  deployment: 'deployment',
  schema_change: 'schema_change',
  unbounded_write: 'overwrite',
  outside_message: 'message',
};

/**
 * Assesses shell source as bash would read it. The work is bounded. A text that is too long or too deep is itself a
 * finding.
 */
export function assessShell(command: string, context: ShellContext): ShellAssessment {
  const scope = new Scope(context, runner);
  assessHidden(scope, command);
  scope.within(command, () => walkSource(scope, command));
  return concluded(scope);
}

const argumentsMax = 10_000;

/** Assesses a program with its arguments, started without a shell in between. */
export function assessArgv(argv: readonly string[], context: ShellContext): ShellAssessment {
  const scope = new Scope(context, runner);
  let length = 0;
  for (let i = 0; i < argv.length && i < argumentsMax; i++) length += argv[i]?.length ?? 0;
  if (argv.length > argumentsMax || length > 16 * sourceMax)
    scope.find('unparsable', 'high', 'more arguments than can be looked at');
  else {
    assessHidden(scope, argv.join(' '));
    runCommand(scope, argv.map(literal), null, new Map());
  }
  return concluded(scope);
}

/** A name of ours that is encoded in a command is there to be opened. */
function assessHidden(scope: Scope, text: string): void {
  if (hiddenMention(text, scope.own) !== null)
    scope.find('policy_tampering', 'critical', 'hides the name of a file of the approval system');
}

function concluded(scope: Scope): ShellAssessment {
  const { machine } = scope;
  // A handler may set further handlers; those of the first round are enough to judge.
  for (const { scope: shell, handler } of machine.traps.slice(0, 16))
    runner.text(shell, handler, null);
  for (const removal of machine.pending)
    if (!isMadeAgain(removal, machine.makes)) {
      machine.at = removal.at;
      scope.find('destructive_command', removal.level, removal.evidence);
    }
  const { findings } = machine;
  return {
    findings,
    reads_only: !machine.changes,
    changes_elsewhere: machine.changesElsewhere,
    names_production: machine.namesProduction,
    action_type: actionTypeOf(findings, machine.changes),
  };
}

function actionTypeOf(findings: readonly Finding[], changes: boolean): ActionType | null {
  const rank = (level: RiskLevel) => riskLevels.indexOf(level);
  let worst: Finding | undefined;
  for (const finding of findings)
    if (worst === undefined || rank(finding.level) > rank(worst.level)) worst = finding;
  if (worst === undefined) return changes ? 'shell_command' : null;
  return types[worst.signal] ?? 'shell_command';
}

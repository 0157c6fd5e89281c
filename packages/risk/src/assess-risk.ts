import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import { attestedServerMember } from '@countersign/protocol/request';
import type { Reversibility, RiskLevel } from '@countersign/protocol/value';
import { assessCall, type Call, type Instruments } from './action/assess-call.ts';
import { readKey } from './action/parameter-key.ts';
import { foldersOf } from './action/stated-folders.ts';
import { readName } from './action/tool-name.ts';
import { remembered } from './action/words.ts';
import { type ActionType, actionTypes } from './action-type.ts';
import { advisedFindings } from './advised-findings.ts';
import type { ActionKind } from './canonical/action-kind.ts';
import type { TranslationInputs } from './canonical/translate-call.ts';
import { findTool } from './catalogue/find-tool.ts';
import type { Finding } from './finding.ts';
import type { Grammars } from './grammars.ts';
import { detectIntent, detectInWords } from './intent/detect-intent.ts';
import { findDangerousCommand } from './intent/document-patterns.ts';
import { lowerFindings } from './lower-findings.ts';
import { OwnGuard } from './own/own-guard.ts';
import { type OwnPlaces, ownPlacesDigest } from './own/own-places.ts';
import type { RiskSettings } from './risk-settings.ts';
import { assessArgv, assessShell, type ShellContext } from './shell/assess-shell.ts';
import { assessSql } from './sql/assess-sql.ts';
import { declarationsOf } from './tool-declaration.ts';

/** How risky an action is, and everything that was found in it. The level is the gravest of the findings. */
export interface RiskAssessment {
  readonly level: RiskLevel;
  readonly findings: readonly Finding[];
  readonly action_type: ActionType | null;
  /** What the call is, whatever its tool is named. Absent where no call was read. */
  readonly kind?: ActionKind;
  /** How far the action can be reversed. Absent where no call was read, which counts as irreversible. */
  readonly reversibility?: Reversibility;
  /** It happens in production, under any of its names. */
  readonly production: boolean;
  /** Every part of it is known to only read. */
  readonly reads_only: boolean;
  /** The digest of the places that the process named, where it named any. */
  readonly own_places?: string;
}

export interface RiskInputs {
  readonly settings: RiskSettings;
  readonly grammar: Grammars;
  /** Where this process keeps what no agent may touch. Without it only the default names are known (OF-5). */
  readonly own?: OwnPlaces;
  /** What is known of tools, in place of the catalogue and the declarations. */
  readonly knownTool?: TranslationInputs['knownTool'];
}

/** A tool that code calls carries no further calls. */
const deepestCode = 3;

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

/**
 * Makes the function that assesses actions under the given settings. Besides the action it looks at these members of
 * the context: `environment` and `production` (the worse of them and the parameters counts), `tool_annotations`,
 * `message`, `confirmation_message`, `confirmation_required` and `risk_level`. All but the first two only add findings.
 */
export function riskAssessor(
  inputs: RiskInputs,
): (action: ActionBinding, context: JsonObject) => RiskAssessment {
  const { settings, grammar } = inputs;
  const own = new OwnGuard(inputs.own);
  const told = inputs.own === undefined ? {} : { own_places: ownPlacesDigest(inputs.own) };
  const sql: Instruments['sql'] = (text, production) =>
    assessSql(text, { production, settings, grammar: grammar.sql });
  const shellContext = (
    production: boolean,
    rehearsal: boolean,
    folders: readonly string[],
  ): ShellContext => ({
    production,
    rehearsal,
    settings,
    own,
    folders,
    assessSql: sql,
    scripts: grammar.scripts,
    assessTool: (tool, parameters, inProduction) => {
      const environment = inProduction ? 'production' : rehearsal ? 'staging' : null;
      const call = { tool, operation: null, resource: null, environment, agent: '', parameters };
      return assessCall(call, instrumentsIn(folders, catalogued), deepestCode).findings;
    },
  });
  const names = { readName: remembered(readName), readKey: remembered(readKey) };
  const declared = declarationsOf(settings.tools ?? []);
  const known = (server: string | null): Lookup =>
    inputs.knownTool ??
    ((identity, name) => {
      const row = declared(name);
      return row === null ? findTool(identity, server) : { row, trust: 'lower' };
    });
  // What an operator declares may not lower what code does.
  const catalogued: Lookup = identity => findTool(identity, null);
  const instrumentsIn = (folders: readonly string[], knownTool: Lookup): Instruments => ({
    settings,
    ...names,
    knownTool,
    own,
    folders,
    shell: (command, production, rehearsal) =>
      assessShell(command, shellContext(production, rehearsal, folders)),
    argv: (argv, production, rehearsal) =>
      assessArgv(argv, shellContext(production, rehearsal, folders)),
    sql,
  });
  return (action, context) => {
    const call: Call = {
      tool: action.target.tool_name,
      operation: action.operation,
      resource: action.target.resource,
      environment: environmentOf(context),
      agent: action.agent_id,
      parameters: action.parameters as JsonObject,
    };
    const folders = foldersOf(call.parameters, call.resource, own.folder);
    const knownTool = known(attestedServer(context));
    const believed = assessCall(call, instrumentsIn(folders, knownTool), 0);
    const assessed = believed.lowered
      ? lowerFindings(believed, assessCall(call, instrumentsIn(folders, onlyRaising(knownTool)), 0))
      : believed;
    const findings = [
      ...assessed.findings,
      ...annotationFindings(context),
      ...messageFindings(context),
      ...confirmationFindings(context),
      ...advisedFindings(context),
    ];
    return {
      level: gravest(findings),
      findings,
      action_type: assessed.action_type,
      kind: assessed.kind,
      reversibility: assessed.reversibility,
      production: assessed.production,
      reads_only: assessed.reads_only,
      ...told,
    };
  };
}

function attestedServer(context: JsonObject): string | null {
  const server = context[attestedServerMember];
  return typeof server === 'string' ? server : null;
}

type Lookup = NonNullable<TranslationInputs['knownTool']>;

/** The same knowledge, where nothing is believed that would lower a finding. */
function onlyRaising(knownTool: Lookup): Lookup {
  return (identity, name) => {
    const found = knownTool(identity, name);
    if (found?.trust !== 'lower') return found;
    return findTool(identity, null);
  };
}

function gravest(findings: readonly Finding[]): RiskLevel {
  let level: RiskLevel = 'low';
  for (const finding of findings) if (rank[finding.level] > rank[level]) level = finding.level;
  return level;
}

/**
 * The annotations of a tool may raise the level, never lower it: a tool that calls itself read-only is not believed.
 */
function annotationFindings(context: JsonObject): readonly Finding[] {
  const annotations = context['tool_annotations'];
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations))
    return [];
  const hints = annotations as JsonObject;
  if (hints['destructiveHint'] === true && hints['readOnlyHint'] !== true) {
    return [
      { signal: 'tool_annotation', level: 'high', evidence: 'the tool calls itself destructive' },
    ];
  }
  return [];
}

/** What the agent says may add friction, never remove it (GT-7). */
function messageFindings(context: JsonObject): readonly Finding[] {
  const message = context['message'];
  if (typeof message !== 'string' || message === '') return [];
  const intent = detectIntent(message);
  if (!intent.confirmation_required) return [];
  const asks = intent.action_type === 'unknown' || intent.action_type === null;
  const level: RiskLevel = rank[intent.risk_level] < rank.high ? 'high' : intent.risk_level;
  return [
    {
      signal: asks ? 'agent_uncertain' : 'announced_risk',
      level,
      evidence: 'the agent asks for permission, announces a risk or is unsure',
    },
  ];
}

/** More words than a card shows are not read to the end. They ask. */
const confirmationLengthMax = 8192;

/**
 * What the confirmation architecture asks about, where its `request_confirmation` sent the words: its patterns, its
 * dangerous commands, and anything in production. What the caller claims about the call only ever raises it (GT-7).
 */
function confirmationFindings(context: JsonObject): readonly Finding[] {
  const message = context['confirmation_message'];
  const findings: Finding[] = [];
  const find = (level: RiskLevel, evidence: string): void => {
    findings.push({ signal: 'announced_risk', level, evidence });
  };
  if (isSaid(context['confirmation_required'])) find('high', 'the caller says that it needs a yes');
  const claimed = String(context['risk_level'] ?? '').toLowerCase();
  if (claimed === 'high' || claimed === 'critical') find(claimed, `the caller rates it ${claimed}`);
  const type = String(context['action_type'] ?? '').toLowerCase();
  if (lastingTypes.has(type)) find('high', `the caller calls it ${type}`);
  if (recordsIn(context['scope']) > manyRecords) find('high', 'the caller names many records');
  if (typeof message !== 'string') return findings;
  const command = findDangerousCommand(message);
  if (command !== null) find('critical', `names the command ${command}`);
  if (isSaid(context['production'])) find('high', 'happens in production');
  if (message.length > confirmationLengthMax) find('high', 'is longer than what is looked at');
  const intent = detectInWords(message);
  if (intent.confirmation_required) {
    find(
      rank[intent.risk_level] < rank.high ? 'high' : intent.risk_level,
      'the words match a pattern of the confirmation architecture, or ask leave',
    );
  }
  return findings;
}

/** Kinds of action in the words of the document that lose, change or move something. */
const lastingTypes: ReadonlySet<string> = new Set(
  actionTypes.filter(type => type !== 'message' && type !== 'unknown' && type !== 'shell_command'),
);
const manyRecords = 100;

/** `scope: { records: 500, type: "user_accounts" }` */
function recordsIn(scope: unknown): number {
  if (typeof scope !== 'object' || scope === null || !('records' in scope)) return 0;
  const records = Number(scope.records);
  return Number.isFinite(records) ? records : 0;
}

/** Where it happens, as the caller says. */
function environmentOf(context: JsonObject): string | null {
  if (isSaid(context['production'])) return 'production';
  const stated = context['environment'];
  return typeof stated === 'string' ? stated : null;
}

/** What is said in any way but no. */
function isSaid(value: unknown): boolean {
  if (typeof value === 'string') return !/^(?:|0|false|no|none|off)$/i.test(value.trim());
  return value !== undefined && value !== null && value !== false && value !== 0;
}

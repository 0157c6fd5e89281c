import type { JsonObject } from '@countersign/protocol/json';
import type { Reversibility, RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { ActionKind } from '../canonical/action-kind.ts';
import { lessReversible, reversibilityOf } from '../canonical/reversibility.ts';
import {
  type CanonicalAction,
  type TranslationInputs,
  translateCall,
} from '../canonical/translate-call.ts';
import type { Finding } from '../finding.ts';
import type { OwnGuard } from '../own/own-guard.ts';
import type { RiskSettings } from '../risk-settings.ts';
import type { ShellAssessment } from '../shell/assess-shell.ts';
import type { SignalName } from '../signals.ts';
import type { SqlAssessment } from '../sql/assess-sql.ts';
import { assessCarried, contentJudges } from './assess-carried.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { deniesRehearsal } from './exceptions.ts';
import { followUpCalls, judgeFollowUps } from './follow-ups.ts';
import { judgeCaches } from './judge-caches.ts';
import { judgeDeeds, judgeTakenRecords } from './judge-deeds.ts';
import { judgeDelegation } from './judge-delegation.ts';
import { judgeEquipment, judgeFleet } from './judge-equipment.ts';
import { judgeExport, judgePageUploads } from './judge-export.ts';
import { isFileCall, judgeFiles } from './judge-files.ts';
import { judgeForms } from './judge-forms.ts';
import {
  judgeInfrastructure,
  judgePackages,
  judgeRuns,
  judgeSchedules,
} from './judge-infrastructure.ts';
import { judgeKnownTool } from './judge-known-tool.ts';
import { judgeLeaks } from './judge-leaks.ts';
import { judgeMessages } from './judge-messages.ts';
import { judgeMoney } from './judge-money.ts';
import { judgeOutsiders } from './judge-outsiders.ts';
import {
  asksForApproval,
  judgeApproval,
  judgeAudit,
  judgeStatedRules,
  judgeWrittenRules,
} from './judge-oversight.ts';
import { judgeEmptied, judgeStoredResults } from './judge-overwrites.ts';
import { judgeOwnPlaces } from './judge-own-places.ts';
import { judgeExtensions, judgeOwnSettings } from './judge-own-settings.ts';
import { judgePhrase } from './judge-phrases.ts';
import { judgeProduction } from './judge-production.ts';
import { judgeRecords } from './judge-records.ts';
import { judgeRestores } from './judge-restores.ts';
import { judgeRights } from './judge-rights.ts';
import { isScreenCall, judgeScreen } from './judge-screen.ts';
import { judgeSecrets } from './judge-secrets.ts';
import { judgeWeb } from './judge-web.ts';

import { role } from './parameter-key.ts';
import { opens } from './protections.ts';
import { readFacts } from './read-facts.ts';
import { typeOf } from './type-of-call.ts';

/** One tool call, whether proposed by itself or as part of a batch. */
export interface Call {
  readonly tool: string;
  readonly operation: string | null;
  readonly resource: string | null;
  readonly environment: string | null;
  readonly agent: string;
  readonly parameters: JsonObject;
}

/** The inputs that the assessment of a call gets from its caller: settings, remembered readings, the judges of code. */
export interface Instruments extends TranslationInputs {
  readonly settings: RiskSettings;
  /** Where the product keeps its own files, and the folders that the action says it runs in. */
  readonly own: OwnGuard;
  readonly folders: readonly string[];
  readonly shell: (command: string, production: boolean, rehearsal: boolean) => ShellAssessment;
  readonly argv: (
    argv: readonly string[],
    production: boolean,
    rehearsal: boolean,
  ) => ShellAssessment;
  readonly sql: (sql: string, production: boolean) => SqlAssessment;
}

export interface CallAssessment {
  readonly kind: ActionKind;
  readonly reversibility: Reversibility;
  /** It brings code, a request or other calls, which are read by their own grammar. */
  readonly carries: boolean;
  /** What was believed of a tool replaced what its name says, here or in a call inside. */
  readonly lowered: boolean;
  readonly findings: readonly Finding[];
  readonly production: boolean;
  readonly reads_only: boolean;
  readonly action_type: ActionType | null;
}

const deepestBatch = 3;

export function assessCall(given: Call, instruments: Instruments, depth: number): CallAssessment {
  const action = translateCall(given, instruments, depth < deepestBatch);
  const { seen, scripts } = action;
  const facts = readFacts(action, instruments);
  const judged = new Judged(isPassive(facts.effect) || facts.rehearsed, action);
  const { report } = judged;
  if (seen.truncated) report('unparsable', 'high', 'too large to examine in full');
  if (action.overfull) report('unparsable', 'high', 'a batch too long to examine');
  judged.addCarried(facts, instruments);
  for (const request of action.inner) judged.addInner(assessCall(request, instruments, depth + 1));
  if (depth < deepestBatch)
    for (const next of followUpCalls(action.call, seen, instruments))
      judged.addFollowUp(assessCall(next, instruments, depth + 1));
  judgeOwnPlaces(facts, scripts, { ...instruments, kind: action.kind }, report);
  judgeLeaks(facts, scripts, report);
  judge(facts, report, instruments, scripts.length > 0, action.inner.length > 0);
  judgeKnownTool(facts, action.known, report);
  judgeDelegation(facts, action.kind, report);
  if (leaksSecret(judged.findings, seen))
    report('secret_leaving', 'critical', 'a secret goes outside');
  return judged.assessment(facts);
}

/** What was found in a call, in the code it brings and in the calls inside it. */
class Judged {
  readonly findings: Finding[] = [];
  readonly report: Report;
  readonly #action: CanonicalAction;
  #reads: boolean;
  #type: ActionType | null = null;
  #namesProduction = false;
  #lowered: boolean;
  /** What the code and the calls inside leave to be undone. */
  #undo: Reversibility = 'read_only';

  constructor(reads: boolean, action: CanonicalAction) {
    this.report = (signal, level, evidence) => add(this.findings, { signal, level, evidence });
    this.#action = action;
    this.#reads = reads;
    this.#lowered = action.known?.trust === 'lower';
  }

  addCarried(facts: CallFacts, instruments: Instruments): void {
    for (const [at, code] of this.#action.scripts.entries()) {
      const assessed = assessCarried(code, facts, instruments, this.report);
      for (const finding of assessed.findings) add(this.findings, finding);
      this.#type ??= assessed.action_type;
      this.#reads = (at === 0 || this.#reads) && assessed.reads_only;
      if (assessed.names_production === true) this.#namesProduction = true;
      this.#undo = lessReversible(this.#undo, undoOf(assessed));
    }
  }

  addInner(inner: CallAssessment): void {
    this.addFollowUp(inner);
    this.#type ??= inner.action_type;
  }

  addFollowUp(next: CallAssessment): void {
    for (const finding of next.findings) add(this.findings, finding);
    this.#reads = this.#reads && next.reads_only;
    this.#undo = lessReversible(this.#undo, next.reversibility);
    this.#lowered ||= next.lowered;
  }

  assessment(facts: CallFacts): CallAssessment {
    const { findings } = this;
    const { kind, known, scripts, inner, http } = this.#action;
    const reads_only = this.#reads && !findings.some(finding => finding.level !== 'low');
    const signals = findings.flatMap(({ signal, level }) => (level === 'low' ? [] : signal));
    return {
      kind,
      reversibility: lessReversible(
        reversibilityOf(facts.effect, known, reads_only, signals),
        this.#undo,
      ),
      carries: scripts.length > 0 || inner.length > 0 || http !== null,
      lowered: this.#lowered,
      findings,
      production: facts.place.production || this.#namesProduction,
      reads_only,
      action_type: this.#type ?? typeOf(facts),
    };
  }
}

/** Code that changes something leaves something to be undone, however its tool is named. */
function undoOf({
  reads_only,
  changes_elsewhere,
}: ReturnType<typeof assessCarried>): Reversibility {
  if (reads_only) return 'read_only';
  return changes_elsewhere === true ? 'externally_reversible' : 'reversible';
}

/** A secret that is read and goes outside, or that stands beside what opens the way. */
function leaksSecret(findings: readonly Finding[], { leaves }: CanonicalAction['seen']): boolean {
  const found = (...signals: readonly SignalName[]): boolean =>
    findings.some(finding => signals.includes(finding.signal) && rank[finding.level] >= rank.high);
  return found('secret_access') && (found('data_leaving', 'outside_message') || leaves.some(opens));
}

type ActionJudge = (facts: CallFacts, report: Report) => void;

/** What counts whether or not the call changes something. */
const alwaysJudged: readonly ActionJudge[] = [
  judgeExport,
  judgePageUploads,
  judgeTakenRecords,
  judgeStoredResults,
  judgeFollowUps,
  judgeContradiction,
  judgeStatedRules,
  judgePhrase,
];

/** What a change may be about; all of them are asked. */
const changesJudged: readonly ActionJudge[] = [
  judgeMoney,
  judgeMessages,
  judgeApproval,
  judgeOwnSettings,
  judgeAudit,
  judgeRights,
  judgeOutsiders,
  judgeDeeds,
  judgeRestores,
  judgeEmptied,
];

function judge(
  facts: CallFacts,
  report: Report,
  instruments: Instruments,
  hasCode: boolean,
  isBatch: boolean,
): void {
  judgeWeb(facts, report);
  judgeSecrets(facts, report);
  judgeFiles(facts, report, contentJudges(facts, instruments));
  for (const each of alwaysJudged) each(facts, report);
  judgeFleet(facts, hasCode, report);
  if (onlyLooks(facts)) return;
  judgeForms(facts, report);
  judgeWrittenRules(facts, report);
  if (isScreenCall(facts)) {
    judgeScreen(facts, report);
    return;
  }
  judgeExtensions(facts, report);
  judgeSchedules(facts, report);
  judgeEquipment(facts, report);
  if ((hasCode && facts.effect !== 'delete') || asksForApproval(facts)) return;
  for (const each of changesJudged) each(facts, report);
  if (!judgeCaches(facts, report)) judgeWhatChanges(facts, report, isBatch);
}

/** The records, machines and places that a change reaches, and what is left to say of it. */
function judgeWhatChanges(facts: CallFacts, report: Report, isBatch: boolean): void {
  const files = isFileCall(facts) && hasPath(facts);
  if (!files) judgeRecords(facts, report);
  if (isBatch && facts.domains.size === 0) return;
  judgeInfrastructure(facts, report);
  judgeRuns(facts, report);
  judgePackages(facts, report);
  if (!files) judgeProduction(facts, report);
  if (facts.effect === 'unknown')
    report('unknown_effect', 'medium', 'its name does not say what it does');
  else if (!facts.domains.has('light') && !files)
    report(
      'data_write',
      facts.place.rehearsal || facts.effect === 'create' ? 'low' : 'medium',
      'changes something',
    );
}

function onlyLooks(facts: CallFacts): boolean {
  if (facts.rehearsed) return true;
  // To select is to read, except on a screen, where it chooses.
  const chooses = isScreenCall(facts) && says(facts, 'select', 'check', 'answer');
  return isPassive(facts.effect) && !chooses;
}

function judgeContradiction(facts: CallFacts, report: Report): void {
  const { commits } = facts.pretence;
  if (commits !== null && claimsRehearsal(facts))
    report('opaque_payload', 'high', `is marked as a dry run, but ${commits} contradicts that`);
}

function hasPath(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    leaf => (leaf.key.roles & role.path) !== 0 && typeof leaf.value === 'string',
  );
}

/** By its name or by a flag. */
function claimsRehearsal(facts: CallFacts): boolean {
  const { pretence, tool } = facts;
  return (
    pretence.rehearses ||
    pretence.unexecuted ||
    pretence.previews ||
    tool.effect === 'simulate' ||
    (tool.effect === 'read' && deniesRehearsal(pretence, tool.words)) ||
    ((pretence.drafts || pretence.unsent || pretence.unfinished || tool.effect === 'draft') &&
      pretence.commits !== null)
  );
}

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };
const mostFindings = 64;

/** One finding per signal: the gravest, with every place of that level. */
function add(findings: Finding[], finding: Finding): void {
  const index = findings.findIndex(({ signal }) => signal === finding.signal);
  const known = findings[index];
  if (known === undefined) {
    if (findings.length < mostFindings) findings.push(finding);
  } else if (rank[finding.level] > rank[known.level]) findings[index] = finding;
  else if (finding.level === known.level && finding.at !== undefined)
    findings[index] = { ...known, at: [...(known.at ?? []), ...finding.at] };
}

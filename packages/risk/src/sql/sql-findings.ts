import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { Finding } from '../finding.ts';
import type { RiskSettings } from '../risk-settings.ts';
import type { SignalName } from '../signals.ts';
import type { SqlGrammar } from './sql-grammar.ts';

export interface SqlContext {
  readonly production: boolean;
  readonly settings: RiskSettings;
  readonly grammar: SqlGrammar;
}

export interface SqlAssessment {
  readonly findings: readonly Finding[];
  /** Every statement is known to only read. */
  readonly reads_only: boolean;
  readonly action_type: ActionType | null;
}

const mostFindings = 64;

/** What has been found in one text so far. Findings are only ever added, and each is kept once. */
export class SqlFindings {
  readonly context: SqlContext;
  /** Tables that the same text makes for its own session. */
  readonly temporary = new Set<string>();
  /** Statements that the same text prepares, by name; each was judged where it stands. */
  readonly prepared = new Set<string>();
  readonly #findings = new Map<string, Finding>();
  #writes = false;
  #type: ActionType | null = null;
  #typeRank = -1;

  /** Assesses a statement found inside a statement. */
  readonly inner: (sql: string) => SqlAssessment;

  constructor(context: SqlContext, inner: (sql: string) => SqlAssessment) {
    this.context = context;
    this.inner = inner;
  }

  /** Something worth saying about a statement that changes nothing. */
  note(signal: SignalName, level: RiskLevel, evidence: string): void {
    const key = `${signal} ${level} ${evidence}`;
    if (this.#findings.size < mostFindings) this.#findings.set(key, { signal, level, evidence });
  }

  /** A change. In production every one is at least high, whatever it is elsewhere. */
  change(signal: SignalName, level: RiskLevel, evidence: string, type: ActionType | null): void {
    this.#writes = true;
    this.note(signal, level, evidence);
    if (this.context.production) this.note('production_change', 'high', evidence);
    this.#classify(level, type);
  }

  /** Upkeep: not a read, and nothing of value is lost. */
  upkeep(evidence: string): void {
    this.#writes = true;
    this.note('data_write', 'medium', evidence);
  }

  /** A read that takes data out of the database. */
  leaving(signal: SignalName, level: RiskLevel, evidence: string): void {
    this.note(signal, level, evidence);
    this.#classify(level, 'data_export');
  }

  #classify(level: RiskLevel, type: ActionType | null): void {
    const rank = riskLevels.indexOf(level);
    if (type !== null && rank > this.#typeRank) {
      this.#type = type;
      this.#typeRank = rank;
    }
  }

  /** Takes over what was found in a part. */
  include(part: SqlAssessment): void {
    for (const finding of part.findings) this.note(finding.signal, finding.level, finding.evidence);
    if (!part.reads_only) this.#writes = true;
    for (const finding of part.findings) this.#classify(finding.level, part.action_type);
  }

  result(): SqlAssessment {
    return {
      findings: [...this.#findings.values()],
      reads_only: !this.#writes,
      action_type: this.#type,
    };
  }
}

const longestShown = 60;

/** A name for a person to read: short, and nothing in it that a screen would obey. */
export function shown(name: string): string {
  let text = '';
  for (const character of name.slice(0, longestShown)) {
    const code = character.codePointAt(0) ?? 0;
    text +=
      code < 32 ||
      (code >= 127 && code < 160) ||
      (code >= 0x200b && code <= 0x206f) ||
      (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : character;
  }
  return name.length > longestShown ? `${text}…` : text;
}

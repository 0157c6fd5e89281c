import type { JsonObject } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import type { RiskSettings } from '../risk-settings.ts';
import type { SignalName } from '../signals.ts';
import type { Domain } from './domains.ts';
import type { Effect } from './effects.ts';
import type { Surroundings } from './environment.ts';
import type { Pretence } from './exceptions.ts';
import type { HttpCall } from './http-call.ts';
import type { Reach } from './records.ts';
import type { Survey } from './survey.ts';
import type { NameReading } from './tool-name.ts';
import { hasAny } from './words.ts';

/** Everything that was read from one call, before it is judged. */
export interface CallFacts {
  readonly tool: NameReading;
  /** The tool and every operation it carries. */
  readonly names: readonly NameReading[];
  readonly parameters: JsonObject;
  readonly seen: Survey;
  readonly resource: string | null;
  readonly agent: string;
  readonly settings: RiskSettings;
  /** The gravest of what the names and the method say. */
  readonly effect: Effect;
  /** It says that it changes nothing, and nothing contradicts it. */
  readonly rehearsed: boolean;
  readonly domains: ReadonlySet<Domain>;
  readonly place: Surroundings;
  readonly reach: Reach;
  readonly pretence: Pretence;
  readonly http: HttpCall | null;
}

export type Report = (signal: SignalName, level: RiskLevel, evidence: string) => void;

/** True if any of the names has the word. */
export function says(facts: Pick<CallFacts, 'names'>, ...words: readonly string[]): boolean {
  for (const name of facts.names)
    for (const word of words) if (name.words.includes(word)) return true;
  return false;
}

/** True if any of the names has a word of the set. */
export function mentions(facts: Pick<CallFacts, 'names'>, words: ReadonlySet<string>): boolean {
  for (const name of facts.names) if (hasAny(name.words, words)) return true;
  return false;
}

import * as z from 'zod';
import { Name, Prose } from './wire-text.ts';

/** Ordered, weakest first. */
export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export const RiskLevel = z.enum(riskLevels);
export type RiskLevel = z.infer<typeof RiskLevel>;

/** Why an action is thought risky: a named signal, its level, and what in the action raised it. */
export const RiskSignal = z.strictObject({ signal: Name, level: RiskLevel, evidence: Prose });
export type RiskSignal = z.infer<typeof RiskSignal>;

export const Risk = z.strictObject({ level: RiskLevel, signals: z.array(RiskSignal).max(256) });
export type Risk = z.infer<typeof Risk>;

export function atLeastRisk(level: RiskLevel, floor: RiskLevel): boolean {
  return riskLevels.indexOf(level) >= riskLevels.indexOf(floor);
}

import { defaultRiskSettings, type RiskSettings } from '@countersign/risk';
import type { PolicyDocument } from './document/policy-document.ts';
import type { GateSettings } from './policy-program.ts';

/**
 * One value for each setting, the strictest of all stated ones: the lowest limit, every name of production, and of
 * allowances only those that all documents state. Without a statement the default holds.
 */
export function mergeRiskSettings(stated: readonly Partial<RiskSettings>[]): RiskSettings {
  const lowest = (key: 'records_max' | 'amount_max' | 'refund_max' | 'recipients_max') => {
    const limits = stated.map(settings => settings[key]).filter(limit => limit !== undefined);
    return limits.length === 0 ? defaultRiskSettings[key] : Math.min(...limits);
  };
  const lists = (key: 'rebuildable' | 'production_names' | 'internal_domains') =>
    stated.map(settings => settings[key]).filter(list => list !== undefined);
  const shared = (key: 'rebuildable' | 'internal_domains') =>
    lists(key).reduce<readonly string[] | null>(
      (common, list) => common?.filter(entry => list.includes(entry)) ?? list,
      null,
    ) ?? defaultRiskSettings[key];
  const names = lists('production_names').flat();
  return {
    records_max: lowest('records_max'),
    amount_max: lowest('amount_max'),
    refund_max: lowest('refund_max'),
    recipients_max: lowest('recipients_max'),
    rebuildable: shared('rebuildable'),
    internal_domains: shared('internal_domains'),
    production_names: [...new Set([...defaultRiskSettings.production_names, ...names])],
  };
}

/** The fewest requests in the longest window, and the longest cool-down. */
export function mergeSettings(documents: readonly PolicyDocument[]): GateSettings {
  const cooldowns = documents.map(document => document.cooldown_seconds).filter(s => s !== null);
  const fatigues = documents.map(({ fatigue }) => fatigue).filter(fatigue => fatigue !== null);
  return {
    cooldown_seconds: cooldowns.length === 0 ? null : Math.max(...cooldowns),
    fatigue:
      fatigues.length === 0
        ? null
        : {
            requests: Math.min(...fatigues.map(({ requests }) => requests)),
            window_seconds: Math.max(...fatigues.map(({ window_seconds }) => window_seconds)),
          },
  };
}

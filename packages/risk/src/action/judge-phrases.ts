import type { ActionType } from '../action-type.ts';
import { detectIntent } from '../intent/detect-intent.ts';
import type { SignalName } from '../signals.ts';
import type { CallFacts, Report } from './call-facts.ts';
import { effectOfVerb, isPassive } from './effects.ts';

/** A name with such a word is a phrase of English: `pull_the_plug`, `wipe_it_all_out`. */
const phrasing: ReadonlySet<string> = new Set(
  'the it them everyone everything our their us'.split(' '),
);

const signals: Readonly<Partial<Record<ActionType, SignalName>>> = {
  batch_delete: 'bulk_records',
  delete: 'irreversible',
  shell_command: 'unknown_code',
  schema_change: 'schema_change',
  overwrite: 'irreversible',
  payment: 'money_leaving',
  bulk_message: 'bulk_message',
  message: 'outside_message',
  deployment: 'deployment',
  permission_change: 'access_change',
  data_export: 'data_leaving',
  infra_change: 'deployment',
  config_change: 'settings_change',
};

/** A tool whose first word only reads (`pull`, `show`), while the phrase of the whole name does more. */
export function judgePhrase(facts: CallFacts, report: Report): void {
  const { words } = facts.tool;
  if (!isPassive(facts.effect) || facts.rehearsed || words.length < 3 || words.length > 12) return;
  if (!words.some(word => phrasing.has(word))) return;
  const place = facts.place.production ? ' in production' : '';
  // Before the phrase the name of a server may stand: `srv_pull_the_plug`.
  const from = effectOfVerb.has(words[0] ?? '') ? 0 : 1;
  const found = detectIntent(`I will now ${words.slice(from).join(' ')}${place}.`);
  const signal = found.action_type === null ? undefined : signals[found.action_type];
  const isGrave = found.risk_level === 'high' || found.risk_level === 'critical';
  if (found.confirmation_required && isGrave && signal !== undefined)
    report(signal, 'high', 'what its name says as a phrase');
}

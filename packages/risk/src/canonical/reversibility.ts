import { type Reversibility, reversibilities } from '@countersign/protocol/value';
import type { Effect } from '../action/effects.ts';
import type { SignalName } from '../signals.ts';
import type { KnownTool } from './tool-row.ts';

/** The less reversible of two. */
export function lessReversible(one: Reversibility, other: Reversibility): Reversibility {
  return reversibilities.indexOf(one) >= reversibilities.indexOf(other) ? one : other;
}

/**
 * How far an effect can be reversed, if nothing else is known of the tool. An unknown effect counts as irreversible.
 */
const ofEffects: Readonly<Record<Effect, Reversibility>> = {
  read: 'read_only',
  simulate: 'read_only',
  draft: 'reversible',
  create: 'reversible',
  update: 'reversible',
  unknown: 'irreversible',
  control: 'reversible',
  export: 'irreversible',
  send: 'irreversible',
  approve: 'externally_reversible',
  weaken: 'reversible',
  grant: 'reversible',
  deploy: 'externally_reversible',
  delete: 'irreversible',
  refund: 'irreversible',
  charge: 'externally_reversible',
  pay: 'irreversible',
};

/** What a finding says about the undo, whatever the tool is called. */
const ofSignals: Partial<Readonly<Record<SignalName, Reversibility>>> = {
  destructive_command: 'irreversible',
  remote_code: 'irreversible',
  remote_shell: 'irreversible',
  opaque_payload: 'irreversible',
  unparsable: 'irreversible',
  secret_leaving: 'irreversible',
  data_leaving: 'irreversible',
  unbounded_write: 'irreversible',
  irreversible: 'irreversible',
  outside_message: 'irreversible',
  bulk_message: 'irreversible',
  audit_tampering: 'irreversible',
  unknown_effect: 'irreversible',
  unknown_code: 'irreversible',
  money_leaving: 'externally_reversible',
  large_amount: 'externally_reversible',
  history_rewrite: 'externally_reversible',
  production_change: 'externally_reversible',
  deployment: 'externally_reversible',
  schema_change: 'externally_reversible',
  delegation: 'externally_reversible',
};

/**
 * How far an action can be reversed. Findings only make it worse. A row that is believed replaces what the effect
 * of the name suggests, and any other row makes it worse or leaves it.
 */
export function reversibilityOf(
  effect: Effect,
  known: KnownTool | null,
  readsOnly: boolean,
  signals: readonly SignalName[],
): Reversibility {
  if (readsOnly) return 'read_only';
  const guessed = ofEffects[effect];
  let worst = guessed;
  if (known !== null) {
    const { reversibility } = known.row;
    worst = known.trust === 'raise' ? lessReversible(guessed, reversibility) : reversibility;
  }
  for (const signal of signals) {
    const found = ofSignals[signal];
    if (found !== undefined) worst = lessReversible(worst, found);
  }
  return worst;
}

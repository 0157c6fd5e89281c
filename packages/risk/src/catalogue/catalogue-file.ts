import type { Reversibility, RiskLevel } from '@countersign/protocol/value';
import type { Effect } from '../action/effects.ts';
import type { ActionKind } from '../canonical/action-kind.ts';
import type { PartName, ToolRow } from '../canonical/tool-row.ts';
import type { SignalName } from '../signals.ts';

/** What is known of the tools of one agent or one server. */
export interface CatalogueFile {
  readonly id: string;
  /** The names under which clients commonly mount the server. Empty for the tools that an agent has built in. */
  readonly servers: readonly string[];
  /** Where the names were read: a published package with its version, or documentation. Null: rows only raise. */
  readonly source: string | null;
  readonly rows: readonly ToolRow[];
}

interface Told {
  readonly kind?: ActionKind;
  /** What parameters mean where their own names do not say it. */
  readonly parts?: Readonly<Record<string, PartName>>;
  /** What the tool does every time, whatever its parameters say. */
  readonly raises?: readonly (readonly [signal: SignalName, level: RiskLevel, evidence: string])[];
}

/** Rows of tools that only read. */
export function reads(tools: string, told: Told = {}): readonly ToolRow[] {
  return does('read', 'read_only', tools, told);
}

/** Rows of tools with the same effect and the same reversibility. Spaces separate the names. */
export function does(
  effect: Effect,
  reversibility: Reversibility,
  tools: string,
  { kind = kindsOfEffects[effect] ?? 'mcp.call', parts, raises }: Told = {},
): readonly ToolRow[] {
  return tools
    .trim()
    .split(/\s+/u)
    .map(tool => ({
      tool: tool.toLowerCase(),
      kind,
      effect,
      reversibility,
      ...(parts === undefined ? {} : { parts }),
      ...(raises === undefined
        ? {}
        : { raises: raises.map(([signal, level, evidence]) => ({ signal, level, evidence })) }),
    }));
}

/** Tools whose parameter decides: what they run is read by its grammar, and the tool itself adds nothing. */
export function runs(
  kind: 'shell.exec' | 'code.execute' | 'sql.execute' | 'http.request',
  tools: string,
  parts?: Told['parts'],
): readonly ToolRow[] {
  return does('control', 'reversible', tools, { kind, ...(parts === undefined ? {} : { parts }) });
}

const kindsOfEffects: Partial<Readonly<Record<Effect, ActionKind>>> = {
  pay: 'payment.send',
  charge: 'payment.send',
  refund: 'payment.send',
  send: 'message.send',
};

/** Frequent findings of rows, in one wording. */
export const shared = {
  merges: ['history_rewrite', 'high', 'writes to a shared branch'],
  publishes: ['outside_message', 'high', 'publishes to readers outside'],
  grants: ['access_change', 'high', 'changes who has access'],
  makesKey: ['new_credential', 'high', 'creates a credential'],
  showsKey: ['secret_access', 'high', 'answers with a secret'],
  deploys: ['deployment', 'high', 'changes what runs for users'],
  spends: ['money_leaving', 'high', 'spends money'],
  erases: ['irreversible', 'high', 'deletes without an undo'],
  schedules: ['persistence', 'high', 'runs again later without being asked'],
  opensShop: ['settings_change', 'high', 'changes settings for everyone'],
  sends: ['outside_message', 'high', 'writes to people outside'],
  alters: ['schema_change', 'high', 'changes the structure of a database'],
} as const satisfies Record<string, readonly [SignalName, RiskLevel, string]>;

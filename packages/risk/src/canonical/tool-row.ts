import type { Effect } from '../action/effects.ts';
import { graver } from '../action/effects.ts';
import type { KeyReading } from '../action/parameter-key.ts';
import type { NameReading } from '../action/tool-name.ts';
import type { ActionKind, Reversibility } from './action-kind.ts';

/**
 * What a parameter of a tool means, by the one name under which every judge knows it. A row that says
 * `{ transfer_val: 'amount_cents' }` gives the parameter the meaning of `amount_cents`.
 */
export const partNames = [
  'command',
  'argv',
  'code',
  'sql',
  'path',
  'content',
  'url',
  'method',
  'body',
  'to',
  'amount',
  'amount_cents',
  'count',
  'environment',
  'id',
  'filter',
  'operation',
  'dry_run',
  /** Words for people: never a place, a command or a recipient. */
  'description',
  /** Words for another agent. */
  'prompt',
] as const;

export type PartName = (typeof partNames)[number];

/** One tool of a catalogue: what it does and what its parameters mean. */
export interface ToolRow {
  /** Its name within its server, in lower case, or a pattern in which `*` stands for any letters. */
  readonly tool: string;
  readonly kind: ActionKind;
  readonly effect: Effect;
  readonly reversibility: Reversibility;
  readonly parts?: Readonly<Record<string, PartName>>;
}

/** A row that was found for a call, and whether the server's identity is attested and not only claimed by a name. */
export interface KnownTool {
  readonly row: ToolRow;
  /** Only then may the row lower what the names of tool and parameters say. */
  readonly attested: boolean;
}

/** The name of a tool with the row's effect: in place of what its words say, or where it is graver. */
export function knownName(name: NameReading, { row, attested }: KnownTool): NameReading {
  const effect =
    attested || name.effect === 'unknown' ? row.effect : graver(name.effect, row.effect);
  return { ...name, effect };
}

/** Reads keys as the row says: instead of by their own words, or besides them where the row may only raise. */
export function knownKeys(
  { row, attested }: KnownTool,
  readKey: (key: string) => KeyReading,
): (key: string) => KeyReading {
  const { parts } = row;
  if (parts === undefined) return readKey;
  return key => {
    const own = readKey(key);
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (part === undefined) return own;
    const meant = readKey(part);
    return attested ? meant : { ...meant, roles: meant.roles | own.roles };
  };
}

import type { Reversibility } from '@countersign/protocol/value';
import type { Domain } from '../action/domains.ts';
import { type Effect, effectOfVerb, graver } from '../action/effects.ts';
import type { KeyReading } from '../action/parameter-key.ts';
import type { NameReading } from '../action/tool-name.ts';
import type { Finding } from '../finding.ts';
import type { ActionKind } from './action-kind.ts';

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
  /** What the tool does every time, whatever its parameters say. */
  readonly raises?: readonly Finding[];
}

/**
 * How far a row is believed. `raise`: it has no source and may only raise. `fill`: it also says what a name leaves open,
 * as a verb in the name would. `lower`: the server is attested, or the operator declared the tool, and the row replaces
 * what names say.
 */
type Trust = 'raise' | 'fill' | 'lower';

/** A row that was found for a call, and how far it is believed. */
export interface KnownTool {
  readonly row: ToolRow;
  /** The row is about a tool of the same name on other servers. */
  readonly elsewhere?: true;
  readonly trust: Trust;
}

/** A grammar reads the code of such a tool under any name. So the words of its name keep their meaning. */
const byContent: ReadonlySet<ActionKind> = new Set<ActionKind>([
  'shell.exec',
  'code.execute',
  'sql.execute',
  'http.request',
  'batch.run',
]);

/** The name of a tool with the row's effect: in place of what its words say, or where it is graver. */
export function knownName(name: NameReading, { row, trust }: KnownTool): NameReading {
  if (trust === 'lower' && !byContent.has(row.kind)) return believedName(name, row);
  const fills = trust !== 'raise' && name.effect === 'unknown';
  const effect = fills ? row.effect : graver(name.effect, row.effect);
  return { ...name, effect };
}

/** Parts of the world that a name only suggests. What concerns money and secrets is not given up. */
const suggested: ReadonlySet<Domain> = new Set<Domain>([
  'rights',
  'infra',
  'config',
  'public',
  'merge',
]);

/** The name without the words that say more than the row. */
function believedName(name: NameReading, { effect, reversibility }: ToolRow): NameReading {
  const words = name.words.filter((word, at) => {
    if (at === 0 && word === 'mcp') return false;
    const verb = effectOfVerb.get(word) ?? 'read';
    return graver(verb, 'update') === 'update' || graver(verb, effect) === effect;
  });
  return {
    words,
    phrase: `_${words.join('_')}_`,
    // A record in a bin can be restored, so it is changed and not lost.
    effect: effect === 'delete' && reversibility === 'reversible' ? 'update' : effect,
    domains: new Set([...name.domains].filter(domain => !suggested.has(domain))),
    irreversible: name.irreversible && reversibility === 'irreversible',
    bulk: false,
  };
}

/**
 * Reads keys by the meaning in the row, and not by their own words. A row that may only raise adds its meaning to those
 * words.
 */
export function knownKeys(
  { row, trust }: KnownTool,
  readKey: (key: string) => KeyReading,
): (key: string) => KeyReading {
  const { parts } = row;
  if (parts === undefined) return readKey;
  return key => {
    const own = readKey(key);
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (part === undefined) return own;
    const meant = readKey(part);
    return trust === 'lower' ? meant : { ...meant, roles: meant.roles | own.roles };
  };
}

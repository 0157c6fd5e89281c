import { canonicalize, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import { marksOf } from './marks/marks-of.ts';
import { payeeKeyOf, recordMarks } from './marks/record-marks.ts';
import type { CardAction } from './parameters.ts';
import { type Records, recordsOf } from './records.ts';

/** One action as the row of a table: every parameter is a cell, and what it acts on is one too. */
export function batchRow({ target, parameters }: CardAction): JsonObject {
  const cells: [string, JsonValue][] = Object.entries(parameters as JsonObject).map(
    ([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? canonicalize(value) : value,
    ],
  );
  const { resource } = target;
  return Object.fromEntries(
    resource === null || Object.hasOwn(parameters, 'resource')
      ? cells
      : [...cells, ['resource', resource]],
  );
}

/**
 * The table of several actions of one tool: the values that all of them share, and the values that differ. Null if a
 * table makes no sense.
 */
export function batchTable(actions: readonly CardAction[]): Records | null {
  const [first] = actions;
  if (first === undefined) return null;
  const rows = actions.map(batchRow);
  return recordsOf({ target: first.target, parameters: { rows } as never });
}

/** Why a row has to be decided alone, in words. Empty for the rows that may be decided together (BA-4). */
export function batchExceptions(
  actions: readonly CardAction[],
  earlier: readonly CardAction[],
): readonly (readonly string[])[] {
  const table = batchTable(actions);
  if (table === null) return actions.map(() => ['Its values cannot be compared in a table.']);
  const before = earlier.map(batchRow);
  const marks = recordMarks(table, before.length === 0 ? [] : [before]);
  const rows = table.list.value as readonly JsonObject[];
  const payeeKey = payeeKeyOf(rows);
  const paid = new Set(payeeKey === null ? [] : before.map(row => row[payeeKey]));
  return rows.map((row, index) => {
    const own = `${table.list.pointer}/${index}/`;
    const critical = marksOf(actions[index] as CardAction).filter(
      ({ level }) => level === 'critical',
    );
    const words = [...marks.filter(({ pointer }) => pointer.startsWith(own)), ...critical].map(
      mark => mark.words,
    );
    const isNew = payeeKey !== null && Object.hasOwn(row, payeeKey) && !paid.has(row[payeeKey]);
    const isSaid = words.some(said => said.startsWith('New: '));
    return isNew && !isSaid ? [...words, 'New: this agent has not paid this payee before.'] : words;
  });
}

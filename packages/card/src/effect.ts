import { type Statement, statementsOf } from './sql.ts';

const conditionMax = 160;

/** What a statement does, and where it stands in its text. */
export interface Effect {
  readonly start: number;
  readonly end: number;
  readonly verb: NonNullable<Statement['verb']>;
  readonly table: string;
  /**
   * The rows that the statement affects: those that meet its condition, or all. Null if the statement is neither a
   * delete nor an update.
   */
  readonly rows: { readonly condition: string } | 'all' | null;
}

/** The effects of the statements that are understood, in their order. */
export function effectsOf(text: string): readonly Effect[] {
  return statementsOf(text).flatMap(({ start, end, verb, table, condition }) => {
    if (verb === null || table === null) return [];
    const rows = ((): Effect['rows'] => {
      if (verb !== 'delete' && verb !== 'update') return null;
      if (condition === null) return 'all';
      const written = text.slice(condition.start, condition.end).replaceAll(/\s+/g, ' ');
      return { condition: written.slice(0, conditionMax) };
    })();
    return [{ start, end, verb, table, rows }];
  });
}

import type { FoundRow } from '@countersign/wire/search';
import { csvLine } from './csv-text.ts';

export type ExportFormat = 'csv' | 'json';

/** Where the rows of an export come from, and when it ends before them. */
interface RowSource {
  nextPage(
    limit: number,
    after: string | null,
  ): Promise<{ readonly ids: readonly string[]; readonly next: string | null }>;
  /** Null where the caller may not see the row. */
  rowOf(id: string): Promise<FoundRow | null>;
  readonly signal: AbortSignal;
  isStillPermitted(): Promise<boolean>;
}

const exportedAtOnce = 50;

/** Everything that a search finds. A page is read only after the receiver took the page before it. */
export function exportedRows(format: ExportFormat, source: RowSource): AsyncGenerator<string> {
  const pages = allRows(source);
  return format === 'csv' ? csvChunks(pages) : jsonChunks(pages);
}

/** A page at a time, so that a million rows need no more memory than fifty. */
async function* allRows({
  nextPage,
  rowOf,
  signal,
  isStillPermitted,
}: RowSource): AsyncGenerator<readonly FoundRow[]> {
  let after: string | null = null;
  do {
    if (signal.aborted) return;
    // Thrown, so that the receiver sees a broken answer and no shorter one.
    if (!(await isStillPermitted())) throw new Error('the rights of the caller changed');
    const page: Awaited<ReturnType<RowSource['nextPage']>> = await nextPage(exportedAtOnce, after);
    const rows = await Promise.all(page.ids.map(rowOf));
    yield rows.filter(row => row !== null);
    after = page.next;
  } while (after !== null);
}

const columns: Readonly<Record<string, (row: FoundRow) => string>> = {
  approval_request_id: row => row.approval_request_id,
  requested_at: row => row.requested_at,
  outcome: row => row.ended,
  risk: row => row.risk_level,
  agent: row => row.agent_id,
  tool: row => row.tool_name,
  rule: row => row.rule_id,
  request: row => row.title,
  resource: row => row.target_resource ?? '',
  decided_by: row => row.decided_by.map(({ name }) => name).join('; '),
  reasons: row =>
    row.decided_by.flatMap(({ reason }) => (reason === '' ? [] : [reason])).join('; '),
  found_in: row => row.found?.path ?? '',
};

async function* csvChunks(pages: AsyncIterable<readonly FoundRow[]>): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of pages) {
    yield rows.map(row => csvLine(cells.map(cell => cell(row)))).join('');
  }
}

async function* jsonChunks(pages: AsyncIterable<readonly FoundRow[]>): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${rows.map(row => JSON.stringify(row)).join(',\n')}`;
    isFirst = false;
  }
  yield '\n]\n';
}

import { type Frontier, type LogRow, logVerifier } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import type { StreamHead } from '@countersign/protocol/stream';
import type { LogStore } from './log-store.ts';

/**
 * Checks events as an auditor will: each text has the digest it is kept under and names its place, and each
 * stream goes on where the logs end for it. What passes is never refused later by `logVerifier`.
 */
export async function checkRows(
  store: Pick<LogStore, 'findLeaves'>,
  frontier: Frontier,
  rows: readonly LogRow[],
): Promise<Result<Frontier>> {
  const verifier = logVerifier({ frontier, heads: await headsBefore(store, rows) });
  for (const row of rows) {
    const verdict = verifier.add(row);
    if (!verdict.ok) {
      const { code, detail } = verdict.refusal;
      const where = `version ${row.version} of ${row.stream}`;
      return { ok: false, refusal: { code, detail: `${detail} (${where})` } };
    }
  }
  return { ok: true, value: verifier.frontier() };
}

/** Where the logs end for each of these streams. */
async function headsBefore(
  store: Pick<LogStore, 'findLeaves'>,
  rows: readonly LogRow[],
): Promise<Map<string, StreamHead>> {
  const seen = new Set<string>();
  const places = [];
  for (const { stream, version } of rows) {
    if (!seen.has(stream) && version > 1) places.push({ stream, version: version - 1 });
    seen.add(stream);
  }
  const heads = new Map<string, StreamHead>();
  if (places.length === 0) return heads;
  for (const { stream, version, event_digest } of await store.findLeaves(places)) {
    heads.set(stream, { version, event_digest });
  }
  return heads;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type AnchorMark, parseAnchorMark } from '@countersign/protocol/log';

/** A mark that the store has come that far. */
export function sampleMark(count: number, change: Partial<AnchorMark> = {}): AnchorMark {
  return parseAnchorMark({
    version: '1',
    store_id: 'store_00000000000040008000000000000001',
    epoch: 1,
    consumed_count: count,
    last:
      count === 0
        ? null
        : { stream: `request/${count}`, version: 5, event_digest: `sha256:${'a'.repeat(64)}` },
    advanced_at: '2026-11-15T12:00:00.000Z',
    ...change,
  });
}

/** A folder that is gone after the test. */
export function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-outside-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

import type { CheckpointSink } from './log-ports.ts';
import type { LogStore } from './log-store.ts';

const pageSize = 100;

/**
 * Gives the sink every checkpoint that was saved and not yet published. One that was given before a crash is given
 * again. Returns why the sink did not take one, or null. The log continues either way, and the next step tries again.
 */
export async function publishCheckpoints(
  store: Pick<LogStore, 'listUnpublished' | 'markPublished'>,
  sink: CheckpointSink,
): Promise<string | null> {
  for (;;) {
    const checkpoints = await store.listUnpublished(pageSize);
    for (const { epoch, size, note } of checkpoints) {
      try {
        await sink.publish(note);
      } catch (error) {
        return error instanceof Error ? error.message : 'the sink did not take a checkpoint';
      }
      await store.markPublished({ epoch, size });
    }
    if (checkpoints.length < pageSize) return null;
  }
}

import { flushDecisions, sequenceEvents } from '@countersign/coordinator';
import type { StartedServer } from './started-server.ts';

/** Adds everything that was answered to the log, without waiting for the job of the server. */
export async function sequenceAnswers({ app }: Pick<StartedServer, 'app'>): Promise<void> {
  const { context, signer, logName } = app;
  await flushDecisions(context);
  const sink = { publish: async () => undefined };
  while ((await context.store.listUnsequenced(1)).length > 0) {
    // The job of the server may be faster, and then nothing is left.
    await sequenceEvents({ store: context.store, signer: signer.noteSigner(logName), sink });
  }
}

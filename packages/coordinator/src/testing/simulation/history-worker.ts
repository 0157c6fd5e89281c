// A thread that lives through the stretches of histories it is given, on the model store.

import { parentPort } from 'node:worker_threads';
import { modelStores } from './model-store-factory.ts';
import { runHistories } from './run-histories.ts';

parentPort?.on('message', async ({ first, histories }: { first: number; histories: number }) => {
  parentPort?.postMessage(await runHistories(first, histories, modelStores()));
});

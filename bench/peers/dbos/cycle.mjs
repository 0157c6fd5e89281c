// DBOS: a workflow that waits for a message of approval, then runs the tool as a step.
// node cycle.mjs <connection string>

import { DBOS } from '@dbos-inc/dbos-sdk';
import { answerCommands } from '../../measure/answer-commands.ts';
import { runClosedLoop } from '../../measure/closed-loop.ts';

let ran = 0;
const workflow = DBOS.registerWorkflow(
  async () => {
    const approved = await DBOS.recv('approval', 60);
    if (!approved) return 'not approved';
    return DBOS.runStep(
      async () => {
        ran++;
        return 'sent';
      },
      { name: 'tool' },
    );
  },
  { name: 'approved-tool' },
);

DBOS.setConfig({
  name: 'countersign-peer',
  systemDatabaseUrl: process.argv[2],
  systemDatabasePoolSize: 32,
  // Its own words would stand between the lines of the protocol.
  logger: { info() {}, debug() {}, warn() {}, error: message => console.error(message) },
});
await DBOS.launch();

const args = { amount: 4200, currency: 'USD', memo: 'x'.repeat(960) };

async function pause() {
  return DBOS.startWorkflow(workflow, { workflowID: crypto.randomUUID() })(args);
}

async function cycle() {
  const handle = await pause();
  await DBOS.send(handle.workflowID, true, 'approval');
  if ((await handle.getResult()) !== 'sent') throw new Error('the cycle did not end as it should');
}

await answerCommands({
  cycles: ({ seconds, callers }) => runClosedLoop({ seconds, callers, work: cycle }),
  runOnce: async () => {
    const handle = await pause();
    ran = 0;
    const resume = () => DBOS.send(handle.workflowID, true, 'approval');
    await Promise.allSettled(Array.from({ length: 4 }, resume));
    await handle.getResult();
    return { ran };
  },
});
await DBOS.shutdown();

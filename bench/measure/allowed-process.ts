// Allowed calls of an embedded gate, in a process of their own: `allowed-process.ts <folder>`.

import { join } from 'node:path';
import { embed } from '@countersign/embedded';
import { allowedInput, allowedTool, allowingPolicy } from './allowed-call.ts';
import { answerCommands } from './answer-commands.ts';
import { runClosedLoop } from './closed-loop.ts';

const [folder = ''] = process.argv.slice(2);
const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text: allowingPolicy }];
const gate = await embed({ data: join(folder, 'data'), policy, agent: 'bench' });
const call = gate.tool(allowedTool, async ({ account }: typeof allowedInput) => `${account}: 7`);
let made = 0;

await answerCommands<{ seconds: number; callers: number }>({
  calls: loop =>
    runClosedLoop({ ...loop, work: () => call(allowedInput, { key: `call-${made++}` }) }),
});
await gate.close();

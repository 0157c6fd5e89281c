// A program of its own: an agent that is allowed a command and is killed at the moment it names, which is before the
// approval is used, after it was used and before the command starts, or while the command runs.
import { join } from 'node:path';
import { embed } from '@countersign/embedded';
import { shellExecute } from '@countersign/shell';
import { shellPolicy } from './shell-world.ts';

const [root = '', moment = ''] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('it was not killed');
};
const gate = await embed({
  data: join(root, 'data'),
  policy: [{ name: 'policy.yaml', text: shellPolicy, layer: 'operator' }],
  agent: 'coding-agent',
  decider: {
    person: { name: 'Ada', roles: ['owner'] },
    decide: () => (moment === 'asked' ? die() : { decision: 'allow' }),
  },
});
const result = await shellExecute('echo ran >> effects; echo started', {
  gate: {
    ...gate,
    run: (action, run, options) => gate.run(action, moment === 'consumed' ? die : run, options),
  },
  cwd: root,
  key: 'once',
  onOutput: () => (moment === 'running' ? die() : undefined),
});
await gate.close();
process.send?.(result);
process.disconnect?.();

import type { PersonId } from '@countersign/protocol/value';
import { type StartedOptions, startedServer } from './started-server.ts';

/** What a process is started with: everything of a started server that can be written down. */
export type ProgramOptions = Pick<
  StartedOptions,
  'database' | 'folder' | 'policy' | 'port' | 'settings'
>;

/** What the parent asks for besides calls over HTTP: people and keys, which a test cannot come by otherwise. */
export type Question =
  | { readonly make: 'person'; readonly roles: readonly string[] }
  | {
      readonly make: 'apiKey';
      readonly verbs: readonly ('propose' | 'consume' | 'observe')[];
      readonly agent_ids?: readonly string[];
      readonly subject_ids?: readonly PersonId[];
      readonly executor?: string;
      readonly owner?: PersonId;
    };

const options = JSON.parse(process.argv[2] ?? '{}') as ProgramOptions;
const server = await startedServer({
  ...options,
  logTo: line => /"level":[56]0/.test(line) && process.stderr.write(line),
});

process.on('message', async ({ id, asked }: { id: number; asked: Question }) => {
  const answer =
    asked.make === 'person' ? await server.person(asked.roles) : await server.apiKey(asked);
  process.send?.({ id, answer });
});
// No process is left that could end it.
process.once('disconnect', () => process.exit());
process.once('SIGTERM', async () => {
  await server.close();
  process.disconnect();
});
process.send?.({ ready: true, heldBack: server.heldBack });

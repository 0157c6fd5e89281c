import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';
import { showProgress } from '../terminal/progress.ts';
import { serverLine } from '../terminal/server-line.ts';

export const serveCommand: CommandModule = {
  name: 'serve',
  register(parent, io) {
    const command = parent
      .command('serve')
      .summary('start the server and the inbox')
      .description('Serves agents and people until it is stopped.')
      .option('--json', 'print everything as JSON, one object per line')
      .action((options: { readonly json?: boolean }, self: Command) => act(io, self, options));
    addHelp(addServerOptions(command), {
      examples: [
        ['countersign serve', 'with ./policy.yaml and ./countersign-data, on port 7319'],
        ['countersign serve --policy rules/ --port 8080', 'a folder of policies, another port'],
        ['countersign serve --config server.yaml', 'everything from a file'],
      ],
    });
  },
};

async function act(
  io: CommandIo,
  command: Command,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const out = output(io, json);
  const ready = showProgress(io, 'Starting …');
  const print = (line: string): void => {
    ready();
    const [url = null] = /https?:\/\/\S+/.exec(line) ?? [];
    out.jsonLine({ said: line, url });
    out.line(serverLine(line));
  };
  const { serve } = await import('@countersign/server');
  const stopped = (): Promise<void> =>
    new Promise(stop => {
      if (io.signal.aborted) stop();
      else io.signal.addEventListener('abort', () => stop(), { once: true });
    });
  try {
    await serve(await describedServer(io, command, print), stopped);
  } catch (error) {
    ready();
    if (!(error instanceof Error && /^There is no policy at /.test(error.message))) throw error;
    throw new CommandRefused('failed', error.message, 'Write one to begin with: countersign init');
  }
}

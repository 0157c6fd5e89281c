import { approveShown } from '../card/approve-shown.ts';
import { cardLines } from '../card/card-lines.ts';
import { findRequest } from '../card/find-request.ts';
import { readShown } from '../card/read-shown.ts';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly code?: string;
  readonly wait: boolean;
}

export const approveCommand: CommandModule = {
  name: 'approve',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('approve')
      .summary('show a request in full, and approve it with its short code')
      .description(
        'Shows a request in full. You approve it by typing its short code. If the stage requires a passkey, the decision continues in the browser.',
      )
      .argument('<request>', 'the id of the request, its beginning, or its short code')
      .option('--code <code>', 'the short code that you were shown, instead of typing it')
      .option('--no-wait', 'do not wait for a decision that is made in the browser');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign approve ar_4f1c', 'read the card, then type its short code'],
        ['countersign approve ar_4f1c --code 7GQ4-0ZKM', 'the same, without being asked'],
      ],
      exits: ['denied', 'pending', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api, server } = await personApi(io, options);
  const shown = await readShown(api, await findRequest(api, named, io.signal), io.signal);
  // A request that is over needs no reading, because it cannot be decided.
  if (!out.isJson && shown.facts.status === 'pending') {
    const layout = { columns: io.columns, now: io.now(), full: true };
    for (const line of cardLines(shown, layout)) out.line(line);
    out.line();
  }
  await approveShown(io, out, { api, server, code: options.code, wait: options.wait }, shown);
}

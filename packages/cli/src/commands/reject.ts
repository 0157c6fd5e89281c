import { Option } from 'commander';
import { findRequest } from '../card/find-request.ts';
import { readShown } from '../card/read-shown.ts';
import { rejectShown } from '../card/reject-shown.ts';
import { titleText } from '../card/title-text.ts';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { bold, dim, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly reason?: string;
  readonly fix?: boolean;
  readonly never?: boolean;
}

export const rejectCommand: CommandModule = {
  name: 'reject',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('reject')
      .summary('reject a request; the agent reads your reason')
      .description('Rejects a request. One rejection ends it; the agent is told your reason.')
      .argument('<request>', 'the id of the request, its beginning, or its short code')
      .option('--reason <words>', 'the reason; the command asks for it if it is missing')
      .addOption(
        new Option('--fix', 'let the agent ask again with a changed action').conflicts('never'),
      )
      .option('--never', 'close the case, and refuse the action until an operator lifts that');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign reject ar_4f1c', 'you are asked for the reason'],
        ['countersign reject ar_4f1c --fix --reason "wrong account"', 'without being asked'],
        ['countersign reject ar_4f1c --never --reason "not ours to pay"', 'for good'],
      ],
      exits: ['denied', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api, server } = await personApi(io, options);
  const shown = await readShown(api, await findRequest(api, named, io.signal), io.signal);
  out.line(text`${bold(titleText(shown))}  ${dim(shown.facts.approval_request_id)}`);
  const choice = options.never ? 'never' : options.fix ? 'fix' : undefined;
  await rejectShown(io, out, { api, server, reason: options.reason, choice }, shown);
}

import { findRequest } from '../card/find-request.ts';
import { reasonFor } from '../card/reason-for.ts';
import { printOutcome } from '../card/tell-outcome.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { exitOfCode } from '../explain-error.ts';
import { personApi } from '../session/person-api.ts';
import { whichServer } from '../session/which-server.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly reason?: string;
}

export const cancelCommand: CommandModule = {
  name: 'cancel',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('cancel')
      .summary('withdraw a pending request')
      .description(
        'Withdraws a pending request. The person it acts for, an operator, and (with COUNTERSIGN_KEY) the agent that asked may do this. To deny the action, use reject.',
      )
      .argument('<request>', 'the id of the request, or its beginning')
      .option('--reason <words>', 'the reason; the command asks for it if it is missing');
    addHelp(addServer(addJson(command)), {
      examples: [['countersign cancel ar_4f1c --reason "no longer needed"', 'withdraw it']],
      exits: ['denied', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const key = io.env['COUNTERSIGN_KEY'];
  const words = 'Why is it withdrawn?';
  if (key !== undefined && key !== '') {
    const reason = await reasonFor(io, out, options.reason, words);
    const { httpTransport } = await import('@countersign/client');
    const agent = httpTransport({ url: whichServer(io, options), key });
    const cancelled = await agent.cancel(named, reason, { signal: io.signal });
    if (!cancelled.ok) {
      const { code, detail } = cancelled.refusal;
      throw new CommandRefused(
        exitOfCode(code, 400),
        `It was not withdrawn: ${detail}.`,
        null,
        code,
      );
    }
    printOutcome(out, cancelled.value, true);
    out.json(cancelled.value);
    return;
  }
  const { api } = await personApi(io, options);
  const id = await findRequest(api, named, io.signal);
  const reason = await reasonFor(io, out, options.reason, words);
  const facts = await api.cancel(id, reason, { signal: io.signal });
  printOutcome(out, facts, true);
  out.json(facts);
}

import { findRequest } from '../card/find-request.ts';
import { reasonFor } from '../card/reason-for.ts';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly reason?: string;
}

export const liftRejectionCommand: CommandModule = {
  name: 'lift-rejection',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('lift-rejection')
      .summary('let an action be asked again that was rejected for good')
      .description(
        'Lifts a rejection that was for good. Only an operator may do this, and confirms it in the browser. It approves nothing: the agent may ask for the action again.',
      )
      .argument('<request>', 'the id of the rejected request, or its beginning')
      .option('--reason <words>', 'the reason; the command asks for it if it is missing');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign inbox --status denied', 'find the rejected request'],
        ['countersign lift-rejection ar_4f1c --reason "the vendor was verified"', 'lift it'],
      ],
      exits: ['not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const reason = await reasonFor(io, out, options.reason, 'Why is the rejection lifted?');
  const facts = await withFreshProof(io, out, options, async ({ api }) => {
    const id = await findRequest(api, named, io.signal);
    return api.liftRejection(id, reason, { signal: io.signal });
  });
  out.json(facts);
  out.line(
    text`${green('✓')} ${bold('Lifted.')} The agent may ask for it again. Nothing was approved. ${dim(facts.approval_request_id)}`,
  );
}

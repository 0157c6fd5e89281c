import { delegationCalls } from '@countersign/client/people';
import { reasonFor } from '../card/reason-for.ts';
import { type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
  readonly reason?: string;
}

const exits = ['not_permitted', 'unreachable', 'interrupted'] as const;

export const delegationCommand: CommandModule = {
  name: 'delegation',
  register(parent, io) {
    const command = parent
      .command('delegation')
      .summary('list and end delegations')
      .description(
        'Lists who decides on behalf of whom, and ends a delegation. A delegation is made in the browser, with a passkey. Without arguments, it lists them.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list the delegations that are not over')
      .description('Lists the delegations that are not over, the one that ends first in front.')
      .action((options: Options) => listAll(io, options));
    addHelp(addJson(addServer(list)), {
      examples: [['countersign delegation', 'who decides on behalf of whom']],
      exits,
    });
    const end = command
      .command('end <delegation>')
      .summary('end a delegation at once')
      .description(
        'Ends a delegation at once. What was decided under it and was not started does not start. The delegator, the delegate and operators may end it.',
      )
      .option('--reason <words>', 'the reason; it is kept permanently')
      .action((id: string, options: Options) => endOne(io, id, options));
    addHelp(addJson(addServer(end)), {
      examples: [['countersign delegation end dlg_0f… --reason "back at work"', 'at once']],
      exits,
    });
  },
};

async function listAll(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { delegations } = await api.with(delegationCalls).listDelegations({ signal: io.signal });
  out.json({ delegations });
  if (delegations.length === 0) return out.line('No one decides on behalf of another person.');
  out.table(
    delegations.map(each => [
      each.delegate.name,
      each.person.name,
      each.roles.join(', '),
      each.starts_at,
      each.ends_at,
      dim(each.delegation_id),
    ]),
    { head: ['decides', 'on behalf of', 'as', 'from', 'until', 'delegation'] },
  );
}

async function endOne(io: CommandIo, id: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const reason = await reasonFor(io, out, options.reason, 'Why does it end?');
  const ended = await api.with(delegationCalls).revokeDelegation(id, reason, { signal: io.signal });
  out.json(ended);
  out.line(text`${green('✓')} ${bold(ended.delegation_id)} has ended`);
}

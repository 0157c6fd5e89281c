import type { CommandModule } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';

const exits = ['not_permitted', 'unreachable', 'interrupted'] as const;

export interface LockOptions {
  readonly url?: string;
  readonly json?: boolean;
  readonly reason?: string;
}

const kinds = [
  {
    kind: 'agent',
    form: 'agent <name>',
    summary: 'lock an agent',
    description:
      'Locks an agent. It proposes nothing more, its questions close, and its unused approvals are revoked.',
    example: 'countersign lock agent billing-agent --reason "pays to changed accounts"',
  },
  {
    kind: 'person',
    form: 'person <person>',
    summary: 'lock a person',
    description:
      'Locks a person, named by id, e-mail address or name. Their sessions end, they decide nothing, and their agents and keys are refused.',
    example: 'countersign lock person ada@example.com --reason "the laptop was stolen"',
  },
  {
    kind: 'key',
    form: 'key <key>',
    summary: 'lock a key',
    description: 'Locks a key, named by id or label. Every call with it is refused.',
    example: 'countersign lock key billing --reason "it was in a log file"',
  },
  {
    kind: 'everything',
    form: 'everything',
    summary: 'lock everything',
    description:
      'Locks everything. Nothing is proposed, decided or consumed. Every session ends, yours too. People can sign in again to read and to lift the lock.',
    example: 'countersign lock everything --reason "we do not know how far this goes"',
  },
] as const;

export type LockKind = (typeof kinds)[number]['kind'];

export const lockCommand: CommandModule = {
  name: 'lock',
  register(parent, io) {
    const command = parent
      .command('lock')
      .summary('stop an agent, a person, a key or everything, at once')
      .description(
        'Stops an agent, a person, a key or everything, at once. What has started is not stopped. An operator lifts a lock in the browser. Without arguments, it lists the locks in force.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list the locks in force')
      .description('Lists the locks in force.')
      .action(async (options: LockOptions) => {
        const { listLocks } = await import('../locks.ts');
        await listLocks(io, options);
      });
    addHelp(addJson(addServer(list)), {
      examples: [['countersign lock', 'what is locked']],
      exits,
    });
    for (const { kind, form, summary, description, example } of kinds) {
      const place = command
        .command(form)
        .summary(summary)
        .description(description)
        .option(
          '--reason <words>',
          'the reason; everyone whom it concerns reads it, the agent too',
        );
      const run = async (named: string | null, options: LockOptions) => {
        const { placeLock } = await import('../locks.ts');
        await placeLock(io, kind, named, options);
      };
      place.action(
        kind === 'everything'
          ? (options: LockOptions) => run(null, options)
          : (named: string, options: LockOptions) => run(named, options),
      );
      addHelp(addJson(addServer(place)), { examples: [[example, 'at once']], exits });
    }
  },
};

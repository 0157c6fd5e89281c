import type { CommandModule } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';

const exits = ['not_permitted', 'unreachable'] as const;

export interface PeopleOptions {
  readonly url?: string;
  readonly json?: boolean;
}

export interface InviteOptions extends PeopleOptions {
  readonly email?: string;
  readonly role?: readonly string[];
}

export const peopleCommand: CommandModule = {
  name: 'people',
  register(parent, io) {
    const command = parent
      .command('people')
      .summary('who decides, and with which roles')
      .description(
        'Who is here and what they may decide. Changing any of it takes an operator who signed in within the last minutes. A person is named by id, by e-mail address or by name.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('everybody, with roles')
      .description('Lists everybody, with their roles.')
      .option('--all', 'those who may no longer act too')
      .action(async (options: PeopleOptions & { readonly all?: boolean }) => {
        const { listPeople } = await import('../directory.ts');
        await listPeople(io, options);
      });
    addHelp(addJson(addServer(list)), { examples: [['countersign people', 'who is here']], exits });

    const invite = command
      .command('invite <name>')
      .summary('a link that lets somebody in, once')
      .description(
        'Makes a link that lets one person in, once. Whoever opens it becomes that person, so send it to them alone.',
      )
      .option('--email <address>', 'their address; nothing is sent to it')
      .option('--role <role>', 'a role of theirs; may be repeated', collected)
      .action(async (name: string, options: InviteOptions) => {
        const { invitePerson } = await import('../directory.ts');
        await invitePerson(io, name, options);
      });
    addHelp(addJson(addServer(invite)), {
      examples: [
        ['countersign people invite "Ada Lovelace" --role reviewer', 'somebody who decides'],
        ['countersign people invite Grace --role finance --role operator', 'with two roles'],
      ],
      exits,
    });

    const roles = command
      .command('roles <person> <roles...>')
      .summary('set the roles of somebody')
      .description(
        'Sets the roles of a person; those they had and that are not named are gone. The word none takes all away.',
      )
      .action(async (person: string, given: readonly string[], options: PeopleOptions) => {
        const { setRoles } = await import('../directory.ts');
        await setRoles(io, person, given.length === 1 && given[0] === 'none' ? [] : given, options);
      });
    addHelp(addJson(addServer(roles)), {
      examples: [
        ['countersign people roles ada@example.com reviewer finance', 'exactly these two'],
      ],
      exits,
    });

    for (const [name, active, does] of [
      [
        'deactivate',
        false,
        'Ends what a person may do, at once: their sessions and their say in what is open.',
      ],
      ['activate', true, 'Lets a person act again who was deactivated.'],
    ] as const) {
      const change = command
        .command(`${name} <person>`)
        .summary(active ? 'let somebody act again' : 'end what somebody may do')
        .description(does)
        .action(async (person: string, options: PeopleOptions) => {
          const { setActive } = await import('../directory.ts');
          await setActive(io, person, active, options);
        });
      addHelp(addJson(addServer(change)), {
        examples: [[`countersign people ${name} ada@example.com`, 'by e-mail address']],
        exits,
      });
    }
  },
};

function collected(given: string, all: readonly string[] = []): readonly string[] {
  return [...all, given];
}

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
      .summary('manage people and their roles')
      .description(
        'Manages people and what they may decide. Only an operator can change this, and confirms each change in the browser. Name a person by id, e-mail address or name.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list people and their roles')
      .description('Lists people and their roles.')
      .option('--all', 'include deactivated people')
      .action(async (options: PeopleOptions & { readonly all?: boolean }) => {
        const { listPeople } = await import('../directory.ts');
        await listPeople(io, options);
      });
    addHelp(addJson(addServer(list)), { examples: [['countersign people', 'who is here']], exits });

    const invite = command
      .command('invite <name>')
      .summary('make a link that lets one person in, once')
      .description(
        'Makes a link that lets one person in, once. Anyone who opens it first becomes that person, so send it only to them.',
      )
      .option('--email <address>', 'their e-mail address; no mail is sent')
      .option('--role <role>', 'a role of the person; may be repeated', collected)
      .action(async (name: string, options: InviteOptions) => {
        const { invitePerson } = await import('../directory.ts');
        await invitePerson(io, name, options);
      });
    addHelp(addJson(addServer(invite)), {
      examples: [
        ['countersign people invite "Ada Lovelace" --role reviewer', 'a person who decides'],
        ['countersign people invite Grace --role finance --role operator', 'with two roles'],
      ],
      exits,
    });

    const invitations = command
      .command('invitations')
      .summary('list links that no one has used')
      .description(
        'Lists the links that no one has used. A link that expired is listed for seven days more.',
      )
      .action(async (options: PeopleOptions) => {
        const { listInvitations } = await import('../directory.ts');
        await listInvitations(io, options);
      });
    addHelp(addJson(addServer(invitations)), {
      examples: [['countersign people invitations', 'the open links']],
      exits,
    });

    const revoke = command
      .command('revoke-invitation <id>')
      .summary('make a link open nothing any more')
      .description('Revokes a link before a person uses it.')
      .action(async (id: string, options: PeopleOptions) => {
        const { revokeInvitation } = await import('../directory.ts');
        await revokeInvitation(io, id, options);
      });
    addHelp(addJson(addServer(revoke)), {
      examples: [['countersign people revoke-invitation invitation_1f2e', 'this link']],
      exits,
    });

    const roles = command
      .command('roles <person> <roles...>')
      .summary('set the roles of a person')
      .description(
        'Sets the roles of a person. Roles that are not named are removed. The word none removes all of them.',
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
        'Deactivates a person immediately. Their sessions end, and they can no longer decide open requests.',
      ],
      ['activate', true, 'Lets a deactivated person act again.'],
    ] as const) {
      const change = command
        .command(`${name} <person>`)
        .summary(active ? 'let a deactivated person act again' : 'deactivate a person')
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

import { type CommandIo, type CommandModule, CommandRefused } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { registerSigningKeys } from './keys-signing.ts';

const exits = ['not_permitted', 'unreachable'] as const;

export const verbs = ['propose', 'consume', 'observe', 'edge'] as const;
export type Verb = (typeof verbs)[number];

export interface KeyOptions {
  readonly url?: string;
  readonly json?: boolean;
}

export interface MakeOptions extends KeyOptions {
  readonly agent?: readonly string[];
  readonly subject?: readonly string[];
  readonly toolServer?: string;
  readonly executor?: string;
  readonly edge?: string;
  readonly verb?: readonly Verb[];
  readonly expires?: string;
}

export const keysCommand: CommandModule = {
  name: 'keys',
  register(parent, io) {
    const command = parent
      .command('keys')
      .summary('manage API keys and signing keys')
      .description(
        'Manages the credentials of programs and the signing keys of the server. Only an operator who signed in within the last minutes can change them.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list credentials: API keys, services, passkeys')
      .description('Lists credentials. An operator sees all of them, everyone else sees their own.')
      .option('--all', 'include revoked ones')
      .action(async (options: KeyOptions & { readonly all?: boolean }) => {
        const { listCredentials } = await import('../credentials.ts');
        await listCredentials(io, options);
      });
    addHelp(addJson(addServer(list)), {
      examples: [['countersign keys', 'the credentials that work now']],
      exits,
    });

    const make = command
      .command('make <label>')
      .summary('make an API key; it is shown once')
      .description('Makes an API key for agents, for an executor, or for both. It is shown once.')
      .option(
        '--agent <id>',
        'an agent that the key proposes and observes as; may be repeated',
        collected,
      )
      .option(
        '--subject <person>',
        'a person, besides the owner, that the key acts for; may be repeated',
        collected,
      )
      .option('--tool-server <name>', 'the server whose tools the key calls, and attests')
      .option('--executor <name>', 'the executor whose approvals it consumes')
      .option(
        '--edge <folder>',
        'let it evaluate policy itself, with the key in the folder, made if needed',
      )
      .option('--verb <verb>', `one of ${verbs.join(', ')}; may be repeated`, collectedVerb)
      .option('--expires <moment>', 'when it ends, such as 2027-01-31T00:00:00.000Z')
      .action(async (label: string, options: MakeOptions) => {
        const { makeKey } = await import('../credentials.ts');
        await makeKey(io, label, options);
      });
    addHelp(addJson(addServer(make)), {
      examples: [
        ['countersign keys make billing --agent billing-bot', 'an agent that asks'],
        [
          'countersign keys make billing --agent billing-bot --executor billing',
          'one that asks and runs what was approved',
        ],
        ['countersign keys make payer --executor billing', 'an executor of its own'],
      ],
      exits,
    });
    registerChanges(command, io);
    registerSigningKeys(command, io);
  },
};

function registerChanges(command: Parameters<CommandModule['register']>[0], io: CommandIo): void {
  const rotate = command
    .command('rotate <credential>')
    .summary('replace a key by a new one with the same rights')
    .description(
      'Makes a new key or service secret with the same rights, shows it once, and revokes the old one.',
    )
    .option('--keep', 'keep the old key valid until you revoke it')
    .action(async (id: string, options: KeyOptions & { readonly keep?: boolean }) => {
      const { rotateKey } = await import('../credentials.ts');
      await rotateKey(io, id, options);
    });
  addHelp(addJson(addServer(rotate)), {
    examples: [
      ['countersign keys rotate <credential> --keep', 'change keys without an interruption'],
    ],
    exits,
  });
  const revoke = command
    .command('revoke <credential>')
    .summary('revoke a credential immediately and permanently')
    .description('Revokes a credential immediately and permanently. The reason is kept.')
    .requiredOption('--reason <text>', 'the reason; it is kept permanently')
    .action(async (id: string, options: KeyOptions & { readonly reason: string }) => {
      const { revokeKey } = await import('../credentials.ts');
      await revokeKey(io, id, options);
    });
  addHelp(addJson(addServer(revoke)), {
    examples: [['countersign keys revoke <credential> --reason "it leaked"', 'revoke it']],
    exits,
  });
}

function collected(given: string, all: readonly string[] = []): readonly string[] {
  return [...all, given];
}

function collectedVerb(given: string, all: readonly Verb[] = []): readonly Verb[] {
  const verb = verbs.find(each => each === given);
  if (verb === undefined) {
    throw new CommandRefused('usage', `--verb: expected one of ${verbs.join(', ')}.`);
  }
  return [...all, verb];
}

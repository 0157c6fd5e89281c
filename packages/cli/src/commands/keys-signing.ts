import type { Command, CommandIo } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { dim, green, red, text, yellow } from '../terminal/styled-text.ts';
import { shortMoment } from '../terminal/time-left.ts';
import type { KeyOptions } from './keys.ts';

const exits = ['not_permitted', 'unreachable'] as const;

/** `keys signing`: what the server signs approvals and its log with. */
export function registerSigningKeys(parent: Command, io: CommandIo): void {
  const command = parent
    .command('signing')
    .summary('manage the signing keys of the server')
    .description('The keys that grants, requests and the log are signed with.');
  const list = command
    .command('list', { isDefault: true })
    .summary('list every signing key, past and present')
    .description('Lists every signing key, past and present. Anyone may read them.')
    .action((options: KeyOptions) => listSigning(io, options));
  addHelp(addJson(addServer(list)), {
    examples: [['countersign keys signing', 'which key signs now']],
    exits,
  });
  const rotate = command
    .command('rotate')
    .summary('publish the next signing key')
    .description(
      'Publishes the next signing key. It starts signing after verifiers had time to learn about it.',
    )
    .action((options: KeyOptions) => rotateSigning(io, options));
  addHelp(addJson(addServer(rotate)), {
    examples: [['countersign keys signing rotate', 'start the change to a new key']],
    exits,
  });
  const revoke = command
    .command('revoke <kid>')
    .summary('revoke a signing key immediately')
    .description('Revokes a signing key immediately. Later signatures of it are refused.')
    .requiredOption('--reason <text>', 'the reason; it is kept permanently')
    .action((kid: string, options: KeyOptions & { readonly reason: string }) =>
      revokeSigning(io, kid, options),
    );
  addHelp(addJson(addServer(revoke)), {
    examples: [['countersign keys signing revoke <kid> --reason "the disk was stolen"', 'end it']],
    exits,
  });
}

async function listSigning(io: CommandIo, options: KeyOptions): Promise<void> {
  const out = output(io, options.json);
  const { whichServer } = await import('../session/which-server.ts');
  const { openApi } = await import('../session/person-api.ts');
  const found = await (await openApi(whichServer(io, options))).listKeys({ signal: io.signal });
  out.json(found);
  const now = io.now().toISOString();
  out.table(
    found.keys.map(({ kid, not_before, not_after, revoked_at }) => [
      revoked_at !== null
        ? red('revoked')
        : not_before > now
          ? yellow('coming')
          : not_after !== null && not_after <= now
            ? dim('over')
            : green('in use'),
      kid,
      dim(
        `from ${shortMoment(not_before)}${not_after === null ? '' : ` to ${shortMoment(not_after)}`}`,
      ),
    ]),
  );
  out.line(dim(`issuer ${found.issuer}, log ${found.log_name}`));
}

async function rotateSigning(io: CommandIo, options: KeyOptions): Promise<void> {
  const out = output(io, options.json);
  const { withFreshProof } = await import('../session/with-fresh-proof.ts');
  const key = await withFreshProof(io, out, options, ({ api }) =>
    api.rotateKeys({ signal: io.signal }),
  );
  out.json(key);
  out.line(
    text`${green('✓')} ${key.kid} is published; it signs from ${shortMoment(key.not_before)}`,
  );
}

async function revokeSigning(
  io: CommandIo,
  kid: string,
  options: KeyOptions & { readonly reason: string },
): Promise<void> {
  const out = output(io, options.json);
  const { withFreshProof } = await import('../session/with-fresh-proof.ts');
  const key = await withFreshProof(io, out, options, ({ api }) =>
    api.revokeKey(kid, options.reason, { signal: io.signal }),
  );
  out.json(key);
  out.line(text`${green('✓')} ${kid} is revoked.`);
}

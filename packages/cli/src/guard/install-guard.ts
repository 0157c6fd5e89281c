import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Installation, Installer, Place, Scope } from '@countersign/guard';
import { showDifference } from '../changed-file.ts';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { whichServer } from '../session/which-server.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { askConfirm } from '../terminal/prompts.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';
import { codexHooks } from './codex-trust.ts';
import { findProgram } from './find-program.ts';
import { ownCommand, programFile, programText, readSetup, setupFile } from './guard-setup.ts';
import {
  applyChange,
  type FileChange,
  readGuarded,
  undoChange,
  writePrivate,
} from './guarded-files.ts';

export interface GuardOptions {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly managed?: boolean;
  readonly remove?: boolean;
  readonly headless?: boolean;
  readonly write?: boolean;
  readonly url?: string;
  readonly name?: string;
  readonly keyFile?: string;
  readonly starter?: string;
  readonly program?: string;
  readonly json?: boolean;
}

export async function findInstaller(agent: string): Promise<Installer> {
  const { installers } = await import('@countersign/guard');
  const installer = installers.find(each => each.agent === agent);
  if (installer !== undefined) return installer;
  const known = installers.map(each => each.agent).join(', ');
  throw new CommandRefused('usage', `Expected one of ${known}.`);
}

export function placeOf(io: CommandIo): Place {
  return { home: io.homeFolder, cwd: io.cwd, platform: process.platform };
}

function scopeOf({ agent, scopes }: Installer, options: GuardOptions): Scope {
  const named = (['user', 'project', 'managed'] as const).filter(scope => options[scope] === true);
  if (named.length > 1)
    throw new CommandRefused('usage', 'Expected one of --user, --project and --managed.');
  const scope = named[0] ?? 'user';
  if (scopes.includes(scope)) return scope;
  throw new CommandRefused(
    'failed',
    `${agent} cannot be guarded with --${scope}.`,
    `Use --${scopes.join(' or --')}.`,
  );
}

export async function installGuard(
  io: CommandIo,
  out: Output,
  agent: string,
  options: GuardOptions,
): Promise<void> {
  const installer = await findInstaller(agent);
  const scope = scopeOf(installer, options);
  if (options.headless === true && agent !== 'claude-code') {
    throw new CommandRefused(
      'failed',
      `${agent} cannot be resumed at a call. Only claude-code knows --headless.`,
    );
  }
  const server = whichServer(io, options);
  const agentName = options.name ?? `${agent}.${plainName(hostname())}`;
  const known = readSetup(io, agent);
  const key =
    keyIn(options) ?? (known?.url === server && known.agent === agentName ? known.key : null);
  const installation = {
    scope,
    server,
    agentName,
    node: process.execPath,
    program: programFile(io),
    setup: setupFile(io, agent),
    source: programText(agent),
    isHeadless: options.headless === true,
  };
  const planned = planChanges(installer, placeOf(io), { ...installation, key: key ?? hiddenKey });
  showChanges(out, planned, key ?? hiddenKey);
  if (!(await mayWrite(io, out, options, 'Guard it now?'))) return;
  const held = key ?? (await makeKey(io, out, agent, agentName, options));
  if (held === null) return;
  if (installer.startsProgram) writePrivate(installation.program, programText());
  const changes = planChanges(installer, placeOf(io), { ...installation, key: held });
  const files = changes.map(({ path }) => path);
  const { hold, deadline } = installer.waits;
  const setup = {
    url: server,
    key: held,
    agent: agentName,
    contract: '1',
    hold,
    deadline,
    scope,
    files,
    ...(agent === 'pi' && { command: ownCommand() }),
  };
  writePrivate(installation.setup, `${JSON.stringify(setup, null, 2)}\n`);
  for (const change of changes) applyChange(change);
  if (agent === 'codex') await trustHooks(io, out, files, options);
  out.json({ agent, scope, server, name: agentName, files, written: true });
  for (const path of files) out.line(text`${green('✓')} Changed ${bold(path)}`);
  await offerStarter(io, out, options);
  out.line(
    text`Restart the agent, then prove that it is guarded: ${bold(`countersign guard check ${agent}`)}`,
  );
}

export async function removeGuard(
  io: CommandIo,
  out: Output,
  agent: string,
  options: GuardOptions,
): Promise<void> {
  const installer = await findInstaller(agent);
  const known = readSetup(io, agent);
  const paths = known?.files ?? installer.files(placeOf(io), scopeOf(installer, options));
  const changes = paths.flatMap(path => {
    const before = readGuarded(path);
    return before === null ? [] : [{ path, before, after: installer.remove(path, before) }];
  });
  showChanges(out, changes, known?.key ?? hiddenKey);
  if (!(await mayWrite(io, out, options, 'Remove the guard?'))) return;
  for (const change of changes) undoChange(change);
  rmSync(setupFile(io, agent), { force: true });
  out.json({ agent, files: changes.map(({ path }) => path), removed: true });
  out.line(text`${green('✓')} Removed the guard of ${bold(agent)}. Restart the agent.`);
  out.line(dim('Its key still works. Revoke it: countersign keys'));
}

const hiddenKey = 'the-key-that-will-be-made';

function planChanges(installer: Installer, place: Place, installation: Installation): FileChange[] {
  return installer.files(place, installation.scope).flatMap(path => {
    const before = readGuarded(path);
    const after = installer.install(path, before, installation);
    return after === null ? [] : [{ path, before, after }];
  });
}

function showChanges(out: Output, changes: readonly FileChange[], key: string): void {
  for (const { path, before, after } of changes) {
    out.line(bold(path));
    const shown = (value: string | null) => (value ?? '').replaceAll(key, '•••');
    showDifference(out, shown(before), shown(after));
  }
}

async function mayWrite(
  io: CommandIo,
  out: Output,
  { write }: GuardOptions,
  question: string,
): Promise<boolean> {
  if (write === true) return true;
  if (io.isTty && !out.isJson) return askConfirm(io, question);
  out.json({ written: false });
  out.line('To change these files, repeat the command with --write.');
  return false;
}

function keyIn({ keyFile }: GuardOptions): string | null {
  if (keyFile === undefined) return null;
  try {
    return readFileSync(keyFile, 'utf8').trim();
  } catch {
    throw new CommandRefused('failed', `The key cannot be read from ${keyFile}.`);
  }
}

/** A key that asks and consumes in the name of this agent on this machine, and does nothing else. */
async function makeKey(
  io: CommandIo,
  out: Output,
  agent: string,
  agentName: string,
  options: GuardOptions,
): Promise<string | null> {
  const label = `Guard of ${agent} on ${hostname()}`;
  const made = await withFreshProof(io, out, options, ({ api }) =>
    api.makeApiKey(
      {
        label,
        verbs: ['propose', 'observe', 'consume'],
        agent_ids: [agentName],
        executor: agentName,
      },
      { signal: io.signal },
    ),
  );
  if ('house_request' in made || made.secret === null) {
    out.line(
      `The key waits for an approval. Make it with countersign keys, and run this again with --key-file.`,
    );
    return null;
  }
  return made.secret;
}

/** Codex skips a hook that it does not trust, without a word. Its own program says what there is to trust. */
async function trustHooks(
  io: CommandIo,
  out: Output,
  [, config]: readonly string[],
  { program = 'codex' }: GuardOptions,
): Promise<void> {
  const { withTrust } = await import('@countersign/guard');
  const found = findProgram(program, io.env['PATH']);
  const hooks = found === null ? null : await codexHooks(found, io.cwd, io.env);
  const own = (hooks ?? []).filter(({ command }) => command?.includes('countersign-hook.'));
  if (config === undefined || own.length === 0) {
    out.line(
      'Codex does not trust the hook yet, and skips it. Start Codex, enter /hooks, and trust the hooks of Countersign.',
    );
    return;
  }
  const before = readGuarded(config) ?? '';
  writePrivate(
    config,
    withTrust(
      before,
      own.map(({ key, currentHash }) => ({ key, hash: currentHash })),
    ),
  );
}

/** With `--write` there is no question. The next line in the terminal would be read as its answer. */
async function offerStarter(
  io: CommandIo,
  out: Output,
  { starter, write }: GuardOptions,
): Promise<void> {
  const folder = starter ?? 'policy';
  const isWanted =
    starter !== undefined ||
    (io.isTty &&
      write !== true &&
      !out.isJson &&
      !existsSync(`${io.cwd}/${folder}/policy.yaml`) &&
      (await askConfirm(io, 'Write the starter policy for guarded agents into ./policy?', false)));
  if (!isWanted) return;
  const { writeStarter } = await import('../starters.ts');
  const { policy } = writeStarter(io.cwd, folder, 'guarded-agent', false);
  out.line(
    text`${green('✓')} Wrote ${bold(policy)}. Start the server with it: countersign serve --policy ${policy}`,
  );
}

function plainName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/gu, '-')
      .slice(0, 60) || 'machine'
  );
}

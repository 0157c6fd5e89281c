import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import type { Installer } from '@countersign/guard';
import type { CommandIo } from '../command.ts';
import { codexHooks } from './codex-trust.ts';
import { findProgram } from './find-program.ts';
import { type GuardSetup, programFile, programText, readSetup } from './guard-setup.ts';
import { placeOf } from './install-guard.ts';

/** Whether the guard of one agent really stops its calls. */
export interface GuardFinding {
  readonly agent: string;
  readonly state: 'guarded' | 'guarded_with_a_gap' | 'not_guarded';
  readonly why: readonly string[];
  /** How this was found out: the guard refused a canary call of the agent itself, or only the settings were read. */
  readonly proof: 'canary' | 'settings';
  /** Of the agent; null where its program was not found or does not say. */
  readonly version: string | null;
}

const driveMilliseconds = 120_000;

/** Every agent that is guarded on this machine. */
export async function examineGuards(io: CommandIo): Promise<readonly GuardFinding[]> {
  const { installers } = await import('@countersign/guard');
  const findings: GuardFinding[] = [];
  for (const installer of installers) {
    if (readSetup(io, installer.agent) === null) continue;
    findings.push(await examineGuard(io, installer, undefined));
  }
  return findings;
}

export async function examineGuard(
  io: CommandIo,
  installer: Installer,
  program: string | undefined,
): Promise<GuardFinding> {
  const { agent } = installer;
  const setup = readSetup(io, agent);
  if (setup === null) {
    const why = [`it is not installed. Run: countersign guard ${agent}`];
    return { agent, state: 'not_guarded', why, proof: 'settings', version: null };
  }
  const wrong = [...examineFiles(io, installer, setup), ...(await examineServer(agent, setup))];
  const { drives } = await import('@countersign/guard');
  const found = findProgram(program ?? drives[agent]?.program ?? agent, io.env['PATH']);
  if (agent === 'codex' && found !== null) wrong.push(...(await examineTrust(io, found)));
  const version = found === null ? null : await versionOf(found, io);
  if (wrong.length > 0) {
    return { agent, state: 'not_guarded', why: wrong, proof: 'settings', version };
  }
  const gaps = await examineOthers(io, installer, setup);
  const driven = found === null ? null : await driveCanary(io, agent, found, setup);
  if (driven === 'ran') {
    const why = ['the agent made a canary call, and nothing refused it'];
    return { agent, state: 'not_guarded', why, proof: 'canary', version };
  }
  const proof = driven === 'refused' ? 'canary' : 'settings';
  const state = gaps.length === 0 ? 'guarded' : 'guarded_with_a_gap';
  return { agent, state, why: gaps, proof, version };
}

/** What the program says of itself, such as `2.1.325`. */
async function versionOf(program: string, io: CommandIo): Promise<string | null> {
  const { promisify } = await import('node:util');
  try {
    const options = { cwd: io.cwd, env: { ...io.env }, timeout: 20_000, signal: io.signal };
    const { stdout } = await promisify(execFile)(program, ['--version'], options);
    return /\d+\.\d+(?:\.\d+)?[\w.+-]{0,20}/u.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

function examineFiles(io: CommandIo, installer: Installer, setup: GuardSetup): readonly string[] {
  const wrong = setup.files.flatMap(file => {
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return [`${file} is missing`];
    if (facts.isSymbolicLink()) return [`${file} is a link`];
    try {
      return installer.examine(file, readFileSync(file, 'utf8')).map(why => `${file}: ${why}`);
    } catch (error) {
      return [error instanceof Error ? error.message : `${file} cannot be read`];
    }
  });
  if (!installer.startsProgram) return wrong;
  const program = programFile(io);
  if (!existsSync(program)) return [...wrong, `the program ${program} is missing`];
  const isOurs = readFileSync(program, 'utf8') === programText();
  return isOurs
    ? wrong
    : [...wrong, `the program ${program} is of another version, or was changed`];
}

/** Asks the server as the hook would. Only a guard that holds the key can answer a canary. */
async function examineServer(agent: string, setup: GuardSetup): Promise<readonly string[]> {
  const { canaryCall, canaryHook } = await import('@countersign/guard');
  const canary = canaryCall(setup.key);
  try {
    const response = await fetch(`${setup.url}/hooks/${agent}/${setup.contract}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setup.key}`,
        'countersign-agent': setup.agent,
      },
      body: JSON.stringify(canaryHook(agent, canary)),
      signal: AbortSignal.timeout(30_000),
    });
    const said = await response.text();
    return said.includes(canary.mark)
      ? []
      : [`the server does not answer for this key: ${said.slice(0, 400)}`];
  } catch {
    return [`the server ${setup.url} cannot be reached. Nothing runs until it answers`];
  }
}

async function examineTrust(io: CommandIo, program: string): Promise<readonly string[]> {
  const hooks = await codexHooks(program, io.cwd, io.env);
  if (hooks === null) return ['Codex does not say which hooks it loads'];
  const own = hooks.filter(
    ({ command, eventName }) =>
      eventName === 'preToolUse' && command?.includes('countersign-hook.') === true,
  );
  if (own.length === 0) return ['Codex does not load the hook'];
  if (own.length > 1)
    return ['Codex loads the hook twice. Remove the guard of the project or of the person'];
  const [hook] = own;
  if (hook?.enabled === false) return ['the hook is switched off in Codex'];
  const isTrusted = hook?.trustStatus === 'trusted' || hook?.trustStatus === 'managed';
  return isTrusted
    ? []
    : [
        'the hook is installed, but Codex does not trust it, and skips it. Run: countersign guard codex',
      ];
}

/** Settings that work today, but that let a project or another program bypass the guard. */
async function examineOthers(
  io: CommandIo,
  { agent, files, scopes }: Installer,
  setup: GuardSetup,
): Promise<readonly string[]> {
  const { projectSettings, weaknessesIn } = await import('@countersign/guard');
  const place = placeOf(io);
  const own = scopes.flatMap(scope => files(place, scope)).filter(file => !file.endsWith('.js'));
  const gaps = [...new Set([...own, ...projectSettings(agent, io.cwd)])]
    .filter(file => existsSync(file))
    .flatMap(file =>
      weaknessesIn(agent, file, readFileSync(file, 'utf8')).map(why => `${file} ${why}`),
    );
  if (setup.scope !== 'managed' && agent === 'claude-code') {
    gaps.push(
      'a project can switch hooks off. Managed settings close this: countersign guard claude-code --managed',
    );
  }
  return gaps;
}

/** Lets the agent itself make the canary call, with a model on this machine. Null where it could not be driven. */
async function driveCanary(
  io: CommandIo,
  agent: string,
  program: string,
  setup: GuardSetup,
): Promise<'refused' | 'ran' | null> {
  const { canaryCall, canaryToolCall, drives, LoopbackModel } = await import('@countersign/guard');
  const drive = drives[agent];
  const canary = canaryCall(setup.key);
  const call = canaryToolCall(agent, canary);
  if (drive === undefined || call === null) return null;
  const model = new LoopbackModel(call);
  const address = await model.start();
  try {
    const child = spawn(program, drive.words(address), {
      cwd: io.cwd,
      env: { ...io.env, ...drive.env(address) },
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: driveMilliseconds,
      killSignal: 'SIGKILL',
      signal: io.signal,
    });
    child.on('error', () => undefined);
    await once(child, 'close').catch(() => undefined);
  } finally {
    model.close();
  }
  if (model.heard === '') return null;
  return model.heard.includes(canary.mark) ? 'refused' : 'ran';
}

import { setTimeout as wait } from 'node:timers/promises';
import { GuardFacts } from '@countersign/wire/guards';
import { reasonFor } from '../card/reason-for.ts';
import { type CommandIo, CommandRefused, output } from '../command.ts';
import type { PauseOptions } from '../commands/guard-pause.ts';
import { openBrowser } from '../session/open-browser.ts';
import { personApi } from '../session/person-api.ts';
import { bold, cyan, dim, green, text, yellow } from '../terminal/styled-text.ts';
import { type GuardSetup, readSetup } from './guard-setup.ts';

const minutesMax = 60;
const lookMilliseconds = 1000;
/** A person finds their passkey in this time, or begins again. */
const confirmMilliseconds = 300_000;

/** Sends the person to the browser, waits for their passkey, and says until when the guard is paused. */
export async function pauseGuard(
  io: CommandIo,
  time: string,
  options: PauseOptions,
): Promise<void> {
  const out = output(io, options.json);
  const minutes = minutesOf(time);
  const { agent, setup } = await whichGuard(io, options);
  const reason = await reasonFor(io, out, options.reason, 'Why is it paused?');
  const before = await readGuard(agent, setup, io.signal);
  const query = new URLSearchParams({ pause: setup.agent, minutes: String(minutes), reason });
  const address = `${setup.url}/agents?${query}`;
  out.line(text`Confirm the pause in the browser, with your passkey:`);
  out.line(cyan(address));
  if (options.browser !== false) openBrowser(io, address);
  const pause = await confirmed(io, agent, setup, before?.pause?.began_at ?? null);
  out.json({ agent, name: setup.agent, pause });
  out.line(
    text`${yellow('‖')} ${bold(agent)} is paused until ${bold(clock(pause.ends_at))}: ${pause.reason}`,
  );
  out.line(
    dim(
      'Calls are recorded, and no one is asked. What the policy denies, and critical risk, is as always.',
    ),
  );
  out.line(text`End it now: ${bold(`countersign guard resume --agent ${agent}`)}`);
}

export async function resumeGuard(io: CommandIo, options: PauseOptions): Promise<void> {
  const out = output(io, options.json);
  const { agent, setup } = await whichGuard(io, options);
  const { api } = await personApi(io, { url: setup.url });
  await api.resumeGuard(setup.agent, { signal: io.signal });
  out.json({ agent, name: setup.agent, paused: false });
  out.line(text`${green('✓')} ${bold(agent)} is not paused.`);
}

function minutesOf(time: string): number {
  const [, count, unit] = /^([0-9]{1,4})(m|min|h)?$/u.exec(time) ?? [];
  const minutes = Number(count) * (unit === 'h' ? 60 : 1);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= minutesMax) return minutes;
  throw new CommandRefused('usage', `Expected a time from 1m to ${minutesMax}m, such as 10m.`);
}

/** The guard that is meant: the one that was named, or the only one on this machine. */
async function whichGuard(
  io: CommandIo,
  { agent: named }: PauseOptions,
): Promise<{ readonly agent: string; readonly setup: GuardSetup }> {
  const { installers } = await import('@countersign/guard');
  const guarded = installers.flatMap(({ agent }) => {
    const setup = readSetup(io, agent);
    return setup === null ? [] : [{ agent, setup }];
  });
  const fitting = guarded.filter(({ agent }) => named === undefined || agent === named);
  const [only, ...more] = fitting;
  if (only !== undefined && more.length === 0) return only;
  const names = guarded.map(({ agent }) => agent).join(', ');
  throw fitting.length > 1
    ? new CommandRefused('usage', `Expected --agent with one of ${names}.`)
    : new CommandRefused(
        'failed',
        named === undefined
          ? 'No agent is guarded on this machine.'
          : `${named} is not guarded on this machine.`,
        'Look at it: countersign guard check',
      );
}

/** The guard as the server knows it, asked with the key of the guard; null where it never reported. */
async function readGuard(
  agent: string,
  { url, key, agent: name }: GuardSetup,
  signal: AbortSignal,
): Promise<GuardFacts | null> {
  let response: Response;
  try {
    response = await fetch(`${url}/v1/guards/${encodeURIComponent(name)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
  } catch {
    throw new CommandRefused(
      'unreachable',
      `The server ${url} cannot be reached. Without it there is no pause.`,
      `Start it, or remove the guard: countersign guard ${agent} --remove`,
    );
  }
  if (response.status === 404) return null;
  const facts = response.ok ? GuardFacts.safeParse(await response.json()) : null;
  if (facts?.success === true) return facts.data;
  throw new CommandRefused(
    'failed',
    `The server does not answer for the key of this guard (status ${response.status}).`,
    `Run: countersign guard check ${agent}`,
  );
}

async function confirmed(
  io: CommandIo,
  agent: string,
  setup: GuardSetup,
  before: string | null,
): Promise<NonNullable<GuardFacts['pause']>> {
  const until = performance.now() + confirmMilliseconds;
  while (performance.now() < until) {
    const pause = (await readGuard(agent, setup, io.signal))?.pause ?? null;
    if (pause !== null && pause.began_at !== before) return pause;
    await wait(lookMilliseconds, undefined, { signal: io.signal });
  }
  throw new CommandRefused(
    'failed',
    'No one confirmed the pause. The guard goes on as before.',
    'Run the command again, and confirm it in the browser.',
  );
}

function clock(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

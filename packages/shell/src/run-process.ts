import { type ChildProcess, spawn } from 'node:child_process';
import type { CapturedText } from './captured-output.ts';
import type { MeasuredCommand } from './measure-command.ts';
import { NotStarted } from './not-started.ts';
import { OutputReader } from './output-reader.ts';
import { signalGroup } from './process-group.ts';

export type OutputStream = 'stdout' | 'stderr';

interface ProcessLimits {
  readonly milliseconds: number;
  readonly outputMax: number;
  readonly signal: AbortSignal;
  /** Hears the output while it comes. The process is not read further until it has answered. */
  readonly onOutput:
    | ((stream: OutputStream, bytes: Uint8Array) => Promise<void> | void)
    | undefined;
}

export interface EndedProcess {
  readonly exit_code: number | null;
  readonly signal: string | null;
  /** Why it was stopped, where it did not end by itself. */
  readonly stopped: 'timeout' | 'aborted' | null;
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
}

/** Between being told to stop and being made to. */
const graceMilliseconds = 2000;
/** How long an output may stay silent, and open, after the process that it was of has ended. */
const lingerMilliseconds = 1000;
/** Longer than this, a timer overflows and fires at once, and the command would be stopped as it starts. */
const timerMax = 2 ** 31 - 1;

/**
 * Starts a process as the leader of a group of its own, and answers when it has ended and its outputs are read. What it
 * left in the background gets a moment to finish writing and is ended then, so that an end that is reported is one.
 * Nothing is awaited before the start.
 */
export async function runProcess(
  command: MeasuredCommand,
  limits: ProcessLimits,
): Promise<EndedProcess> {
  const { signal, milliseconds, outputMax, onOutput } = limits;
  if (signal.aborted) throw new NotStarted('command_not_started', 'it was aborted before');
  const child = started(command);
  const readerOf = (name: OutputStream) =>
    new OutputReader(child[name], outputMax, onOutput && (bytes => onOutput(name, bytes)));
  const readers = { stdout: readerOf('stdout'), stderr: readerOf('stderr') };
  const both = [readers.stdout, readers.stderr];
  let stopped: EndedProcess['stopped'] = null;
  let hasEnded = false;
  let forcing: NodeJS.Timeout | undefined;
  const stop = (why: 'timeout' | 'aborted') => {
    // Once it has ended by itself, all that is left to stop is the listening.
    if (hasEnded) for (const reader of both) reader.giveUp();
    if (hasEnded || stopped !== null) return;
    stopped = why;
    signalGroup(child, 'SIGTERM');
    forcing = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMilliseconds);
  };
  const onAbort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), Math.min(milliseconds, timerMax));
  signal.addEventListener('abort', onAbort);
  try {
    give(child, command.stdin);
    const end = await ended(child);
    hasEnded = true;
    if (stopped === null) await untilSilent(both);
    signalGroup(child, 'SIGKILL');
    await untilSilent(both);
    for (const reader of both) reader.giveUp();
    await Promise.all(both.map(reader => reader.ended));
    const { stdout, stderr } = readers;
    return { ...end, stopped, stdout: stdout.captured(), stderr: stderr.captured() };
  } finally {
    clearTimeout(timer);
    clearTimeout(forcing);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Until the outputs are closed, or no listened output has come for a while. */
async function untilSilent(readers: readonly OutputReader[]): Promise<void> {
  const closed = Promise.all(readers.map(reader => reader.ended)).then(() => true);
  for (;;) {
    const before = readers.map(({ progress }) => progress);
    let waiting: NodeJS.Timeout | undefined;
    const pause = new Promise<false>(resolve => {
      waiting = setTimeout(resolve, lingerMilliseconds, false);
    });
    const isClosed = await Promise.race([closed, pause]);
    clearTimeout(waiting);
    if (isClosed) return;
    if (readers.every(({ progress }, at) => progress !== null && progress === before[at])) return;
  }
}

function started(command: MeasuredCommand): ChildProcess {
  try {
    return spawn(command.executable, command.words, {
      argv0: command.calledAs,
      cwd: command.cwd,
      env: { ...command.env },
      detached: true,
      stdio: [command.stdin === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw notStarted(error);
  }
}

function ended(child: ChildProcess): Promise<{ exit_code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', error => {
      // Also emitted where a signal could not be sent, which is not about the start.
      if (child.pid === undefined) reject(notStarted(error));
    });
    child.once('exit', (exit_code, signal) => resolve({ exit_code, signal }));
  });
}

function notStarted(error: unknown): NotStarted {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const name =
    typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'no reason given';
  return new NotStarted('command_not_started', `the system refused (${name})`);
}

/** A process may end without reading what it is given. */
function give({ stdin }: ChildProcess, bytes: Uint8Array | null): void {
  if (stdin === null || bytes === null) return;
  stdin.on('error', () => undefined);
  stdin.end(bytes);
}

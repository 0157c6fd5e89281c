// Runs one program after another, says what each does and how long it took, and passes signals and
// exit codes on.

import { spawn } from 'node:child_process';
import { root } from './checkout.mjs';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

let child;
let interruptedBy;

for (const signal of forwarded) process.on(signal, () => interrupt(signal));

export function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

/**
 * Runs a program and resolves with what it was for and how it ended. Nothing is said after a program that went well
 * and ends with words of its own (`endsItself`).
 */
export async function runStep(sentence, { command, args, env, endsItself = false }) {
  say(`${sentence} …`);
  const started = Date.now();
  const code = await run({ command, args, env });
  if (code === 0 && endsItself) return { sentence, code };
  say(`${code === 0 ? 'Done' : `Failed with exit code ${code}`} after ${secondsSince(started)}.`);
  return { sentence, code };
}

/**
 * Resolves with the exit code. Never resolves once interrupted: this process ends with its child. A program that
 * runs until it is stopped (`untilStopped`) has done all that was asked of it when it ends well on a signal.
 */
export function run({ command, args, env, untilStopped = false }) {
  return new Promise((done, failed) => {
    child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: command.endsWith('.cmd'),
    });
    child.on('error', failed);
    child.on('close', (code, signal) => {
      child = undefined;
      const endedBy = signal ?? (untilStopped && code === 0 ? undefined : interruptedBy);
      if (endedBy) endBy(endedBy);
      else done(code);
    });
  });
}

function interrupt(signal) {
  const isFirst = interruptedBy === undefined;
  interruptedBy = signal;
  if (child === undefined) endBy(signal);
  // A terminal gives Ctrl-C to the whole group, so the child has it already; a second one would make
  // an orderly shutdown look like an impatient one.
  else if (isFirst && !(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
}

function endBy(signal) {
  for (const each of forwarded) process.removeAllListeners(each);
  process.kill(process.pid, signal);
}

export function secondsSince(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import type { CommandIo } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { runProgram } from './program.ts';

// Later starts read what was compiled before; where no folder can be written they just compile again.
enableCompileCache();

// Node warns that the interface of its SQLite may still change. A person at a terminal cannot act on that warning.
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') process.stderr.write(`${name}: ${message}\n`);
});

// The reader of a pipe may stop reading; that is not a fault, and a server continues without a reader.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Asked once, a command ends in order; asked again, the process ends at once.
    if (stopping.signal.aborted) process.exit(exitCodes.interrupted.status);
    stopping.abort();
  });
}

const { env, stdin, stdout, stderr } = process;
const coloured = (stream: NodeJS.WriteStream): boolean => {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '') return env['FORCE_COLOR'] !== '0';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
};

const io: CommandIo = {
  stdin,
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  homeFolder: homedir(),
  isTty: stdin.isTTY === true && stdout.isTTY === true,
  get columns() {
    return stdout.columns ?? 100;
  },
  get rows() {
    return stdout.rows ?? 24;
  },
  colours: { stdout: coloured(stdout), stderr: coloured(stderr) },
  now: () => new Date(),
  signal: stopping.signal,
  endWith: end => {
    process.exitCode = typeof end === 'number' ? end : exitCodes[end].status;
  },
};

await runProgram(io, process.argv.slice(2));

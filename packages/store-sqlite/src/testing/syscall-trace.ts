import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { proving } from '@countersign/testing';

/**
 * Pass as `skip` to a test that traces system calls: false where strace works, a visible reason where it does
 * not, and an error where everything is to be proven.
 */
export function skipWithoutStrace(): string | false {
  const { status, error } = spawnSync('strace', ['-f', '-e', 'trace=none', process.execPath, '-v']);
  if (status === 0) return false;
  const reason = `strace does not work here: ${error?.message ?? `it exits with ${status}`}`;
  if (proving) throw new Error(reason);
  return reason;
}

/** Runs a program under strace, writing what matters for durability to a file. */
export function straceCommand(output: string, inject?: string): string[] {
  const calls = 'trace=fsync,fdatasync,pwrite64,write';
  const injection = inject === undefined ? [] : ['-e', `inject=${inject}`];
  return [
    'strace',
    '-f',
    '-y',
    '-s',
    '64',
    '--seccomp-bpf',
    '-e',
    calls,
    ...injection,
    '-o',
    output,
  ];
}

interface Syscall {
  readonly name: string;
  /** The file that it was about, as far as strace knows. */
  readonly file: string;
  readonly line: string;
  readonly failed: boolean;
  readonly injected: boolean;
}

/** The calls in the order in which they returned. */
export function readTrace(path: string): Syscall[] {
  const begun = new Map<string, string>();
  const calls: Syscall[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const start = /^(.*) <unfinished \.\.\.>$/.exec(text)?.[1];
    if (start !== undefined) {
      begun.set(pid, start);
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const whole = rest === undefined ? text : `${begun.get(pid) ?? ''}${rest}`;
    const [, name, file] = /^(\w+)\(\d+<([^>]*)>/.exec(whole) ?? [];
    if (name === undefined || file === undefined) continue;
    const failed = / = -1 /.test(whole);
    calls.push({ name, file, line: whole, failed, injected: whole.endsWith('(INJECTED)') });
  }
  return calls;
}

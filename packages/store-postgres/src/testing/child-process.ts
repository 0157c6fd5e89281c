import { type ChildProcess, fork } from 'node:child_process';
import { programFile } from '@countersign/testing';

/** Starts a module of this folder in a process of its own; what it is given, it finds in its arguments. */
export function startChild(module: string, given: object): ChildProcess {
  const program = programFile(new URL(module, import.meta.url));
  return fork(program, [JSON.stringify(given)]);
}

/** The next message of a child. Fails where the child ends without one. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the child ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', message => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

/** What this process, as a child, was given. */
export function given<T>(): T {
  return JSON.parse(process.argv[2] ?? '');
}

/** In a child: tells the parent, waits for its word. */
export async function ready(): Promise<void> {
  process.send?.('ready');
  await new Promise(resolve => process.once('message', resolve));
}

/** In a child: the last word. */
export function report(result: object): void {
  process.send?.(result, () => process.disconnect());
}

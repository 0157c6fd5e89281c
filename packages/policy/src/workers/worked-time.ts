// A name that this version of Node does not have is undefined here, and not an error of the import.
import * as node from 'node:process';

/**
 * How many milliseconds this thread has worked. It does not count the time for which it waited for a processor. Node below 23.9
 * tells only the work of all threads of the process, which is never less.
 */
export function workedMilliseconds(): number {
  const { user, system } = (node.threadCpuUsage ?? node.cpuUsage)();
  return (user + system) / 1000;
}

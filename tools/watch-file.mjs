// Ends a process whose test file hangs, and names the file. A thread of its own looks at the clock, because the main
// thread may hang in a loop. A file that hangs would otherwise hold its lane, and with it the whole run, without limit.

import { appendFileSync, writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { notesPath, readPlan } from './test-notes.mjs';

let watcher;

/** From now on this file runs. Where it still runs when its time is over, the process ends. */
export function watchFile(file) {
  const seconds = readPlan()?.fileSeconds;
  if (seconds === undefined) return;
  watcher ??= startWatcher({ seconds, path: notesPath() });
  watcher.postMessage(file);
}

function startWatcher(data) {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { watch: data },
    execArgv: [],
  });
  worker.unref();
  return worker;
}

function watch({ seconds, path }) {
  let timer;
  parentPort.on('message', file => {
    clearTimeout(timer);
    timer = setTimeout(() => end(file), seconds * 1000);
  });
  const end = file => {
    appendFileSync(path, `${JSON.stringify({ file, tests: 0, seconds: 0, hangs: true })}\n`);
    writeSync(2, `${file} did not end within ${seconds} s; its process is ended.\n`);
    process.kill(process.pid, 'SIGKILL');
  };
}

if (!isMainThread && workerData?.watch !== undefined) watch(workerData.watch);

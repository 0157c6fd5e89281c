// Runs several test files in this process, each as a suite with the name of the file. A file is imported only when
// the one before it has ended. What a file registers for all of its tests belongs to its suite, and an error while
// a file is loaded fails that file alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, suite } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from './checkout.mjs';
import { readCpuTime } from './cpu-time.mjs';
import { pauseTracking, registersLater, resumeTracking } from './promise-tracking.mjs';
import { seedRandom } from './seeded-random.mjs';
import { noteFile } from './test-notes.mjs';
import { watchFile } from './watch-file.mjs';

/** Where @countersign/testing looks for what the files of a lane share. */
const laneKey = Symbol.for('countersign.testing.lane');

/** Without tracking, the runner tells only at its end of an error that no test has caught, and not of which test it was. */
function tellUncaught(error) {
  process.stderr.write(`An error that no test caught: ${error?.stack ?? error}\n`);
}

export async function runLane(files) {
  process.on('uncaughtExceptionMonitor', tellUncaught);
  process.on('unhandledRejection', tellUncaught);
  const closers = [];
  globalThis[laneKey] = { shared: new Map(), closers };
  for (const file of files) {
    const before = readCpuTime().seconds;
    let tests = 0;
    watchFile(file);
    seedRandom(file);
    resumeTracking();
    const needsTracking = registersLater(readFileSync(join(root, file), 'utf8'));
    await suite(file, async () => {
      beforeEach(() => {
        tests += 1;
      });
      await import(pathToFileURL(join(root, file)).href);
      if (!needsTracking) pauseTracking();
    });
    // Lets the report of this file out before the next one keeps the process busy.
    await nextTurn();
    noteFile({ file, tests, seconds: readCpuTime().seconds - before });
  }
  for (const close of closers.reverse()) await close();
}

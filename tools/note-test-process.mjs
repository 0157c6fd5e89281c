// Imported first into every process of a test run. Notes at its end what the file cost that this process ran. The
// files of a lane are noted one by one, by run-lane.mjs.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { root } from './checkout.mjs';
import { readCpuTime } from './cpu-time.mjs';
import { pauseTracking, registersLater, waitsWhileLoading } from './promise-tracking.mjs';
import { seedRandom } from './seeded-random.mjs';
import { noteFile } from './test-notes.mjs';
import { watchFile } from './watch-file.mjs';

const program = process.argv[1] ?? '';
const isTestProcess = process.env['NODE_TEST_CONTEXT'] !== undefined;

// A thread of a test shares the CPU time of its process, which notes it.
if (isTestProcess && isMainThread && !program.endsWith('.lane.mjs')) {
  let tests = 0;
  watchFile(relative(root, program));
  if (/\.test\.tsx?$/.test(program)) {
    // Not the programs that a test starts: two of the same program would draw the same ids.
    seedRandom(relative(root, program));
    // Loaded only now, because the tracking of promises has to be loaded before it.
    const { beforeEach } = await import('node:test');
    const text = readFileSync(program, 'utf8');
    const needsTracking = registersLater(text) || waitsWhileLoading(text);
    beforeEach(() => {
      if (tests === 0 && !needsTracking) pauseTracking();
      tests += 1;
    });
  }
  process.on('exit', () => {
    noteFile({ file: relative(root, program), tests, seconds: readCpuTime().seconds });
  });
}

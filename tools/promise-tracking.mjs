// Node's test runner watches every promise of its process, to know to which test a call of `test` belongs. That takes a
// tenth to a third of the CPU time of code that uses many promises. It is needed only while a file registers its
// tests, so a lane pauses it while the tests run. This module must be loaded before `node:test`.

import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
const hooksOfRunner = [];

asyncHooks.createHook = callbacks => {
  const hook = createHook(callbacks);
  if (/internal\/test_runner/.test(new Error('who calls').stack)) hooksOfRunner.push(hook);
  return hook;
};

export function pauseTracking() {
  for (const hook of hooksOfRunner) hook.disable();
}

export function resumeTracking() {
  for (const hook of hooksOfRunner) hook.enable();
}

/** A file whose suites go on registering tests after it is loaded needs the tracking to its end. */
export function registersLater(text) {
  return /\b(?:describe|suite)\([^)]*\basync\b/.test(text);
}

/** The first tests of a file that waits at its top level may run before the others are registered. */
export function waitsWhileLoading(text) {
  return /^\S.*\bawait\b/m.test(text);
}

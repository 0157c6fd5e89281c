// What the processes of a test run note down for the end of the run: the CPU time of each file, and how many tests
// ran in it. One file of JSON lines, because processes that run at once can append to it without a lock.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** Set for the processes of one run; a file that is run by hand notes nothing. */
const variable = 'COUNTERSIGN_TEST_RUN';

/** Begins the notes of a run, in a folder of its own, because two runs of one checkout may overlap. */
export function startNotes(plan) {
  const folder = join(root, '.cache/test-runs', String(process.pid));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  removeInterrupted();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  process.once('exit', remove);
  return { folder, env: { [variable]: folder } };
}

/** A run that was interrupted could not remove its folder. */
function removeInterrupted() {
  const parent = join(root, '.cache/test-runs');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!isRunning(Number(name))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export function noteFile(note) {
  const path = notesPath();
  if (path === undefined) return;
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

/** Where notes are appended; undefined outside of a run. */
export function notesPath() {
  const folder = process.env[variable];
  return folder === undefined ? undefined : join(folder, 'notes.jsonl');
}

/** What was asked of the run; undefined outside of a run. */
export function readPlan() {
  const folder = process.env[variable];
  if (folder === undefined) return undefined;
  return JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
}

/** The plan of the run and all that was noted; undefined outside of a run. */
export function readNotes() {
  const plan = readPlan();
  const path = notesPath();
  if (plan === undefined || path === undefined) return undefined;
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return {
    plan,
    notes: lines.filter(line => line !== '').map(line => JSON.parse(line)),
  };
}

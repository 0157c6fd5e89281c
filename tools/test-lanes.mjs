// Which test files share a process. Starting a process and loading the product costs more than most files need for
// their tests, so files that leave the process as they found it run one after the other in one process, a lane.
// The files of a lane also share one Postgres and one Chromium (see packages/testing).

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** The first that matches names the lane. Files that match none have a process of their own. */
const lanes = [
  {
    name: 'browser',
    files:
      /^tests\/(inbox-(?!size)|confirmation-card|passkey-sign-in|packed-protocol|(client|bundle)-in-browser)/,
  },
  { name: 'server-tests', files: /^tests\/(server|person|policy|dialect|gate|sample|client)-/ },
  { name: 'command-line', files: /^tests\/(cli|shell|terminal)-/ },
  { name: 'frameworks', files: /^tests\/frameworks\// },
  { name: 'attacks', files: /^tests\/attacks\// },
  { name: 'whole', files: /^tests\// },
  { name: 'examples', files: /^examples\// },
  { name: 'tools', files: /^tools\// },
  { name: 'postgres', files: /^packages\/store-postgres\// },
  { name: 'server-people', files: /^packages\/server\/src\/(identity|channels|doctor)\// },
  { name: 'server', files: /^packages\/server\// },
  { name: 'protocol', files: /^packages\/protocol\// },
  { name: 'judging', files: /^packages\/(risk|policy|dialects|card|wire)\// },
  { name: 'core', files: /^packages\/(coordinator|client|inbox|embedded|cli)\// },
  { name: 'files', files: /^packages\/(keys|outside|shell|store-sqlite)\// },
];

/**
 * Words in a test file that say it changes or measures its whole process: such a file runs alone. A file that needs
 * a process of its own for another reason says so in a comment: "own process". What the context of a test mocks is
 * restored when that test ends, so it needs none.
 */
const needsOwnProcess =
  /own process|registerHooks|globalDispatcher|process\.(exit|exitCode|chdir|umask|on|once|kill)\b|process\.env\[[^\]]+\] =(?!=)|delete process|(?<!context\.)mock\.(timers|method|module)|globalThis\.[a-zA-Z]+ =|memoryUsage|heapUsed|cpuUsage|--expose-gc|unhandledRejection|MaxListeners/;

/**
 * The files in an order that the seed decides, so that no file comes to depend on another that happens to run before
 * it. Two files keep their order under the same seed, whichever other files are run.
 */
export function orderFiles(files, seed) {
  const place = file => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return files
    .map(file => ({ file, at: place(file) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ file }) => file);
}

/** The lane of each test file: a list of `{ name, files }`, in which a file that runs alone is a lane of one. */
export function planLanes(files, read = file => readFileSync(join(root, file), 'utf8')) {
  const shared = new Map();
  const alone = [];
  for (const file of files) {
    const lane = lanes.find(each => each.files.test(file));
    if (lane === undefined || needsOwnProcess.test(read(file))) alone.push([file]);
    else shared.set(lane.name, [...(shared.get(lane.name) ?? []), file]);
  }
  return [...shared]
    .map(([name, members]) => ({ name, files: members }))
    .concat(alone.map(members => ({ name: members[0], files: members })));
}

/** Writes what Node is to run: a module for each lane of several files, the file itself for the others. */
export function writeLanes(planned, folder) {
  const runner = JSON.stringify(new URL('./run-lane.mjs', import.meta.url).href);
  return planned.map(({ name, files }) => {
    if (files.length === 1) return files[0];
    const path = join(folder, `${name}.lane.mjs`);
    const list = JSON.stringify(files, null, 2);
    writeFileSync(path, `import { runLane } from ${runner};\nawait runLane(${list});\n`);
    return path;
  });
}

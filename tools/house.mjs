// The one door to everything `npm start`, `npm test` and their siblings do.
//
// It is plain JavaScript without dependencies because it runs first: in a fresh clone, on whatever
// Node the machine has (20 or newer), before anything is installed. It installs what is missing and
// then runs every step under the Node that the repository brings through npm, so that two machines
// never disagree about the runtime. It holds no logic of the product.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChanges, selectChanged } from './changed-tests.mjs';
import {
  allTests,
  Explained,
  examples,
  exists,
  filesIn,
  pagesAreBuilt,
  removeStaleOutput,
  root,
  testsUnder,
} from './checkout.mjs';
import { measureMachine, readCpuTime } from './cpu-time.mjs';
import { chooseNode, isInstalled, npmCommand, pathWithBin } from './installation.mjs';
import { run, runStep, say, secondsSince } from './steps.mjs';
import { orderFiles, planLanes, writeLanes } from './test-lanes.mjs';
import { startNotes } from './test-notes.mjs';
import { installProject, projectsOf } from './test-projects.mjs';

const verbs = {
  start: { does: start, says: 'start Countersign on this machine' },
  test: {
    does: test,
    says: 'run everything that CI runs, the test files with a word in their path, or what --changed can break',
  },
  demo: { does: demo, says: 'play one approval in the terminal' },
  check: { does: check, says: 'format, lint, types and architecture, without the other tests' },
  fix: { does: fix, says: 'apply the formatter and the safe fixes of the linter' },
  build: { does: build, says: 'build what is published' },
  bench: {
    does: bench,
    says: 'run all benchmarks, those with a word in their path, or with --quick what got slower',
  },
  agents: {
    does: agents,
    says: 'install real agents and run them through the MCP gateway and the guard (large)',
  },
  prove: {
    does: prove,
    says: 'show the promises with their full counts (long; continues where it stopped)',
  },
};

/** Only bounds a hang: the longest file takes a minute, and ten where the machine does much else. */
const fileSeconds = 1800;

/** Compares with recorded numbers instead of with peers. */
const quickBench = 'bench/quick.ts';

const fromSource = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** A server on this machine. What follows on the command line goes to it: `npm start -- --port 8080`. */
async function start(args) {
  const has = (...names) => args.some(arg => names.includes(arg.replace(/=.*$/s, '')));
  const server = node(
    ...fromSource,
    'packages/cli/src/main.ts',
    'serve',
    ...(has('--policy', '--config')
      ? []
      : ['--policy', 'packages/policy/starters/first-minute.yaml']),
    ...(has('--log-level', '--config') ? [] : ['--log-level', 'warn']),
    ...args,
  );
  stopWithNpm();
  const built = await buildPages();
  if (built.some(({ code }) => code !== 0)) return built;
  return [{ sentence: 'Countersign', code: await run({ ...server, untilStopped: true }) }];
}

/** npm that is told to end ends the shell between it and this program, which receives no signal. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const look = () => process.ppid === shell || process.kill(process.pid, 'SIGTERM');
  setInterval(look, 500).unref();
}

async function test(words) {
  if (words.includes('--changed')) return testChanged(words);
  const times = words.find(word => /^--times=[1-9]\d*$/.test(word));
  if (times !== undefined) return testTimes(Number(times.slice('--times='.length)));
  if (words.length > 0) {
    const chosen = selectTests(words);
    return [...(await buildPages()), await runTests(chosen)];
  }
  const files = [...allTests(), ...examples()];
  installProjectsOf(files);
  const machineSeconds = measureMachine();
  const installed = readCpuTime().seconds;
  const checked = [await formatAndLint(), ...(await typesAndBuild())];
  const budget = { secondsBefore: readCpuTime().seconds - installed, machineSeconds };
  return [...checked, await runTests({ files, flags: [], budget })];
}

/** Several whole runs, one after the other, each in an order of its own. One that fails does not stop the others. */
async function testTimes(times) {
  const outcomes = [];
  const costs = [];
  for (let turn = 1; turn <= times; turn++) {
    const before = readCpuTime().seconds;
    const started = Date.now();
    const { env, ...step } = node(join(root, 'tools/house.mjs'), 'test');
    const code = await run({ ...step, env: { ...env, COUNTERSIGN_ORDER: String(turn) } });
    const cpu = ((readCpuTime().seconds - before) / 60).toFixed(1);
    outcomes.push({ sentence: `run ${turn}`, code });
    costs.push(
      `run ${turn}: ${code === 0 ? 'green' : 'failed'}, ${cpu} CPU-minutes, ${secondsSince(started)}`,
    );
  }
  for (const cost of costs) say(cost);
  return outcomes;
}

/** What a project of its own cannot be given is told by the tests that need it. */
function installProjectsOf(files) {
  const projects = projectsOf(files);
  if (projects.length === 0) return;
  say('Installing the frameworks and peers that some tests need …');
  for (const folder of projects) installProject(folder);
}

/** What a change can break: the change is what git sees since the branch began, committed or not. */
async function testChanged(words) {
  const { files, told } = findChanges();
  if (files.length === 0) throw new Explained(`Nothing has changed since ${told}.`);
  say(`${files.length} files have changed since ${told}.`);
  const tests = selectChanged(files, [...allTests(), ...examples()]);
  const present = files.filter(exists);
  return [
    ...(present.length > 0 ? [await formatAndLint(present)] : []),
    ...(await typesAndBuild()),
    await runTests({ files: tests, flags: words.filter(word => word !== '--changed') }),
  ];
}

/** Some proofs open the pages in a browser. `--status` only reads, and needs nothing built. */
async function prove(args) {
  const built = args.includes('--status') ? [] : await buildPages();
  if (built.some(({ code }) => code !== 0)) return built;
  const proving = node(...fromSource, 'tools/prove.ts', ...args);
  return [{ sentence: 'the proofs', code: await run(proving) }];
}

/** Agents of other makers. They are no dependency: the test installs them beside itself. */
async function agents(args) {
  const files = [
    'tests/mcp-agents.test.ts',
    'tests/guard-agents.proof.ts',
    'tests/guard-codex-host.proof.ts',
    'tests/guard-pi.proof.ts',
  ];
  const { env, ...step } = node(...fromSource, '--test', ...args, ...files);
  const proving = { ...step, env: { ...env, COUNTERSIGN_PROVE: '1' } };
  return [await runStep('Running the agents', proving)];
}

async function check() {
  return [
    await formatAndLint(),
    ...(await typesAndBuild()),
    await runTests({ files: testsUnder('tools'), flags: [] }),
  ];
}

async function fix() {
  return [await runStep('Formatting, and fixing what is safe to fix', biome('check', '--write'))];
}

function build() {
  return typesAndBuild();
}

/** The story that the command line tells; the examples are told by `npm test`. */
async function demo(args) {
  const story = node(...fromSource, 'packages/cli/src/main.ts', 'demo', ...args);
  return [{ sentence: 'the demo', code: await run(story) }];
}

async function bench(words) {
  if (words.includes('--quick')) {
    const comparing = node(...fromSource, quickBench, ...words.filter(word => word !== '--quick'));
    return [await runStep('Comparing CPU times with the recorded ones', comparing)];
  }
  const files = filesIn('bench').filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== quickBench,
  );
  const chosen = files.filter(
    file => words.length === 0 || words.some(word => file.includes(word)),
  );
  if (chosen.length === 0)
    say(`No benchmark has these words in its path. There are: ${files.join(', ')}.`);
  return each(chosen, file => runStep(`Measuring ${file}`, node(...fromSource, file)));
}

function formatAndLint(files = []) {
  // A change may consist of files that the linter does not know, such as SQL.
  const unknown =
    files.length > 0 ? ['--no-errors-on-unmatched', '--files-ignore-unknown=true'] : [];
  const args = ['check', '--error-on-warnings', '--diagnostic-level=warn', ...unknown, ...files];
  return runStep('Checking format and lint', biome(...args));
}

async function typesAndBuild() {
  removeStaleOutput();
  // One checker for each project: several check what they share several times.
  const building = tsc('-b', '--checkers', '1');
  const types = await runStep('Checking types and building what is published', building);
  return [types, ...(await buildPages())];
}

/** The inbox is the one thing that cannot run from source: a browser needs it built. */
async function buildPages() {
  if (pagesAreBuilt()) return [];
  const building = (sentence, folder) =>
    runStep(sentence, vite('build', folder, '--logLevel', 'warn'));
  return [
    await building('Building the pages of the inbox', 'packages/inbox'),
    await building('Building the component for other pages', 'packages/inbox/embed'),
  ];
}

/** One run of Node's test runner, so that its closing summary counts everything. */
function runTests({ files, flags, budget = null }) {
  const runsEveryTest = !flags.some(flag => /^--test-(name-pattern|skip-pattern|only)/.test(flag));
  const { folder, env } = startNotes({ files, runsEveryTest, budget, fileSeconds });
  const runner = [
    '--test',
    // Absolute, because a test may start a program like itself in another folder.
    `--import=${pathToFileURL(join(root, 'tools/note-test-process.mjs')).href}`,
    `--test-concurrency=${availableParallelism()}`,
    '--test-reporter=./tools/calm-reporter.ts',
    '--test-reporter-destination=stdout',
  ];
  const lanes = planLanes(orderFiles(files, orderOfRun()));
  const program = node(...fromSource, ...runner, ...flags, ...writeLanes(lanes, folder));
  return runStep(`Running the tests (${files.length} files)`, {
    ...program,
    env: { ...program.env, ...env, ...seedOfRun() },
    // The summary of Node is the end of what is printed: other programs read it.
    endsItself: true,
  });
}

/** The same seed in every `npm test`. It is printed, so that a run can be repeated. */
function seedOfRun() {
  const given = process.env.COUNTERSIGN_SEED;
  const seed = given ?? '1';
  say(`COUNTERSIGN_SEED is ${seed}.`);
  return { COUNTERSIGN_SEED: seed };
}

/** The order of the test files. A plain run has no chance in it, so it always takes the same one. */
function orderOfRun() {
  const order = process.env.COUNTERSIGN_ORDER ?? '1';
  say(`COUNTERSIGN_ORDER is ${order}.`);
  return order;
}

function selectTests(args) {
  const flags = args.filter(arg => arg.startsWith('-'));
  const words = args.filter(arg => !arg.startsWith('-')).map(word => word.replace(/^\.\//, ''));
  const known = [...allTests(), ...examples()];
  const files = known.filter(file => words.length === 0 || words.some(word => file.includes(word)));
  if (files.length > 0) return { files, flags };
  throw new Explained(
    `None of the ${known.length} test files has "${words.join('" or "')}" in its path.`,
  );
}

/** Continues when one fails: one run reports every fault. */
async function each(items, step) {
  const outcomes = [];
  for (const item of items) outcomes.push(await step(item));
  return outcomes;
}

function node(...args) {
  const env = { PATH: pathWithBin(), NODE_COMPILE_CACHE: join(root, '.cache/compiled') };
  return { command: chooseNode(), args, env };
}

function biome(...args) {
  return node(join(root, 'node_modules/@biomejs/biome/bin/biome'), ...args);
}

function tsc(...args) {
  const checker = node(join(root, 'node_modules/typescript-7/bin/tsc'), ...args);
  // It is a Go program, and by default spends a fifth of its CPU time on keeping its memory small.
  return { ...checker, env: { ...checker.env, GOGC: '400' } };
}

function vite(...args) {
  return node(join(root, 'node_modules/vite/bin/vite.js'), ...args);
}

async function install() {
  if (isInstalled()) return;
  say('Installing dependencies (first time: about 20 s) …');
  const started = Date.now();
  const waiting = setInterval(
    () => say(`… still installing after ${secondsSince(started)}`),
    15_000,
  );
  // Not `npm ci`: it starts from nothing each time, and fails where a registry lacks an optional package
  // of some other platform. The lockfile fits (that was checked), so the versions are exactly its own.
  // Install scripts stay off: nothing here needs one, so nothing gets to run one.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const code = await run(npmCommand([...args, '--loglevel=error']));
  clearInterval(waiting);
  if (code !== 0 || !isInstalled()) {
    throw new Explained(
      `npm install ended with exit code ${code} and did not install what package-lock.json names; its message is above. It needs the npm registry, or an npm cache that holds the packages.`,
    );
  }
  say(`Installed after ${secondsSince(started)}.`);
}

function usage() {
  const lines = Object.entries(verbs).map(([verb, { says }]) => `  ${verb.padEnd(6)} ${says}`);
  return `Usage: node tools/house.mjs <verb> [words]\n\n${lines.join('\n')}\n`;
}

async function main([verb = '', ...words]) {
  if (!Object.hasOwn(verbs, verb)) {
    process.stderr.write(verb === '' ? usage() : `There is no verb "${verb}".\n\n${usage()}`);
    return 2;
  }
  await install();
  const failed = (await verbs[verb].does(words)).filter(({ code }) => code !== 0);
  for (const { sentence } of failed) process.stderr.write(`Failed: ${sentence}.\n`);
  return failed[0]?.code ?? 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Explained)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

// Stands in for `node:test` in test files that are imported with a mistake planted (planted-world.ts). It collects
// the tests of a file, runs the ones that are asked for in this process, and tells how each of them ended.

import { mock as realMock, type TestContext, type TestOptions } from 'node:test';

type Work = (context: TestContext) => unknown;
type Hook = () => unknown;
type Kind = 'before' | 'after' | 'beforeEach' | 'afterEach';

interface Case {
  readonly name: string;
  readonly work: Work;
  readonly milliseconds: number;
}

export interface Suite {
  readonly name: string;
  readonly parent: Suite | null;
  readonly parts: (Suite | Case)[];
  readonly hooks: Record<Kind, Hook[]>;
  /** What a suite that is described asynchronously still has to say. */
  readonly described: Promise<unknown>[];
}

/** How one test ended: `error` is null for a test that passed. */
export interface Outcome {
  readonly name: string;
  readonly error: unknown;
}

const hangMilliseconds = 60_000;

let current = newSuite('', null);
/** What has to be done after the test that is running. */
let afterRunning: Hook[] | null = null;

/** Everything that a file declares while `load` imports it. */
export async function collectTests(load: () => Promise<unknown>): Promise<Suite> {
  const suite = newSuite('', null);
  current = suite;
  await load();
  await allDescribed(suite);
  return suite;
}

/** Runs the tests whose full name is asked for, one after the other. */
export async function runCollected(
  suite: Suite,
  isAsked: (fullName: string) => boolean,
): Promise<Outcome[]> {
  const asked = suite.parts.filter(part => anyAsked(part, fullName(suite, part), isAsked));
  if (asked.length === 0) return [];
  const outcomes: Outcome[] = [];
  try {
    await runAll(suite.hooks.before);
    for (const part of asked) {
      if ('parts' in part) outcomes.push(...(await runCollected(part, isAsked)));
      else outcomes.push(await runCase(suite, part));
    }
  } catch (error) {
    outcomes.push({ name: `${suite.name} (before all)`, error });
  } finally {
    await runAll(suite.hooks.after.toReversed());
  }
  return outcomes;
}

function anyAsked(
  part: Suite | Case,
  name: string,
  isAsked: (fullName: string) => boolean,
): boolean {
  if (!('parts' in part)) return isAsked(name);
  return part.parts.some(each => anyAsked(each, fullName(part, each), isAsked));
}

function fullName(suite: Suite, part: Suite | Case): string {
  const names = [part.name];
  for (let each: Suite | null = suite; each !== null; each = each.parent) names.unshift(each.name);
  return names.filter(name => name !== '').join(' ');
}

async function runCase(suite: Suite, { name, work, milliseconds }: Case): Promise<Outcome> {
  const around: Suite[] = [];
  for (let each: Suite | null = suite; each !== null; each = each.parent) around.unshift(each);
  const afterwards: Hook[] = around.flatMap(({ hooks }) => hooks.afterEach);
  let error: unknown = null;
  afterRunning = afterwards;
  try {
    for (const { hooks } of around) await runAll(hooks.beforeEach);
    await within(milliseconds, Promise.resolve(work(contextOf(name, afterwards))));
  } catch (thrown) {
    error = thrown;
  }
  afterRunning = null;
  for (const hook of afterwards.toReversed()) {
    try {
      await hook();
    } catch (thrown) {
      error ??= thrown;
    }
  }
  return { name: fullName(suite, { name, work, milliseconds }), error };
}

/** The part of a test's context that our tests use. */
function contextOf(name: string, afterwards: Hook[]): TestContext {
  const subtest = async (...args: Declared): Promise<void> => {
    const { name: own, work } = readDeclared(args);
    if (work === null) return;
    const inner: Hook[] = [];
    try {
      await work(contextOf(own, inner));
    } finally {
      await runAll(inner.toReversed());
    }
  };
  const context = {
    name,
    signal: new AbortController().signal,
    mock: realMock,
    after: (hook: Hook) => afterwards.push(hook),
    diagnostic: () => undefined,
    skip: () => undefined,
    test: subtest,
  };
  return context as unknown as TestContext;
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, failed) => {
    const error = new Error(`the test did not end within ${milliseconds} ms`);
    timer = setTimeout(() => failed(error), milliseconds);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function runAll(hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) await hook();
}

async function allDescribed(suite: Suite): Promise<void> {
  await Promise.all(suite.described);
  for (const part of suite.parts) if ('parts' in part) await allDescribed(part);
}

function newSuite(name: string, parent: Suite | null): Suite {
  const hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  return { name, parent, parts: [], hooks, described: [] };
}

type Declared = [name: string, ...rest: (TestOptions | Work | undefined)[]];

function readDeclared([name, ...rest]: Declared): {
  readonly name: string;
  readonly work: Work | null;
  readonly milliseconds: number;
} {
  const options = rest.find(each => typeof each === 'object');
  const work = rest.find(each => typeof each === 'function') ?? null;
  const isLeftOut = options?.skip !== undefined && options.skip !== false;
  const milliseconds = Math.min(options?.timeout ?? hangMilliseconds, hangMilliseconds);
  return { name, work: isLeftOut ? null : work, milliseconds };
}

function test(...args: Declared): Promise<void> {
  const { name, work, milliseconds } = readDeclared(args);
  if (work !== null) current.parts.push({ name, work, milliseconds });
  return Promise.resolve();
}

function describe(...args: Declared): Promise<void> {
  const { name, work } = readDeclared(args);
  if (work === null) return Promise.resolve();
  const suite = newSuite(name, current);
  const outer = current;
  outer.parts.push(suite);
  current = suite;
  suite.described.push(Promise.resolve(work(contextOf(name, []))));
  current = outer;
  return Promise.resolve();
}

function hookOf(kind: Kind): (hook: Hook) => void {
  return hook => {
    const hooks = (kind === 'after' ? afterRunning : null) ?? current.hooks[kind];
    hooks.push(hook);
  };
}

/** What a test file imports from `node:test`. */
export const standIn: Readonly<Record<string, unknown>> = {
  test,
  it: test,
  describe,
  suite: describe,
  before: hookOf('before'),
  after: hookOf('after'),
  beforeEach: hookOf('beforeEach'),
  afterEach: hookOf('afterEach'),
  mock: realMock,
};

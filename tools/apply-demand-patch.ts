// Applies a patch of demand-patches.table.ts in this process and runs tests under it. Nothing on disk changes.

import assert, { AssertionError } from 'node:assert/strict';
import { runTestsWith } from '@countersign/testing';
import type { DemandPatch } from './demand-patch.ts';

/** How many other tests of the file run under a patch, on each side of the first own one. */
const neighboursMax = 2;

/** A test of each demand fails by assertion under the patch, and a test beside them passes. */
export async function assertNoticed(patch: DemandPatch): Promise<void> {
  const { demands, test: file } = patch;
  const isOwn = (title: string): boolean => demands.some(id => carries(title, id));
  const neighbours = neighboursOf(await titlesOf(file), isOwn);
  const isAsked = (title: string): boolean => isOwn(title) || neighbours.includes(title);
  const outcomes = await runTestsWith(file, isAsked, patch);
  for (const id of demands) {
    const own = outcomes.filter(({ name }) => carries(name, id));
    assert.ok(
      own.some(({ error }) => isAssertion(error)),
      `no test with [${id}] failed by assertion: ${own.map(({ error }) => String(error)).join()}`,
    );
  }
  assert.ok(
    outcomes.some(({ name, error }) => error === null && !isOwn(name)),
    'no other test of the file passes',
  );
}

/** Without a patch, every test that carries a demand of these patches passes. */
export async function assertSound(patches: readonly DemandPatch[]): Promise<void> {
  for (const file of new Set(patches.map(patch => patch.test))) {
    const demands = patches.filter(patch => patch.test === file).flatMap(each => each.demands);
    const isAsked = (title: string): boolean => demands.some(id => carries(title, id));
    for (const { error } of await runTestsWith(file, isAsked)) assert.ifError(error);
  }
}

async function titlesOf(file: string): Promise<string[]> {
  const titles: string[] = [];
  const none = await runTestsWith(file, title => {
    titles.push(title);
    return false;
  });
  assert.equal(none.length, 0);
  return titles;
}

/** The nearest tests before and after the first own one. */
function neighboursOf(titles: readonly string[], isOwn: (title: string) => boolean): string[] {
  const first = Math.max(titles.findIndex(isOwn), 0);
  const others = (some: readonly string[]): string[] => some.filter(title => !isOwn(title));
  return [
    ...others(titles.slice(0, first)).slice(-neighboursMax),
    ...others(titles.slice(first + 1)).slice(0, neighboursMax),
  ];
}

/** A property of fast-check wraps what its body threw. */
function isAssertion(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return error instanceof AssertionError || cause instanceof AssertionError;
}

function carries(title: string, id: string): boolean {
  return title.includes(`[${id}]`);
}

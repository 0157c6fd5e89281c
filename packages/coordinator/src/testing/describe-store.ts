import { describe, type TestContext, test } from 'node:test';
import type { Store } from '../store.ts';
import { actionCases } from './store-cases-actions.ts';
import { changeCases } from './store-cases-changes.ts';
import { claimCases } from './store-cases-claims.ts';
import { closingCases } from './store-cases-closing.ts';
import { commitCases } from './store-cases-commit.ts';
import { concurrencyCases } from './store-cases-concurrency.ts';
import { guardCases } from './store-cases-guards.ts';
import {
  type CaseBody,
  type DefineCase,
  type Need,
  type OpenedStore,
  type StoreUnderTest,
  waitForClock,
} from './store-cases-harness.ts';
import { laterCases } from './store-cases-later.ts';
import { listCases } from './store-cases-lists.ts';
import { logCases } from './store-cases-log.ts';
import { outboxCases } from './store-cases-outbox.ts';
import { preferenceCases } from './store-cases-preferences.ts';
import { refusalCases } from './store-cases-refusals.ts';
import { resubmissionCases } from './store-cases-resubmission.ts';
import { searchCases } from './store-cases-search.ts';
import { sequencerCases } from './store-cases-sequencer.ts';
import { streamCases } from './store-cases-streams.ts';
import { tallyCases } from './store-cases-tallies.ts';
import { timeCases } from './store-cases-time.ts';
import { timelineCases } from './store-cases-timeline.ts';

export interface StoreSuite {
  readonly name: string;
  /** Opens a fresh, empty store; called once for each test. */
  readonly open: () => Promise<OpenedStore>;
  /** Rules that the store cannot be shown to keep, and why. Their tests are skipped and say so. */
  readonly skip?: readonly { readonly reason: string; readonly rules: readonly string[] }[];
}

const cases: readonly ((test: DefineCase) => void)[] = [
  commitCases,
  streamCases,
  resubmissionCases,
  refusalCases,
  guardCases,
  timeCases,
  claimCases,
  concurrencyCases,
  listCases,
  actionCases,
  outboxCases,
  laterCases,
  preferenceCases,
  tallyCases,
  searchCases,
  logCases,
  sequencerCases,
  changeCases,
  timelineCases,
  closingCases,
];

const lacks: Record<Need, string> = {
  second: 'this store has no second handle on its data',
  moveClock: 'the clock of this store cannot be moved',
};

/** Runs the contract of `Store` and `Commit` against one store: the same tests for each. */
export function describeStore({ name, open, skip = [] }: StoreSuite): void {
  const reasons = new Map(skip.flatMap(({ reason, rules }) => rules.map(rule => [rule, reason])));
  const proven = new Set<string>();
  describe(name, () => {
    const define: DefineCase = (
      title: string,
      ...rest: [CaseBody] | [readonly Need[], CaseBody]
    ) => {
      const [needs, body] = rest.length === 1 ? [[], rest[0]] : rest;
      const rules = rulesOf(title);
      for (const rule of rules) proven.add(rule);
      const skipped = rules.map(rule => reasons.get(rule)).find(reason => reason !== undefined);
      test(title, { skip: skipped ?? false }, context => runCase(context, open, needs, body));
    };
    for (const defineCases of cases) defineCases(define);
    for (const rule of reasons.keys()) {
      if (!proven.has(rule)) throw new Error(`${name} skips ${rule}, which no test proves`);
    }
  });
}

function rulesOf(title: string): string[] {
  return /^\[([^\]]+)\]/.exec(title)?.[1]?.split(', ') ?? [];
}

async function runCase(
  context: TestContext,
  open: () => Promise<OpenedStore>,
  needs: readonly Need[],
  body: CaseBody,
): Promise<void> {
  const opened = await open();
  const handles: Store[] = [];
  try {
    const missing = needs.find(need => opened[need] === undefined);
    if (missing === undefined) await body(underTest(opened, handles));
    else context.skip(lacks[missing]);
  } finally {
    // A handle that the test closed itself may refuse to close again.
    for (const handle of handles) await handle.close().catch(() => undefined);
    await opened.close();
  }
}

function underTest(opened: OpenedStore, handles: Store[]): StoreUnderTest {
  const { store, second, moveClock } = opened;
  let current = store;
  return {
    store,
    second: async () => {
      if (second === undefined)
        throw new Error('the test did not say that it needs a second handle');
      const handle = await second();
      handles.push(handle);
      return handle;
    },
    reopen: async () => {
      current = await opened.reopen();
      return current;
    },
    moveClock: seconds => {
      if (moveClock === undefined) throw new Error('the test did not say that it moves the clock');
      moveClock(seconds);
    },
    letPass: async seconds => {
      if (moveClock === undefined) await waitForClock(current, seconds);
      else moveClock(seconds);
    },
  };
}

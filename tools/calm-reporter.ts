// One line per test file while the run goes on, then whatever failed with all that is known about it,
// then the most expensive files, then Node's own closing summary as the last lines. The built-in reporter prints
// every test and puts failures after the summary, which buries both. What a test prints itself is passed on.
//
// A run in which a planned file ran no test fails, and so does a whole run that used more CPU time than its budget.

import { relative, resolve } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect, styleText } from 'node:util';
import { type RunNotes, readNotes } from './test-notes.mjs';
import { judgeRun } from './test-verdict.ts';

/** How long to stay silent before saying what is still running. */
const patienceMs = 20_000;

/** Failures that follow from another one, inside or around, and have nothing of their own to tell. */
const onlyFollows: ReadonlySet<unknown> = new Set(['subtestsFailed', 'cancelledByParent']);

interface FileTally {
  readonly startedAt: number;
  passed: number;
  failed: number;
  skipped: number;
}

class CalmReporter extends Transform {
  readonly #running = new Map<string, FileTally>();
  readonly #failures: EventData.TestFail[] = [];
  readonly #skips = new Map<string, number>();
  readonly #summary: string[] = [];
  readonly #notes: RunNotes | undefined = readNotes();
  readonly #planned: ReadonlySet<string> = new Set(this.#notes?.plan.files);
  readonly #counts = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor() {
    super({ writableObjectMode: true });
    this.#heartbeat = setInterval(() => this.#sayWhatRuns(), patienceMs).unref();
  }

  override _transform(event: TestEvent, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#take(event);
    done();
  }

  override _flush(done: TransformCallback): void {
    clearInterval(this.#heartbeat);
    for (const [reason, count] of this.#skips) this.#line(`﹣ ${count} skipped: ${reason}`);
    for (const failure of this.#failures) this.#line(describeFailure(failure));
    this.#closeRun();
    for (const line of this.#summary) this.#line(line);
    done();
  }

  /** Says what the run cost, and what about the run itself is wrong. */
  #closeRun(): void {
    const notes = readNotes();
    if (notes === undefined) return;
    const { told, faults } = judgeRun(notes, this.#counts);
    for (const line of told) this.#line(`ℹ ${line}`);
    for (const fault of faults) this.#line(`\n${styleText('red', '✖')} ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }

  #take(event: TestEvent): void {
    switch (event.type) {
      case 'test:dequeue':
        if (this.#isWholeFile(event.data)) {
          this.#running.set(event.data.name, {
            startedAt: Date.now(),
            passed: 0,
            failed: 0,
            skipped: 0,
          });
        }
        return;
      case 'test:complete':
        if (this.#isWholeFile(event.data)) this.#finishFile(event.data);
        else this.#count(event.data);
        return;
      case 'test:fail':
        if (!onlyFollows.has(failureType(event.data))) this.#failures.push(event.data);
        return;
      case 'test:diagnostic':
        if (event.data.file === undefined) this.#summary.push(`ℹ ${event.data.message}`);
        else this.#line(`  ℹ ${event.data.message} (${relative('.', event.data.file)})`);
        return;
      case 'test:stdout':
      case 'test:stderr':
        this.#print(event.data.message);
        return;
      case 'test:interrupted':
        for (const test of event.data.tests) this.#line(`✖ interrupted: ${test.name}`);
        return;
      default:
        return;
    }
  }

  #count(test: EventData.TestComplete): void {
    const file = relative('.', test.file ?? '');
    const tally = this.#running.get(file);
    if (tally === undefined || test.details.type === 'suite') return;
    this.#counts.set(file, (this.#counts.get(file) ?? 0) + 1);
    if (test.skip !== undefined) {
      tally.skipped += 1;
      const reason = test.skip === true ? 'no reason given' : String(test.skip);
      this.#skips.set(reason, (this.#skips.get(reason) ?? 0) + 1);
    } else if (test.details.passed) tally.passed += 1;
    else tally.failed += 1;
  }

  #finishFile(file: EventData.TestComplete): void {
    const tally = this.#running.get(file.name);
    this.#running.delete(file.name);
    if (tally === undefined || file.name.endsWith('.lane.mjs')) return;
    const counts = [
      ...(tally.passed > 0 ? [`${tally.passed} passed`] : []),
      ...(tally.failed > 0 ? [`${tally.failed} failed`] : []),
      ...(tally.skipped > 0 ? [`${tally.skipped} skipped`] : []),
    ];
    const mark = file.details.passed ? styleText('green', '✔') : styleText('red', '✖');
    const time = `${(file.details.duration_ms / 1000).toFixed(1)} s`;
    this.#line(`${mark} ${file.name}  ${styleText('dim', [...counts, time].join(', '))}`);
  }

  #sayWhatRuns(): void {
    for (const [name, { startedAt }] of this.#running) {
      if (name.endsWith('.lane.mjs')) continue;
      this.#line(`… ${name} is still running, ${Math.round((Date.now() - startedAt) / 1000)} s`);
    }
  }

  /** Node reports each file as a test of its own, named by its path; in a lane, a file is a suite. */
  #isWholeFile(test: EventData.TestDequeue | EventData.TestComplete): boolean {
    if (test.nesting !== 0) return false;
    return test.file === resolve(test.name) || this.#planned.has(test.name);
  }

  #line(text: string): void {
    this.#print(`${text}\n`);
  }

  #print(text: string): void {
    this.push(text);
    this.#heartbeat.refresh();
  }
}

function failureType(test: EventData.TestFail): unknown {
  return Reflect.get(test.details.error, 'failureType');
}

function describeFailure(test: EventData.TestFail): string {
  const where = `${relative('.', test.file ?? '')}:${test.line ?? 1}`;
  const error = test.details.error.cause ?? test.details.error;
  return `\n${styleText('red', '✖')} ${test.name}\n    at ${where}\n${tellError(error)}\n`;
}

/** The message of a failed assertion says it all; of anything else its members may matter too. */
function tellError(error: unknown): string {
  const isAssertion = error instanceof Error && Reflect.get(error, 'code') === 'ERR_ASSERTION';
  const story = isAssertion ? String(error.stack) : inspect(error, { depth: 8 });
  const ours = story
    .split('\n')
    .filter(line => !/^ +at .*(node:internal|node:async_hooks|<anonymous>\)$)/.test(line));
  return ours.join('\n').replace(/^/gm, '    ');
}

// biome-ignore lint/style/noDefaultExport: Node takes a reporter by its default export.
export default CalmReporter;

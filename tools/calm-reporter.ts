// One line per test file while the run goes on, then whatever failed with all that is known about it,
// then Node's own closing summary as the last lines. The built-in reporter prints every test and puts
// failures after the summary, which buries both. What a test prints itself is passed on.

import { relative, resolve } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect, styleText } from 'node:util';

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
    for (const line of this.#summary) this.#line(line);
    done();
  }

  #take(event: TestEvent): void {
    switch (event.type) {
      case 'test:dequeue':
        if (isWholeFile(event.data)) {
          this.#running.set(event.data.name, {
            startedAt: Date.now(),
            passed: 0,
            failed: 0,
            skipped: 0,
          });
        }
        return;
      case 'test:complete':
        if (isWholeFile(event.data)) this.#finishFile(event.data);
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
    const tally = this.#running.get(relative('.', test.file ?? ''));
    if (tally === undefined || test.details.type === 'suite') return;
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
    if (tally === undefined) return;
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
      this.#line(`… ${name} is still running, ${Math.round((Date.now() - startedAt) / 1000)} s`);
    }
  }

  #line(text: string): void {
    this.#print(`${text}\n`);
  }

  #print(text: string): void {
    this.push(text);
    this.#heartbeat.refresh();
  }
}

/** Node reports each file as a test of its own, named by its path. */
function isWholeFile(test: EventData.TestDequeue | EventData.TestComplete): boolean {
  return test.nesting === 0 && test.file === resolve(test.name);
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

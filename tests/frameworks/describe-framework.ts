import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readDocument } from '../testing/document-blocks.ts';
import { describeAdapter } from './describe-adapter.ts';
import type { Driver } from './driver.ts';
import { frameworkModule, installFramework } from './install-framework.ts';

interface Framework {
  /** As a path, so that a change in it selects the test file that names it. */
  readonly folder: string;
  readonly title: string;
  /** Its page in docs/how-to. */
  readonly howTo: string;
  /** With the optional packages that only a proof installs. */
  readonly whole?: boolean;
}

/** What the page of each adapter starts. */
const program = './run-example.ts';

/**
 * Everything about one adapter: the suite of all adapters, the cases of its framework (`cases.ts`) and its
 * example (`example.ts`).
 */
export async function describeFramework(framework: Framework): Promise<void> {
  const { folder, title, howTo, whole = false } = framework;
  const name = basename(folder);
  if (!installFramework(name, whole)) return;
  const url = frameworkModule(name, 'driver.ts');
  const { driver } = (await import(url)) as { driver: Driver };
  describeAdapter(title, url, driver);
  await import(frameworkModule(name, 'cases.ts'));

  const page = readFileSync(new URL(`../../docs/how-to/${howTo}`, import.meta.url), 'utf8');

  test(`${title}: the commands of its page run the example`, async () => {
    const blocks = readDocument(howTo, page).filter(({ kind }) => kind === 'checkout');
    const [block] = blocks;
    assert.ok(blocks.length === 1 && block?.kind === 'checkout', 'expected one block of commands');
    assert.ok(block.text.includes(`${basename(program)} ${name}`), block.text);
    assert.match(await runInCheckout(block.text), new RegExp(`The example of ${name} ran`));
  });

  test(`${title}: its page shows the example as it runs here`, () => {
    const example = readFileSync(new URL(frameworkModule(name, 'example.ts')), 'utf8');
    assert.ok(page.includes(`\`\`\`ts\n${example}\`\`\`\n`), `${howTo} differs from the example`);
    assert.ok(example.split('\n').length <= 40, 'the example has more than 40 lines');
  });
}

/** Runs commands in the folder of the repository, as a reader pastes them, and gives what they printed. */
async function runInCheckout(commands: string): Promise<string> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd,
  });
  return stdout;
}

// Goal: evidence can be checked where the reader is. A page that loads nothing but the protocol package says the
// same about a bundle as Node does, statement by statement.
// Method: bundles that a real store exported, and altered ones, are verified by the built package in a page of a
// real browser, where hashes and signatures are those of the portable code, and in Node, where they are native.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type BundleTrust, bundleText, verifyBundle } from '@countersign/protocol/bundle';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { type StoryName, stories } from './exported-bundle/stories.ts';
import { World } from './exported-bundle/world.ts';
import { type LaunchedChromium, launchChromium } from './testing/chromium.ts';

const root = join(import.meta.dirname, '..');

describe('in a browser', () => {
  let chromium: LaunchedChromium;
  let page: Page;
  let passed: { text: string; trust: BundleTrust };
  let denied: { text: string; trust: BundleTrust };

  before(async () => {
    passed = await exportedText('two stages, with a passkey and advice');
    denied = await exportedText('denied');
    const script = await bundleForBrowser();
    chromium = await launchChromium();
    const context = await chromium.browser.newContext();
    page = await context.newPage();
    await page.addScriptTag({ content: script });
  });

  after(async () => {
    await page?.context().close();
    await chromium?.release();
  });

  const inPage = (text: string, trust: BundleTrust): Promise<unknown> =>
    page.evaluate(
      given => {
        const { verifyBundle } = Reflect.get(globalThis, 'countersign');
        return verifyBundle(given.text, given.trust);
      },
      { text, trust },
    );

  test('exported bundles are accepted in a browser, with the same statements as in Node', async () => {
    for (const { text, trust } of [passed, denied]) {
      const report = verifyBundle(text, trust);
      assert.equal(report.verdict, 'accepted');
      assert.deepEqual(await inPage(text, trust), report);
    }
  });

  test('altered bundles are refused in a browser, with the same statements as in Node', async () => {
    const { text, trust } = passed;
    const signature = text.indexOf('"signature') + 30;
    const altered: Record<string, string> = {
      'another amount': text.replace('2.5', '2.6'),
      'another letter in a signature': `${text.slice(0, signature)}${text[signature] === 'A' ? 'B' : 'A'}${text.slice(signature + 1)}`,
      'another time': text.replaceAll('2026-11-15', '2036-11-15'),
      'without its end': text.slice(0, -1),
      'with a space': ` ${text}`,
      'another epoch': text.replace('"epoch":1', '"epoch":2'),
      nothing: '',
    };
    for (const [what, bundle] of Object.entries(altered)) {
      const report = verifyBundle(bundle, trust);
      assert.equal(report.verdict, 'refused', what);
      assert.deepEqual(await inPage(bundle, trust), report, what);
    }
  });

  test('an untrusted key is refused in a browser as in Node', async () => {
    const { text, trust } = denied;
    const stranger: BundleTrust = { ...trust, signing_keys: [], note_keys: passed.trust.note_keys };
    const report = verifyBundle(text, stranger);
    assert.equal(report.verdict, 'refused');
    assert.deepEqual(await inPage(text, stranger), report);
  });
});

async function exportedText(story: StoryName): Promise<{ text: string; trust: BundleTrust }> {
  const world = await World.open();
  try {
    const id = await stories[story](world);
    await world.sequence();
    return { text: bundleText(await world.export(id)), trust: await world.trust(id) };
  } finally {
    await world.close();
  }
}

/** The package as it is built, in the form that a page takes: without its `source` and without Node. */
async function bundleForBrowser(): Promise<string> {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const projects = ['packages/protocol', 'packages/protocol/tsconfig.node.json'];
  const built = spawnSync(process.execPath, [tsc, '-b', ...projects], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(built.status, 0, built.stdout);
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { verifyBundle } from '@countersign/protocol/bundle'`,
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'countersign',
    target: 'es2022',
  });
  const inputs = Object.keys(metafile.inputs);
  assert.ok(inputs.includes('packages/protocol/dist/bundle/index.js'), 'the built form');
  assert.deepEqual(
    inputs.filter(path => /\.node\.js$|^node:|\.ts$/.test(path)),
    [],
  );
  const [output] = outputFiles;
  assert.ok(output);
  return output.text;
}

// Goal: a person who wants to check an approval installs @countersign/protocol and nothing else, in
// Node, in a page or in a worker, and gets the same answers everywhere.
// Method: pack the package as npm would publish it, unpack it in an empty folder with copies of exactly
// the dependencies it declares, and run one probe there under plain Node, in a page of a real browser
// and in a worker of it. What it must answer is written down as literals beside the probe.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { Page } from 'playwright-core';
import { publint } from 'publint';
import { type LaunchedChromium, launchChromium } from './testing/chromium.ts';

const root = join(import.meta.dirname, '..');
const fixtures = join(import.meta.dirname, 'packed-protocol');

const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as unknown;

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

describe('the packed protocol package', () => {
  let home = '';
  let packed: { files: string[]; tarball: string };

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'countersign-packed-'));
    buildProtocol();
    packed = packProtocol(home);
    installAlone(home, packed.tarball);
    cpSync(fixtures, home, { recursive: true });
  });

  after(() => rmSync(home, { recursive: true, force: true }));

  test('the package contains what a user needs and nothing that only this repository needs', () => {
    const wanted = /^(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts)$/;
    const unwanted = /\.test\.|(^|\/)testing\//;
    const odd = packed.files.filter(path => !wanted.test(path) || unwanted.test(path));
    assert.deepEqual(odd, []);
    assert.ok(packed.files.includes('dist/bundle/index.js'));
    const sources = new Set(packed.files.filter(path => path.startsWith('src/')));
    const built = packed.files.filter(path => /^dist\/.*\.js$/.test(path));
    const stale = built.filter(
      path => !sources.has(path.replace(/^dist/, 'src').replace(/js$/, 'ts')),
    );
    assert.deepEqual(stale, [], 'built from sources that are gone; npm run build removes them');
  });

  test('the package has at most three runtime dependencies, which have none beyond each other', t => {
    const declared = Object.keys(protocolManifest().dependencies ?? {});
    assert.ok(declared.length <= 3, declared.join(', '));
    assert.deepEqual([...dependencyClosure()].sort(), declared.sort());
    t.diagnostic(`runtime dependencies: ${declared.join(', ')}`);
  });

  test('publint finds nothing wrong with the package', async () => {
    const { messages } = await publint({
      pkgDir: join(home, 'node_modules/@countersign/protocol'),
      pack: false,
      level: 'warning',
    });
    assert.deepEqual(messages, []);
  });

  test('the package works alone in an empty folder under plain Node', () => {
    const output = execFileSync(process.execPath, ['main.mjs'], { cwd: home, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(output), expected);
  });

  test('the package gives a TypeScript user its types, without any of ours being installed', () => {
    const config = {
      compilerOptions: { strict: true, noEmit: true, module: 'NodeNext', types: [] },
    };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ ...config, files: ['user.ts'] }));
    writeFileSync(
      join(home, 'user.ts'),
      `import { canonicalize } from '@countersign/protocol/json';
       import type { Result } from '@countersign/protocol/reason';
       export const text: string = canonicalize({ a: 1 });
       export const code = (verdict: Result<1>) => (verdict.ok ? verdict.value : verdict.refusal.code);
       // @ts-expect-error: a verdict has no such member
       export const wrong = (verdict: Result<1>) => verdict.approved;`,
    );
    runTsc('-p', home);
  });

  describe('bundled for a browser', () => {
    let bundle: { text: string; metafile: Metafile };
    let server: ReturnType<typeof createServer>;
    let chromium: LaunchedChromium;
    let page: Page;

    before(async () => {
      bundle = await bundleForBrowser(home);
      server = createServer((request, response) => {
        const isScript = request.url === '/bundle.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? bundle.text : '<!doctype html><title>probe</title>');
      });
      await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
      chromium = await launchChromium();
      const context = await chromium.browser.newContext();
      page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });

    after(async () => {
      await page?.context().close();
      await chromium?.release();
      server?.close();
    });

    test('the bundle contains no module of Node, and is small', t => {
      const inputs = Object.keys(bundle.metafile.inputs);
      assert.deepEqual(
        inputs.filter(path => /\.node\.js$|^node:/.test(path)),
        [],
      );
      assert.deepEqual(
        Object.values(bundle.metafile.outputs).flatMap(output => output.imports),
        [],
      );
      const { length } = bundle.text;
      const zipped = gzipSync(bundle.text).length;
      t.diagnostic(`browser bundle: ${kilobytes(length)} minified, ${kilobytes(zipped)} gzipped`);
    });

    test('the bundle answers the same in a page', async () => {
      const answers = await page.evaluate(async () => {
        const { probe } = await import(/* the server has it */ '/bundle.js' as string);
        return probe();
      });
      assert.deepEqual(answers, expected);
    });

    test('the bundle answers the same in a worker', async () => {
      const answers = await page.evaluate(
        () =>
          new Promise((done, failed) => {
            const code = `import('${location.origin}/bundle.js').then(m => postMessage(m.probe()))`;
            const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
            const worker = new Worker(address, { type: 'module' });
            worker.onmessage = ({ data }) => done(data);
            worker.onerror = event => failed(new Error(event.message));
          }),
      );
      assert.deepEqual(answers, expected);
    });
  });
});

function protocolManifest(): Manifest {
  return readManifest(join(root, 'packages/protocol'));
}

function buildProtocol(): void {
  runTsc('-b', 'packages/protocol', 'packages/protocol/tsconfig.node.json');
}

function runTsc(...args: string[]): void {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}

function packProtocol(home: string): { files: string[]; tarball: string } {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    home,
  ];
  const output = execFileSync('npm', args, {
    cwd: join(root, 'packages/protocol'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [report] = JSON.parse(output) as { filename: string; files: { path: string }[] }[];
  assert.ok(report);
  return { files: report.files.map(({ path }) => path), tarball: join(home, report.filename) };
}

/** An empty folder in which the tarball and its declared dependencies are all there is. */
function installAlone(home: string, tarball: string): void {
  const target = join(home, 'node_modules/@countersign/protocol');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  rmSync(tarball);
  for (const name of dependencyClosure()) {
    const copy = join(home, 'node_modules', name);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, 'node_modules', name), copy, { recursive: true });
  }
}

function dependencyClosure(): Set<string> {
  const found = new Set<string>();
  const add = ({ dependencies = {} }: Manifest) => {
    for (const name of Object.keys(dependencies).filter(each => !found.has(each))) {
      found.add(name);
      add(readManifest(join(root, 'node_modules', name)));
    }
  };
  add(protocolManifest());
  return found;
}

async function bundleForBrowser(home: string): Promise<{ text: string; metafile: Metafile }> {
  const result = await build({
    absWorkingDir: home,
    entryPoints: ['probe.mjs'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
  });
  const [output] = result.outputFiles;
  assert.ok(output);
  return { text: output.text, metafile: result.metafile };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

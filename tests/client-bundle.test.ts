import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * What `connect` weighs in a browser, minified and compressed, with everything it needs. With the second curve of the
 * protocol, which grants are not signed with, it would be above. A new feature may add its reason codes: each takes about 45 bytes.
 */
const kilobytesMax = 84;
/** The part of it that is the client itself; the rest verifies: schemas, curves, the table of codes. */
const ownKilobytesMax = 16;

test('the client is small, runs without Node, and includes nothing unused', async context => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const bundle = async (contents: string, external: string[] = []) => {
    const built = await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['source'],
      external,
      write: false,
      logLevel: 'silent',
    });
    return built.outputFiles[0]?.contents ?? new Uint8Array();
  };
  const kilobytes = (bytes: Uint8Array) => gzipSync(bytes).length / 1024;
  const whole = await bundle(`export { connect } from '@countersign/client';`);
  const own = await bundle(`export { connect } from '@countersign/client';`, [
    '@countersign/protocol/*',
    '@countersign/wire/*',
  ]);
  const words = await bundle(`export { outcomeTexts } from '@countersign/client';`);
  const said = `connect: ${kilobytes(whole).toFixed(1)} KB, of which its own ${kilobytes(own).toFixed(1)} KB`;
  context.diagnostic(said);
  assert.ok(kilobytes(whole) < kilobytesMax, said);
  assert.ok(kilobytes(own) < ownKilobytesMax, said);
  assert.ok(kilobytes(words) < 2, 'a part that needs nothing else brings nothing else');
  assert.doesNotMatch(Buffer.from(whole).toString(), /from\s*["']node:/);
});

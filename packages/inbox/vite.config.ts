import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const folder = join(import.meta.dirname, 'site');

/**
 * Removes what an earlier build left, after the new files are there: a server that starts during the build finds
 * pages.
 */
const removeOldFiles: Plugin = {
  name: 'remove-old-files',
  writeBundle: (_options, bundle) => {
    const built = new Set(Object.keys(bundle));
    const left = readdirSync(join(folder, 'assets')).filter(name => !built.has(`assets/${name}`));
    for (const name of left) rmSync(join(folder, 'assets', name));
  },
};

/**
 * Schemas would be compiled to code at run time where that is allowed, and would try whether it is. The content
 * security policy forbids it, and reports even the try. The library is told so where it keeps its configuration,
 * because that runs before the first schema is made, in whatever order the pages load their parts.
 */
const withoutGeneratedCode: Plugin = {
  name: 'without-generated-code',
  transform: (code, id) =>
    /\/zod\/v4\/core\/core\.js$/.test(id)
      ? { code: `${code}\nglobalConfig.jitless = true;\n`, map: null }
      : null,
};

// The pages are built from the sources of the packages they use, so that nothing has to be compiled before them.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), removeOldFiles, withoutGeneratedCode],
  publicDir: false,
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: ['chrome123', 'edge123', 'firefox122', 'safari17.5'],
    // The content security policy lets nothing come out of a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});

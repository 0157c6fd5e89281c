import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { englishOnly } from './english-only.ts';
import { pureSchemas } from './pure-schemas.ts';
import { scopedStyles } from './scoped-styles.ts';

const entry = join(import.meta.dirname, '../src/embed/confirmation.tsx');

// The component for the pages of others: React is theirs, everything else is inside, the styles are a file.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), pureSchemas, englishOnly],
  publicDir: false,
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { postcss: { plugins: [scopedStyles(entry, 'countersign-confirmation')] } },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: ['chrome123', 'edge123', 'firefox122', 'safari17.5'],
    cssMinify: 'lightningcss',
    lib: { entry, formats: ['es'], fileName: 'confirmation', cssFileName: 'confirmation' },
    rolldownOptions: {
      external: [/^react(-dom)?(\/|$)/],
      // Frameworks that render on a server are told that this belongs into the browser.
      output: { banner: "'use client';" },
    },
  },
});

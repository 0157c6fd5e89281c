import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { pureSchemas } from './embed/pure-schemas.ts';
import { shortTextNames } from './embed/short-text-names.ts';

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

/** What a browser looks for under / to install the pages as an app. These names never change. */
const appFiles: Plugin = {
  name: 'app-files',
  generateBundle() {
    for (const path of [
      './app/service-worker.js',
      './app/manifest.webmanifest',
      './app/icon-192.png',
      './app/icon-512.png',
      './app/icon-maskable-512.png',
    ]) {
      const source = readFileSync(join(import.meta.dirname, path));
      this.emitFile({ type: 'asset', fileName: basename(path), source });
    }
  },
};

/**
 * By default, the library compiles schemas to code at run time, and tries whether that is allowed. The content security
 * policy forbids it and reports even the try. So the configuration of the library turns it off. That configuration runs
 * before the first schema is made, in any order of loading.
 */
const withoutGeneratedCode: Plugin = {
  name: 'without-generated-code',
  transform: (code, id) => {
    if (/\/zod\/v4\/core\/core\.js$/.test(id))
      return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
    if (!/\/zod\/v4\/classic\/schemas\.js$/.test(id)) return null;
    const compiled = 'core.$ZodObjectJIT.init(';
    if (!code.includes(compiled)) throw new Error('expected an object that compiles its schema');
    // Without compiled code both behave alike. The part that writes the code stays out of the pages.
    return { code: code.replace(compiled, 'core.$ZodObject.init('), map: null };
  },
};

/** The pages check answers with schemas and describe none of them. What would write a JSON Schema is left out. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  transform: (code, id) => {
    if (!/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    if (names.length === 0) throw new Error('expected the functions that write a JSON Schema');
    return {
      code: names.map(name => `export const ${name} = () => undefined;`).join('\n'),
      map: null,
    };
  },
};

/**
 * A text of ours is described by a pattern of ours. The library gives each text a method for every format it knows, such as
 * `ipv6`, and with the methods come the formats. No schema of ours calls one of them; a call would fail as the pages load.
 */
const withoutTextFormats: Plugin = {
  name: 'without-text-formats',
  enforce: 'post',
  transform: (code, id) => {
    if (!/\/zod\/v4\/classic\/schemas\.js$/.test(id)) return null;
    const format = /\w+\(params\) \{\s*return this\.check\(core\._\w+\(Zod\w+, params\)\);\s*\},/g;
    if ((code.match(format) ?? []).length < 20) throw new Error('expected the formats of a text');
    return { code: code.replaceAll(format, ''), map: null };
  },
};

/** The pages say in a word what a schema expected. The sentences of the library would be a part of the first screen. */
const withoutSchemaSentences: Plugin = {
  name: 'without-schema-sentences',
  transform: (_code, id) =>
    /\/zod\/v4\/locales\/en\.js$/.test(id)
      ? {
          code: `export default () => ({ localeError: ({ expected, format, values }) => \`expected \${expected ?? format ?? values?.join(' or ') ?? 'another value'}\` });`,
          map: null,
        }
      : null,
};

/**
 * A refusal of the server carries its title and remedy. The table of titles and remedies is a tenth of the first
 * screen. Here, only the code for an unreachable server reads it.
 */
const withoutReasonTexts: Plugin = {
  name: 'without-reason-texts',
  enforce: 'post',
  transform(code, id) {
    if (!/\/protocol\/src\/reason\/reason-codes\.ts$/.test(id)) return null;
    const rows = [...code.matchAll(reasonRow)].filter(([, name]) => name !== 'server_unreachable');
    if (rows.length < 100) throw new Error('expected the table of reason codes');
    const short = code.replaceAll(reasonRow, (row, name: string, start: string) =>
      name === 'server_unreachable' ? row : `${name}${start} "", "")`,
    );
    return { code: short, map: null };
  },
};
const text = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
/** \`name: input(400, "never", null, "Title", "Remedy")\`, in the form that the compiler leaves. */
const reasonRow = new RegExp(
  String.raw`(\w+)(: (?:input|refusal|fault)\(\d+, ${text}, (?:null|${text}),) ${text}, ${text}\)`,
  'g',
);

// The pages are built from the sources of the packages they use, so that nothing has to be compiled before them.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    pureSchemas,
    appFiles,
    removeOldFiles,
    withoutGeneratedCode,
    withoutJsonSchema,
    withoutTextFormats,
    withoutSchemaSentences,
    withoutReasonTexts,
    shortTextNames(),
  ],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The parts that wait for the file of a language. Every other part may wait for them.
            {
              name: 'language',
              test: /[\\/]src[\\/]language[\\/](?:chosen|languages)\.ts$/,
              priority: 1,
            },
            // The first screen in one file. Separate files would compress worse.
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});

import { join } from 'node:path';
import { build } from 'esbuild';

interface PageFile {
  readonly type: string;
  readonly bytes: string | Uint8Array;
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace assistant</title>
<link rel="stylesheet" href="/page.css">
<body><div id="chat"></div><script type="module" src="/page.js"></script></body>
</html>
`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Bundles a page as a host does: its own files, React, and the component with its style sheet. */
export async function buildPage(
  entry = join(import.meta.dirname, 'page.tsx'),
): Promise<ReadonlyMap<string, PageFile>> {
  const { outputFiles } = await build({
    entryPoints: { page: entry },
    outdir: import.meta.dirname,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const files = outputFiles.map(({ path, contents }): [string, PageFile] => {
    const [ending = ''] = /\.\w+$/.exec(path) ?? [];
    return [`/page${ending}`, { type: types[ending] ?? 'text/plain', bytes: contents }];
  });
  return new Map([['/', { type: 'text/html; charset=utf-8', bytes: html }], ...files]);
}

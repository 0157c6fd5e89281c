import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Site, SiteFile } from './site.ts';

/** A file of any other type is not a part of a page, and is left out. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};
const alreadyCompressed = new Set(['.png', '.woff2']);
/** Close to the best compression, in a fiftieth of the time: the first visitor waits for it. */
const brotliQuality = 5;

/** What a browser looks for under / to install the pages as an app. */
export const appFiles = [
  'manifest.webmanifest',
  'service-worker.js',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
] as const;

/** Reads the built pages, once; null where they were not built. */
export function readSite(folder: URL): Site | null {
  const index = new URL('index.html', folder);
  if (!existsSync(index)) return null;
  const assets = new URL('assets/', folder);
  const names = existsSync(assets) ? readdirSync(assets) : [];
  return {
    index: readSiteFile(index, 'index.html'),
    assets: new Map(
      names
        .filter(name => Object.hasOwn(mediaTypes, extname(name)))
        .map(name => [name, readSiteFile(new URL(encodeURIComponent(name), assets), name)]),
    ),
    app: new Map(
      appFiles
        .filter(name => existsSync(new URL(name, folder)))
        .map(name => [name, readSiteFile(new URL(name, folder), name)]),
    ),
  };
}

function readSiteFile(file: URL, name: string): SiteFile {
  return siteFile(readFileSync(file), extname(name), {
    br: readIfThere(new URL(`${file.href}.br`)),
    gzip: readIfThere(new URL(`${file.href}.gz`)),
  });
}

/** A page that was compressed as it was built is taken as it is. */
export function siteFile(
  bytes: Uint8Array,
  extension: string,
  built: { readonly br?: Uint8Array | null; readonly gzip?: Uint8Array | null } = {},
): SiteFile {
  const compress = !alreadyCompressed.has(extension);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const smaller = (make: () => Uint8Array) =>
    once(() => {
      const form = compress ? make() : bytes;
      return form.length < bytes.length ? form : null;
    });
  return {
    mediaType: mediaTypes[extension] ?? 'application/octet-stream',
    tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    bytes,
    br: smaller(() => built.br ?? brotliCompressSync(bytes, { params })),
    gzip: smaller(() => built.gzip ?? gzipSync(bytes, { level: 9 })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function readIfThere(file: URL): Uint8Array | null {
  return existsSync(file) ? readFileSync(file) : null;
}

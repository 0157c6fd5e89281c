// Where things are in the checkout. Plain JavaScript, like all that runs before anything is installed.

import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A sentence for the reader; shown without a stack, because the stack would not help. */
export class Explained extends Error {}

export function exists(path) {
  return existsSync(join(root, path));
}

export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function subfolders(folder) {
  return entries(folder)
    .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
    .map(entry => entry.name)
    .sort();
}

export function filesIn(folder) {
  return entries(folder)
    .filter(entry => entry.isFile())
    .map(entry => `${folder}/${entry.name}`)
    .sort();
}

function entries(folder) {
  return exists(folder) ? readdirSync(join(root, folder), { withFileTypes: true }) : [];
}

function filesUnder(folder) {
  const inner = subfolders(folder).flatMap(name => filesUnder(`${folder}/${name}`));
  return [...filesIn(folder), ...inner];
}

export function testsUnder(folder) {
  return filesUnder(folder).filter(file => /\.test\.tsx?$/.test(file));
}

/** Folders of the workspaces, such as `packages/protocol` and `packages/adapters/ai-sdk`. */
export function packageFolders() {
  return ['packages', 'packages/adapters']
    .flatMap(parent => subfolders(parent).map(name => `${parent}/${name}`))
    .filter(folder => exists(`${folder}/package.json`));
}

export function allTests() {
  const sources = packageFolders().flatMap(folder => testsUnder(`${folder}/src`));
  return [...sources, ...testsUnder('tools'), ...testsUnder('tests')];
}

/** A story asserts what it tells and exits non-zero when that does not hold, so it is a test as well. */
export function examples() {
  return subfolders('examples')
    .map(story => `examples/${story}/main.ts`)
    .filter(exists);
}

/** The compiler never deletes what it built from a file that is gone, and npm would publish it. */
export function removeStaleOutput() {
  for (const folder of packageFolders()) {
    const built = filesUnder(`${folder}/dist`).filter(file => !file.endsWith('.tsbuildinfo'));
    for (const file of built) {
      const source = file.replace('/dist/', '/src/').replace(/(\.d\.ts|\.js)(\.map)?$/, '');
      if (!exists(`${source}.ts`) && !exists(`${source}.tsx`)) rmSync(join(root, file));
    }
  }
}

const pagesAreBuiltFrom = [
  'packages/inbox/index.html',
  'packages/inbox/package.json',
  'packages/inbox/vite.config.ts',
  ...[
    'inbox/embed',
    'inbox/src',
    'inbox/fonts',
    'card/src',
    'client/src',
    'wire/src',
    'protocol/src',
  ].map(name => `packages/${name}`),
];

/** What a build of the pages, and one of the component that others embed, writes last. */
const builtPages = ['packages/inbox/site/index.html', 'packages/inbox/embed/dist/confirmation.js'];

/** Whether the pages of the inbox, and what of them is embedded, are newer than everything they are built from. */
export function pagesAreBuilt() {
  if (!builtPages.every(exists)) return false;
  const sources = pagesAreBuiltFrom.flatMap(path =>
    /\.[a-z]+$/.test(path)
      ? [path]
      : filesUnder(path).filter(file => !/\.test\.tsx?$|\/dist\//.test(file)),
  );
  const writtenAt = file => statSync(join(root, file)).mtimeMs;
  const oldest = Math.min(...builtPages.map(writtenAt));
  return sources.every(file => writtenAt(file) <= oldest);
}

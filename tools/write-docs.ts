// Writes every generated part of the documentation: `node --conditions=source tools/write-docs.ts`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLeftovers, generateDocs } from './generated-docs.ts';
import { root } from './repository.ts';

const generated = await generateDocs();
for (const [path, text] of generated) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
for (const path of findLeftovers(generated)) rmSync(join(root, path));
console.log(`Wrote ${generated.size} files.`);

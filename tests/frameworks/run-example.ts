// Runs the example of one adapter, as its page says: installs its framework first where that is missing.
import './without-source.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installProject } from '../../tools/test-projects.mjs';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(name)) throw new Error('expected the name of an adapter, such as ai-sdk');
const folder = join(import.meta.dirname, name);
// A project that leaves its largest program out (`.npmrc`) needs it here.
const why = installProject(folder, { whole: existsSync(join(folder, '.npmrc')) });
if (why !== null) throw new Error(why);
await import(pathToFileURL(join(folder, 'example.ts')).href);
process.stdout.write(`The example of ${name} ran: the call waited, was approved and ran once.\n`);

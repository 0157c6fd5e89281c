// Opens the keys of a folder once it is told to, and says which key it has.
//
//   node … starting-program.ts <folder>

import { once } from 'node:events';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { openFileSigner } from '../file-signer.ts';

const [, , folder = ''] = process.argv;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const clock = { now: () => timestampFromMilliseconds(Date.now()) };
const signer = await openFileSigner({ issuer: 'race', folder, clock });
const rotated = await signer.rotate({ publishSeconds: 60 });
process.stdout.write(`${signer.records()[0]?.kid} ${rotated.kid}\n`);
process.stdin.destroy();

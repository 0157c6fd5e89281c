// The signer program with a clock that a test moves: the time stands in a file.
//
//   node … clocked-signer-program.ts <issuer> <folder> <clock file>

import { readFileSync } from 'node:fs';
import { Timestamp } from '@countersign/protocol/value';
import { openFileSigner } from '../file-signer.ts';
import { serveSigner } from '../serve-signer.ts';

const [, , issuer = '', folder = '', clockFile = ''] = process.argv;
const clock = { now: () => Timestamp.parse(readFileSync(clockFile, 'utf8')) };
const signer = await openFileSigner({ issuer, folder, clock });
await serveSigner(signer, process.stdin, line => process.stdout.write(line));

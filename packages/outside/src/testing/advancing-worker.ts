// Advances an anchor again and again, and says each count once it is kept, or why it is not.
//
//   node … advancing-worker.ts <file> <first count> <step> <how often> [bytes before the next file]

import { writeSync } from 'node:fs';
import { AnchorUnavailable } from '@countersign/coordinator';
import { FileAnchor } from '../file-anchor.ts';
import { sampleMark } from './sample-marks.ts';

const [, , file = '', first, step, times, bytes] = process.argv;
const anchor = new FileAnchor(file, bytes === undefined ? undefined : Number(bytes));
for (let i = 0; i < Number(times); i++) {
  const count = Number(first) + i * Number(step);
  try {
    await anchor.advance(sampleMark(count));
    writeSync(1, `${count}\n`);
  } catch (error) {
    if (!(error instanceof AnchorUnavailable)) throw error;
    writeSync(1, `${error.name}: ${error.message}\n`);
    break;
  }
}

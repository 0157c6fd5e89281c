// Loaded before the tests of a proof (`--import`): writes down every count that a test asks `effort` for, with the
// place that asked. Tests run in processes of their own, so the counts go to a file.

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { effortsFileVariable, type HeardEffort } from './heard-efforts.ts';

const file = process.env[effortsFileVariable];
if (file !== undefined) {
  subscribe('countersign:effort', message => {
    const { count, full, of } = message as Omit<HeardEffort, 'place'>;
    const place = (new Error().stack ?? '').split('\n').find(line => isAsker(line)) ?? '';
    const heard: HeardEffort = { count, full, of: of ?? null, place: place.trim() };
    appendFileSync(file, `${JSON.stringify(heard)}\n`);
  });
}

function isAsker(line: string): boolean {
  return /file:\/\//.test(line) && !/\/(effort|hear-efforts)\.ts/.test(line);
}

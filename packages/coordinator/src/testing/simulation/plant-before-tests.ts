// Imported before a test file (node --import), plants the mistake that the environment names.

import { plant } from './plant-bug.ts';
import { plantedPeopleBugs } from './planted-people-bugs.ts';
import { plantedSessionBugs } from './planted-session-bugs.ts';
import { plantedStoreBugs } from './planted-store-bugs.ts';

const name = process.env['COUNTERSIGN_PLANTED_BUG'];
const bug = [...plantedStoreBugs, ...plantedPeopleBugs, ...plantedSessionBugs].find(
  each => each.name === name,
);
if (bug === undefined) throw new RangeError(`there is no planted bug "${name}"`);
plant(bug);

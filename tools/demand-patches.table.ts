// For each demand of docs/coverage: a change of one place that takes the feature away. A test that carries the demand fails by
// assertion under it. demand-patches.test.ts applies them; nothing on disk changes.

import type { DemandPatch } from './demand-patch.ts';
import { patchesOf000 } from './demand-patches-000.table.ts';
import { patchesOf001 } from './demand-patches-001.table.ts';
import { patchesOf002 } from './demand-patches-002.table.ts';
import { recordPatchesOf002 } from './demand-patches-002-records.table.ts';
import { serverPatchesOf002 } from './demand-patches-002-server.table.ts';
import { patchesOf003 } from './demand-patches-003.table.ts';
import { patchesOf004 } from './demand-patches-004.table.ts';

export const demandPatches: readonly DemandPatch[] = [
  ...patchesOf000,
  ...patchesOf001,
  ...patchesOf002,
  ...recordPatchesOf002,
  ...serverPatchesOf002,
  ...patchesOf003,
  ...patchesOf004,
];

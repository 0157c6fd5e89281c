export { type ComparedLog, checkAgainstOutside } from './check-against-outside.ts';
export { CheckpointNotTaken } from './checkpoint-not-taken.ts';
export {
  allSinks,
  type Post,
  postedCheckpoints,
  printedCheckpoints,
} from './checkpoint-sinks.ts';
export { type FileAnchorOptions, openFileAnchor } from './file-anchor.ts';
export {
  type FileCheckpointsOptions,
  fileCheckpoints,
  readCheckpoints,
} from './file-checkpoints.ts';
export { isInsideFolder } from './inside-folder.ts';
export { type LatestCheckpoint, latestCheckpoint } from './latest-checkpoint.ts';

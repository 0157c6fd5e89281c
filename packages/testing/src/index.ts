export { childEnvironment } from './child-environment.ts';
export { effort, proving, randomFrom, seed } from './effort.ts';
export {
  listVectors,
  readVector,
  readVectorJson,
  readWorkload,
  skipWithout,
  skipWithoutWorkload,
} from './outside-data.ts';
export { programFile } from './program-file.ts';
export { type Shared, shareInLane } from './share-in-lane.ts';

export { betweenLooks } from './between-looks.ts';
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
export { importWith, type Mistake, mistakenSource } from './planted-world.ts';
export { programFile } from './program-file.ts';
export { runTestsWith } from './run-tests-with.ts';
export { type Shared, shareInLane } from './share-in-lane.ts';
export { skipInClosedFolder } from './skip-in-closed-folder.ts';

export { describeStore, type StoreSuite } from './describe-store.ts';
export { createMemoryAnchor, type MemoryAnchor } from './memory-anchor.ts';
export { copyModelData, type ModelData } from './model-data.ts';
export {
  createModelStore,
  type Fault,
  type ModelStore,
  type ModelStoreOptions,
  openModelStore,
} from './model-store.ts';
export { raceUses } from './sample-allowances.ts';
export { exportSample, type SampleEvidence, tellSample } from './sample-bundle.ts';
export {
  headAfter,
  imaginaryHead,
  type SampleAppend,
  sampleActionBytes,
  sampleAppend,
  sampleCommit,
  sampleFullCommit,
  sampleRow,
} from './sample-commit.ts';
export {
  auditEvent,
  auditLog,
  auditStore,
  mustSequence,
  type SampleSequencer,
  type SampleSink,
  sampleNoteSigner,
  sampleSequencer,
  sampleSink,
  sequenceAll,
} from './sample-log.ts';
export { createSamplePorts, principals, sampleAction, submission } from './sample-ports.ts';
export { modelStores, storeIds } from './simulation/model-store-factory.ts';
export {
  describeTally,
  explain,
  runHistories,
  runLaterStories,
  type Stretch,
} from './simulation/run-histories.ts';
export type { SimulatedStore, StoreFactory } from './simulation/simulated-process.ts';
export type { Tally } from './simulation/tally.ts';
export type { OpenedStore } from './store-cases-harness.ts';

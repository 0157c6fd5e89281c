export { describeSigner, type SignerSuite } from './describe-signer.ts';
export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createMemorySigner, type MemorySigner } from './memory-signer.ts';
export { issuer as sampleIssuer } from './sample-artifacts.ts';
export { type SignerUnderTest, writtenForms } from './signer-under-test.ts';

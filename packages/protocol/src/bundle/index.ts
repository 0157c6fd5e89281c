export { BundleTrust, isValidAt } from './bundle-trust.ts';
export {
  BundleDecider,
  type BundleDelegation,
  BundleNoteKey,
  type BundleParts,
  BundlePasskey,
  BundleSigningKey,
  BundleSource,
  buildBundle,
  bundleText,
  bundleType,
  EventInclusion,
  EvidenceBundle,
  KeptEvent,
  parseBundleText,
  parseEvidenceBundle,
} from './evidence-bundle.ts';
export {
  type BundleReport,
  type Statement,
  type StatementId,
  statementIds,
  statements,
} from './statement.ts';
export { summariseBundle } from './summarise-bundle.ts';
export { bundleVerifier, verifyBundle } from './verify-bundle.ts';

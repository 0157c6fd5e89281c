// Stories with their bundles, for tests outside this package. Never published.

export {
  coveredStory,
  madeEvents,
  sampleTerms,
  usedEvent,
  useOpening,
} from './allowance-samples.ts';
export { type BundleStory, bundleOf } from './bundle-samples.ts';
export {
  delegatedStory,
  delegationTerms,
  releasedStory,
  reviewedStory,
} from './release-samples.ts';

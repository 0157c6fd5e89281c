export {
  checkShown,
  type Handed,
  type Mismatch,
  type Shown,
  type ShownProblem,
} from './check-shown.ts';
export { type Fact, factsOf } from './fact.ts';
export {
  type PresentedView,
  presentedView,
  shortCode,
  viewDigest,
  viewRenderer,
} from './presented-view.ts';
export { isSmallView } from './view-size.ts';
export {
  countMarks,
  joinSegments,
  MarkKind,
  renderPlain,
  segmentText,
  TextSegment,
} from './visible-text.ts';

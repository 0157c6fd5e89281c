export { AnchorMark, isFurther, parseAnchorMark } from './anchor-mark.ts';
export {
  assembleCheckpoint,
  type Checkpoint,
  checkpointText,
  type VerifiedCheckpoint,
  verifyCheckpoint,
} from './checkpoint.ts';
export { LogLeaf, leafHash, parseLogLeaf } from './log-leaf.ts';
export {
  consistencyNodes,
  consistencyProof,
  inclusionNodes,
  inclusionProof,
  type ReadNode,
  verifyConsistency,
  verifyInclusion,
} from './merkle-proof.ts';
export {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  Frontier,
  parseFrontier,
  rootOf,
  TreeHash,
  type TreeNode,
  type TreePlace,
} from './merkle-tree.ts';
export { type NoteKey, type NoteSignature, noteKeyId } from './signed-note.ts';
export {
  checkTransition,
  type LogRow,
  type LogStart,
  logVerifier,
  type StreamHeads,
} from './verify-log.ts';

export {
  type BatchFindings,
  type BatchPlace,
  decideBatch,
  decideRefused,
  decideSnapshot,
  endsRun,
  type JudgedBatch,
  judgeBatch,
  type SnapshotAsked,
} from './decide-edge.ts';
export {
  batchDecisionsMax,
  EdgeBatch,
  EdgeDecision,
  edgeBatchDigest,
  edgeBatchType,
  parseEdgeBatch,
  type VerifiedBatch,
  verifyEdgeBatch,
} from './edge-batch.ts';
export { EdgeEvent, parseEdgeEvent } from './edge-event.ts';
export {
  absentEdge,
  type EdgeGap,
  type EdgeState,
  edgeGraceSeconds,
  evolveEdge,
  type OpenSnapshot,
  overdueSnapshots,
} from './edge-state.ts';
export {
  type EdgeCall,
  edgeCallBytesMax,
  judgeEdgeCall,
  judgeEdgeVerdict,
  rejectionKey,
} from './judge-edge-call.ts';
export {
  type EdgeMoment,
  edgeToleranceSeconds,
  judgeSnapshotTime,
  PolicySnapshot,
  parsePolicySnapshot,
  snapshotSeconds,
  snapshotType,
  type VerifiedSnapshot,
  verifySnapshot,
} from './policy-snapshot.ts';

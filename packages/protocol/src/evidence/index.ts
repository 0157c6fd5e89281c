export {
  absentEvidence,
  decideEvidence,
  type EvidenceCommand,
  EvidenceEnvelope,
  EvidenceEvent,
  type EvidenceState,
  type EvidenceStatus,
  evidenceSecondsDefault,
  evolveEvidence,
  Fingerprint,
  parseEvidenceEnvelope,
  parseEvidenceEvent,
} from './evidence-envelope.ts';

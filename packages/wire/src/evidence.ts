import { EvidenceEnvelope, Fingerprint } from '@countersign/protocol/evidence';
import type {} from '@countersign/protocol/json';
import { StreamEvent } from '@countersign/protocol/stream';
import { EvidenceId } from '@countersign/protocol/value';
import * as z from 'zod';
import { unread } from './sent.ts';

/** The request as presented, signed. */
export const ArtifactAnswer = z.object({ artifact: z.string() });

/** Every event of a request. */
export const RequestHistory = z.object({ events: z.array(StreamEvent) });
export type RequestHistory = z.infer<typeof RequestHistory>;

export const EvidenceParams = z.strictObject({ evidence_id: EvidenceId });

/** A signal that a person confirmed something. It permits nothing. */
export const EvidenceBody = unread(EvidenceEnvelope);

export const EvidenceUseBody = z.strictObject({ fingerprint: unread(Fingerprint) });

export const EvidenceFacts = z.object({
  status: z.enum(['recorded', 'consumed']),
  envelope: EvidenceEnvelope,
});
export type EvidenceFacts = z.infer<typeof EvidenceFacts>;

/** The signal, or the word that it was kept before under the same key. */
export const EvidenceRecorded = z.union([EvidenceFacts, z.object({ repeated: z.literal(true) })]);

import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm, RecordedRefusal } from '../stream/event-form.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

const Count = z.int().min(0);
const Serial = z.int().min(1);

/** What may be in the stream of one edge. Its decisions are `policy.answered` events in a segment of their own. */
export const EdgeEvent = z.discriminatedUnion('type', [
  eventForm(
    'edge.snapshot_issued',
    z.strictObject({
      edge_id: Name,
      run: Name,
      serial: Serial,
      epoch: z.int().min(1),
      policy_version: Name,
      policy_text: Digest,
      expires_at: Timestamp,
    }),
  ),
  eventForm(
    'edge.batch_recorded',
    z.strictObject({
      edge_id: Name,
      run: Name,
      sequence: Serial,
      batch_digest: Digest,
      previous_batch_digest: Digest.nullable(),
      closed_through: Count.nullable(),
      decisions: Count,
      /** How many of them the server would not have allowed. */
      contradicted: Count,
      /** Whether it came later than an edge may keep it. */
      late: z.boolean(),
      resumed: z.boolean(),
      /** The stream with its decisions; null where it has none. */
      segment: Name.nullable(),
    }),
  ),
  eventForm(
    'edge.batch_refused',
    z.strictObject({ edge_id: Name, batch_digest: Digest, refusal: RecordedRefusal }),
  ),
  eventForm(
    'edge.gap_recorded',
    z.strictObject({
      edge_id: Name,
      run: Name,
      /** The snapshots whose decisions were never told. */
      from_serial: Serial,
      through_serial: Serial,
      cause: z.enum(['run_ended', 'epoch_ended']),
    }),
  ),
]);
export type EdgeEvent = z.infer<typeof EdgeEvent>;

export const parseEdgeEvent = parserOf('EdgeEvent', EdgeEvent);

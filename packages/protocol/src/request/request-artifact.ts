import * as z from 'zod';
import { ActionBinding } from '../action/action-binding.ts';
import { Digest, sha256 } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { ApprovalRequest, inputDigest } from './approval-request.ts';

/** The `typ` of a signed request artifact. */
export const requestArtifactType = 'countersign-request+jws';

/** The signed form of a request as presented: the question, and the action in full from its bound bytes. */
export const RequestArtifact = z
  .strictObject({
    version: z.literal('1'),
    issuer: Name,
    store_id: StoreId,
    epoch: z.int().min(1),
    issued_at: Timestamp,
    request: ApprovalRequest,
    action: ActionBinding,
    input_digest: Digest,
  })
  .refine(({ request, action }) => request.action_digest === sha256(action), {
    path: ['action'],
    message: 'expected the action that the request names by digest',
  })
  .refine(({ request, input_digest }) => input_digest === inputDigest(request), {
    path: ['input_digest'],
    message: 'expected the digest of the presented request',
  });
export type RequestArtifact = z.infer<typeof RequestArtifact>;

export const parseRequestArtifact = parserOf('RequestArtifact', RequestArtifact);

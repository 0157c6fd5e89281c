import { PublicKey } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { TextSegment } from '@countersign/protocol/view';
import * as z from 'zod';
import { ShownStatus } from './agent-answers.ts';
import { unread } from './sent.ts';

/** A person who could decide, or is told. */
export const NamedApprover = z.object({
  person_id: z.string(),
  name: z.string().nullable(),
  /** Until when the person is away; null where the person is not. */
  away_until: z.string().nullable(),
});

export const Eligibility = z.object({
  may_decide: z.boolean(),
  /** Whether the caller could at least deny it: a person whom the action is about always can (ID-13). */
  may_deny: z.boolean().optional(),
  /** Why not, as a code of docs/errors.md. */
  code: z.string().nullable(),
  stage: z.string().nullable(),
  stage_index: z.int().nullable(),
  /** How sure the stage must be of who decides it. `webauthn` is a passkey on this very decision. */
  needs: z.enum(['session', 'oidc', 'webauthn']).nullable(),
  /** Whether the caller would confirm their own agent, which is never shown as independent (ID-5). */
  self_confirm: z.boolean(),
  /** For whom the caller would decide, where they may not in their own name (DG-2). */
  on_behalf_of: z
    .object({
      delegation_id: z.string(),
      person_id: z.string(),
      name: z.string().nullable(),
      ends_at: z.string(),
    })
    .optional(),
  /** Present where the caller may release the action alone: at which stage, and some of those who are told (BG-1). */
  release: z
    .object({
      stage_index: z.int(),
      told: z.array(NamedApprover),
    })
    .optional(),
  /** Some of the people who could decide the open stage. */
  people: z.array(NamedApprover),
});
export type Eligibility = z.infer<typeof Eligibility>;

/** A decided request of the same tool and agent. */
export const SimilarRequest = z.object({
  approval_request_id: z.string(),
  status: ShownStatus,
  at: z.string(),
});
export type SimilarRequest = z.infer<typeof SimilarRequest>;

/** The round before, to compare with. */
export const PreviousRound = z.object({
  approval_request_id: z.string(),
  action_text: z.string().nullable(),
});
export type PreviousRound = z.infer<typeof PreviousRound>;

/** What an amended request was before a reviewer changed it. Its digest and its author are in `amends` of the request. */
export const EarlierAction = z.object({
  approval_request_id: z.string(),
  requested_at: z.string().nullable(),
  /** Null where the bytes were erased, or the caller may not see them. */
  action_text: z.string().nullable(),
});
export type EarlierAction = z.infer<typeof EarlierAction>;

/** A part of a sentence about an action: plain text, or the place in the action whose value stands there. */
export const DisplayPart = z.union([
  z.object({ text: z.string() }),
  z.object({ pointer: z.string() }),
]);
export type DisplayPart = z.infer<typeof DisplayPart>;

/** A place in the action that stands out, and why: our analysis, outside the hashed view. */
export const ShownMark = z.object({
  /** JSON Pointer into the parameters. */
  pointer: z.string(),
  /** Places in the value, in UTF-16 units. Both 0 where the whole value is meant. */
  start: z.int().min(0),
  end: z.int().min(0),
  level: z.enum(['high', 'critical']),
  words: z.string(),
  /** The recorded signals of the risk that stand here, by their place in the request. */
  findings: z.array(z.int().min(0)),
});
export type ShownMark = z.infer<typeof ShownMark>;

/** One fact of an action or a question, taken from the bound bytes. */
export const ShownFact = z.strictObject({
  /** The JSON Pointer of the member. */
  label: z.array(TextSegment),
  kind: z.enum(['text', 'number', 'boolean', 'null', 'object', 'array', 'sealed']),
  value: z.array(TextSegment),
  size: z.int().min(0),
});

/** What an approver is shown, before a screen gives it a look. Its digest goes into the decision. */
export const ShownView = z.strictObject({
  renderer: z.string(),
  input_digest: z.string(),
  action_digest: z.string(),
  action: z.array(ShownFact),
  question: z.array(ShownFact),
  agent_says: z.array(TextSegment).nullable(),
});

/** What is shown to the person who decides, and what a passkey has to sign. */
export const ViewAnswer = z.object({
  approval_request_id: z.string(),
  /** The canonical bytes of the action, whose digest the client computes again. Null where they were erased. */
  action_text: z.string().nullable(),
  action_digest: z.string(),
  input_digest: z.string(),
  /** Only to compare: a client computes what it shows from the bound bytes. Null where they were erased, or the view is large. */
  view: unread(ShownView).nullable(),
  view_digest: z.string().nullable(),
  short_code: z.string().nullable(),
  /** Used once, in a decision of this person on this request. */
  nonce: z.string(),
  origin: z.string(),
  rp_id: z.string(),
  /** The caller's own. One of them signs where the stage demands it. */
  passkeys: z.array(z.object({ credential_id: z.string(), public_key: PublicKey })),
  store_id: z.string(),
  epoch: z.int(),
  /** How the deciding rule puts the action into a sentence, where its policy is still in force. */
  display: z.object({ rule_id: z.string(), parts: z.array(DisplayPart) }).nullable(),
  /** JSON Pointers of values that the deciding rule calls generated. Their folds need not be opened. */
  generated: z.array(z.string()),
  eligibility: Eligibility,
  /** What stands out in the action, for the eye of a person. Nothing is decided by it. */
  marks: z.array(ShownMark),
  /** The latest decided requests of the same tool and agent. */
  similar: z.array(SimilarRequest),
  previous: PreviousRound.nullable(),
  /** The versions before this one, the oldest first, where reviewers changed the action. */
  versions: z.array(EarlierAction).max(8).default([]),
});
export type ViewAnswer = z.infer<typeof ViewAnswer>;

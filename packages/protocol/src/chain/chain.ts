import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { PersonAssurance, ServiceAssurance } from '../value/assurance.ts';
import { Name } from '../value/wire-text.ts';
import { ChainBreakGlass } from './break-glass.ts';

export const ApproverKind = z.enum(['human', 'service']);
export type ApproverKind = z.infer<typeof ApproverKind>;

export const Separation = z.enum(['other_person', 'self_confirm']);
export type Separation = z.infer<typeof Separation>;

/** Who may decide: people and services by identity, people by role. */
const ApproverList = z
  .strictObject({
    identities: z.array(Name).max(4096).default([]),
    roles: z.array(Name).max(256).default([]),
  })
  .refine(({ identities, roles }) => identities.length + roles.length > 0, {
    message: 'expected an approver: an identity or a role (CH-6)',
  });

/** Further approvers, who join some time after the first round of the case was asked (ES-1). */
const EscalationStep = z.strictObject({
  after_seconds: z.int().min(1).max(2_592_000),
  approvers: ApproverList,
});

/**
 * One step of a chain: who may decide it, how many must, and how sure of them we must be. An optional
 * stage (`required: false`) may deny while it is open, but never delays an allow.
 */
export const Stage = z
  .strictObject({
    name: Name,
    approvers: ApproverList,
    approver_kinds: z.array(ApproverKind).min(1).max(2).default(['human']),
    quorum: z.int().min(1).max(100).default(1),
    min_assurance: PersonAssurance.exclude(['client_asserted']).default('session'),
    min_service_assurance: ServiceAssurance.default('service_key'),
    separation: Separation.default('other_person'),
    required: z.boolean().default(true),
    /** How much of a table has to be on the screen. Absent: its summary, unusual, first and last rows. */
    read: z.literal('every_row').optional(),
    // Form 2: who joins later, the earliest first. The first list stays eligible.
    escalation: z
      .array(EscalationStep)
      .min(1)
      .max(4)
      .refine(
        steps =>
          steps.every(
            ({ after_seconds }, at) =>
              at === 0 || after_seconds > (steps[at - 1]?.after_seconds ?? 0),
          ),
        {
          message: 'expected the steps in the order of their time, each later than the one before',
        },
      )
      .optional(),
  })
  .refine(
    stage =>
      stage.approver_kinds.includes('human') || stage.approvers.identities.length >= stage.quorum,
    {
      path: ['approvers', 'identities'],
      message:
        'expected as many listed services as the quorum; a service is never admitted by role (ID-7, CH-6)',
    },
  )
  .refine(
    ({ approvers, quorum }) =>
      approvers.roles.length > 0 || new Set(approvers.identities).size >= quorum,
    {
      path: ['quorum'],
      message: 'expected at least as many listed identities as the quorum (CH-6)',
    },
  );
export type Stage = z.infer<typeof Stage>;

/** Ordered stages under one version, fixed for the life of every request opened under it. */
export const Chain = z.strictObject({
  chain_id: Name,
  version: Name,
  stages: z
    .array(Stage)
    .min(1)
    .max(32)
    .refine(stages => stages.some(stage => stage.required), {
      message: 'expected at least one required stage (CH-6)',
    }),
  // Form 2: who may release an action alone, where no one of the chain can be reached.
  break_glass: ChainBreakGlass.optional(),
});
export type Chain = z.infer<typeof Chain>;

export const parseChain = parserOf('Chain', Chain);

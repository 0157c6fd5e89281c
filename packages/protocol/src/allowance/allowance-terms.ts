import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { ParameterPath } from '../request/amend-terms.ts';
import { AllowanceId, ApprovalRequestId } from '../value/ids.ts';
import { Name, Seconds } from '../value/wire-text.ts';

/** How often one allowance may be used at most (AL-8). */
export const usesMax = 10_000;

/** How many lines a template has at most. */
const linesMax = 256;

/** How long an allowance lives where the person says nothing. */
export const lifetimeDefault = 8 * 3600;

/** A value that has nothing inside it. */
const LeafValue = z.union([
  z.string().max(16_384),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({}),
  z.array(z.never()).max(0),
]);
export type LeafValue = z.infer<typeof LeafValue>;

/** `path`: folders of a file system. `url`: an address. `host`: a domain and what is below it. */
export const UnderKind = z.enum(['path', 'url', 'host']);
export type UnderKind = z.infer<typeof UnderKind>;

/** What one member of the parameters may be. Each line has exactly one constraint (AL-2). */
export const TemplateLine = z.union([
  z.strictObject({ path: ParameterPath, equals: LeafValue }),
  z.strictObject({
    path: ParameterPath,
    one_of: z
      .array(z.union([z.string().max(4096), z.number(), z.boolean()]))
      .min(1)
      .max(64),
  }),
  z.strictObject({
    path: ParameterPath,
    at_least: z.number().optional(),
    at_most: z.number().optional(),
  }),
  z.strictObject({
    path: ParameterPath,
    under: z.strictObject({ kind: UnderKind, base: z.string().min(1).max(4096) }),
  }),
  z.strictObject({ path: ParameterPath, any: z.literal(true) }),
]);
export type TemplateLine = z.infer<typeof TemplateLine>;

/** A decimal number as text, so that sums are exact. */
export const DecimalText = z
  .string()
  .regex(
    /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,9})?$/,
    'expected a decimal number as text, with at most 9 decimal places',
  );

/** What the uses of an allowance may add up to. Amounts are exact, and of one currency (AL-10). */
export const Budget = z.strictObject({
  path: ParameterPath,
  total: DecimalText,
  /** The member that says the currency. The template pins it. */
  currency: ParameterPath,
});
export type Budget = z.infer<typeof Budget>;

/** What a person chooses: the template and its limits. Everything else is pinned to the starting request. */
export const AllowanceChoice = z.strictObject({
  template: z.array(TemplateLine).max(linesMax),
  uses: z.int().min(1),
  lifetime_seconds: Seconds,
  budget: Budget.nullable(),
  rate: z.strictObject({ uses: z.int().min(1), seconds: Seconds }).nullable(),
  /** Whether an action that ran under the allowance may run again (AL-12). */
  repeat: z.boolean(),
});
export type AllowanceChoice = z.infer<typeof AllowanceChoice>;

export const parseAllowanceChoice = parserOf('AllowanceChoice', AllowanceChoice);

/** The terms of an allowance, as its house request binds them. */
export const AllowanceTerms = z.strictObject({
  allowance_id: AllowanceId,
  /** The request that it was made from. */
  from_request: ApprovalRequestId,
  agent_id: Name,
  operation: Name,
  target: z.strictObject({
    tool_name: Name,
    tool_schema_version: Name,
    resource: z.string().min(1).max(4096).nullable(),
  }),
  subject_id: Name.nullable(),
  audience: Name,
  /** The credential that asks. */
  requested_by: Name,
  tool_definition_digest: Digest.nullable(),
  approval_chain_id: Name,
  approval_chain_version: Name,
  ...AllowanceChoice.shape,
});
export type AllowanceTerms = z.infer<typeof AllowanceTerms>;

export const parseAllowanceTerms = parserOf('AllowanceTerms', AllowanceTerms);

const Paths = z.array(ParameterPath).max(64);

/** What the policy permits of an allowance. A request says so where the rules that ask admit allowances. */
export const AllowanceLimits = z.strictObject({
  lifetime_max_seconds: Seconds,
  /** Where a template may say `any`. */
  any: Paths,
  /** Where a template may say `under` a path: the executor binds real paths there, with links resolved (AL-14). */
  real_paths: Paths,
});
export type AllowanceLimits = z.infer<typeof AllowanceLimits>;

import { requestOutcomes } from '@countersign/protocol/request';
import { Name, RiskLevel, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { RequestRow } from './requests.ts';

export const SearchOutcome = z.enum(requestOutcomes);
export type SearchOutcome = z.infer<typeof SearchOutcome>;

const question = {
  /** Every word of it has to be in the values of a request. No sign in it has a meaning. */
  text: z.string().max(200, 'expected at most 200 characters; search for fewer words').default(''),
  agent_id: Name.optional(),
  tool_name: Name.optional(),
  /** The rule that stopped the action. */
  rule_id: Name.optional(),
  risk_level: RiskLevel.optional(),
  /** Who decided, or changed the action. */
  person_id: Name.optional(),
  outcome: SearchOutcome.optional(),
  /** Asked at this time or later. */
  from: Timestamp.optional(),
  /** Asked before this time. */
  before: Timestamp.optional(),
};

export const SearchQuery = z.strictObject({
  ...question,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: Name.optional(),
});

export const SearchExportQuery = z.strictObject(question);

/** What is looked for, as a client writes it. */
export interface SearchQuestion {
  readonly text?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly rule_id?: string | undefined;
  readonly risk_level?: RiskLevel | undefined;
  readonly person_id?: string | undefined;
  readonly outcome?: SearchOutcome | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** As a client writes it. */
export interface SearchQuery extends SearchQuestion {
  readonly limit?: number;
  readonly after?: string | null;
}

/** A search that a person kept under a name. */
export const SavedView = z.strictObject({
  name: z.string().trim().min(1).max(60),
  question: z.strictObject({ ...question, text: z.string().max(200).optional() }),
});
export type SavedView = z.infer<typeof SavedView>;

/** A place in the values where the words stand. Hidden characters are spelled out. */
export const FoundPlace = z.object({
  /** The way to the value, such as `to.iban`. */
  path: z.string(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

export const FoundRow = RequestRow.extend({
  rule_id: z.string(),
  /** The outcome in the words that a search filters by. */
  ended: SearchOutcome,
  decided_by: z.array(
    z.object({
      person_id: z.string(),
      /** What people call the person or service; the id where no name is known. */
      name: z.string(),
      decision: z.enum(['allow', 'deny', 'changed']),
      reason: z.string(),
    }),
  ),
  /** Null where the words are in a name, or the values are gone or too long to show. */
  found: FoundPlace.nullable(),
});
export type FoundRow = z.infer<typeof FoundRow>;

export const FoundRows = z.array(FoundRow);

export const FoundPage = z.object({
  rows: z.array(FoundRow),
  /** Send it as `after` for the next page. Null on the last page. */
  next: z.string().nullable(),
  /** How many requests fit, of those whose values the caller may see. */
  count: z.int(),
  /** Whether there are more than were counted. */
  is_more: z.boolean(),
  /** Whether everything that was committed is in the index by now. */
  is_complete: z.boolean(),
});
export type FoundPage = z.infer<typeof FoundPage>;

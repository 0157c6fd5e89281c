import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { RiskLevel } from '../value/risk.ts';
import { Name } from '../value/wire-text.ts';

/** What an advisor found: how grave it is, and why, in words for a person. */
const AdvisedFinding = z.strictObject({
  level: RiskLevel,
  words: z.string().min(1).max(300),
});

/** The answer of an advisor. It names its own version, so that a later change of its opinion can be explained. */
export const AdvisorAnswer = z.strictObject({
  version: z.string().min(1).max(64),
  findings: z.array(AdvisedFinding).max(8),
});
export type AdvisorAnswer = z.infer<typeof AdvisorAnswer>;

/** Which advisor found what. A decision keeps it in its context, so that a replay does not ask the advisor again. */
export const AdvisedFindings = AdvisorAnswer.extend({ advisor: Name });
export type AdvisedFindings = z.infer<typeof AdvisedFindings>;

export const parseAdvisorAnswer = parserOf('AdvisorAnswer', AdvisorAnswer);

/**
 * The member of the context with what an advisor found. The coordinator writes it. A proposal that brings it is
 * refused, so that no caller can speak in the name of an advisor.
 */
export const advisedMember = 'advised_findings';

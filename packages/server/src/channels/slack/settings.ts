import { RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { ConfidentialUrl, Secret } from '../../start/setting-forms.ts';

export const SlackSettings = z.strictObject({
  bot_token: Secret,
  signing_secret: Secret,
  channel: z.string().min(1),
  team_id: z.string().min(1),
  /** The greatest risk that a click in chat may approve; null leaves chat only the right to deny. */
  approve_up_to: RiskLevel.nullable().default(null),
  api_url: ConfidentialUrl.default('https://slack.com/api/'),
});
export type SlackSettings = z.infer<typeof SlackSettings>;

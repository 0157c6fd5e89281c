import type { ReasonCode } from '@countersign/protocol/reason';
import type { RiskInputs } from '@countersign/risk';

/** What the assessment is given besides the settings of the policy and the grammar. It must be plain data. */
export type PlainRiskInputs = Omit<RiskInputs, 'settings' | 'grammar'>;

/** What a worker sends back for a job. */
export type JobAnswer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: ReasonCode | null;
      readonly path: string;
      readonly message: string;
    };

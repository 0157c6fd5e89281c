import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk, RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { type ActionType, actionTypes } from '../action-type.ts';
import { emptyScope, type IntentScope } from './intent-detection.ts';

const text = z.string().min(1).max(512).nullable().default(null);

/** What an agent may say about its own utterance. It is a claim: it raises, and never lowers. */
export const IntentMetadata = z.strictObject({
  confirmation_required: z.boolean(),
  risk_level: RiskLevel,
  action_type: z.string().min(1).max(512).nullable().default(null),
  scope: z
    .strictObject({
      records: z.int().min(0).nullable().default(null),
      type: text,
      amount: z.number().min(0).nullable().default(null),
      currency: text,
      environment: text,
      path: text,
      branch: text,
    })
    .nullable()
    .default(null),
});

export interface MetadataClaim {
  readonly required: boolean;
  readonly malformed: boolean;
  readonly risk_level: RiskLevel;
  readonly action_type: ActionType | null;
  readonly scope: IntentScope | null;
}

/** Reads metadata; what cannot be read counts as a demand to ask. */
export function readMetadata(metadata: JsonObject): MetadataClaim {
  const parsed = IntentMetadata.safeParse(metadata);
  if (!parsed.success) {
    return {
      required: true,
      malformed: true,
      risk_level: 'high',
      action_type: 'unknown',
      scope: null,
    };
  }
  const { confirmation_required, risk_level, action_type, scope } = parsed.data;
  return {
    // High risk always asks (GT-6), whatever the flag beside it says.
    required: confirmation_required || atLeastRisk(risk_level, 'high'),
    malformed: false,
    risk_level,
    action_type:
      actionTypes.find(type => type === action_type) ?? (action_type === null ? null : 'unknown'),
    scope: scope === null ? null : { ...emptyScope, ...scope },
  };
}

/** Both scopes in one: of two numbers the larger, of two words that of the text. */
export function joinScopes(
  own: IntentScope | null,
  claimed: IntentScope | null,
): IntentScope | null {
  if (own === null || claimed === null) return own ?? claimed;
  const comparable =
    own.currency === null || claimed.currency === null || own.currency === claimed.currency;
  return {
    records: larger(own.records, claimed.records),
    type: own.type ?? claimed.type,
    amount: comparable ? larger(own.amount, claimed.amount) : own.amount,
    currency: own.currency ?? claimed.currency,
    environment: own.environment ?? claimed.environment,
    path: own.path ?? claimed.path,
    branch: own.branch ?? claimed.branch,
  };
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

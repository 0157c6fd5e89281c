import {
  type ActionBinding,
  type HouseKind,
  houseAgentId,
  houseOperation,
  parseActionBinding,
} from '@countersign/protocol/action';
import { type JsonObject, snapshot } from '@countersign/protocol/json';
import type { PersonId } from '@countersign/protocol/value';

/** One line of what a change does: what it is about, and what it is before and after. */
export interface Difference {
  readonly of: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Of a document: every line that goes or comes. */
  readonly lines?: string;
}

/**
 * The action of a house request. The server makes it from the change and from the present state, once when it is
 * proposed and again when it is carried out. No caller sends the difference.
 */
export function houseAction(
  kind: HouseKind,
  change: {
    /** The person it is about, who then cannot approve it. */
    readonly subject: PersonId | null;
    readonly resource: string | null;
    readonly summary: string;
    readonly difference: readonly Difference[];
    /** Exactly what is to be done. */
    readonly content: object;
  },
): ActionBinding {
  const operation = houseOperation(kind);
  const { subject, resource, summary, difference, content } = change;
  return parseActionBinding({
    schema_version: '1.0',
    operation,
    agent_id: houseAgentId,
    subject_id: subject,
    target: { tool_name: operation, tool_schema_version: '1', resource },
    parameters: snapshot({ summary, difference, ...content }) as JsonObject,
  });
}

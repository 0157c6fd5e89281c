// What a host sees of the component. It names nothing but React, so that nothing else has to be installed for it.
// src/embed/confirmation.tsx is written against this file.
import type { ReactNode } from 'react';

/** The two possible answers. Closing, leaving or typing something is not an answer. */
export type ConfirmationChoice = 'Proceed' | 'Cancel';

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What would run, whole; the `ActionBinding` of `@countersign/protocol`. */
export interface BoundAction {
  readonly schema_version: '1.0';
  readonly operation: string;
  readonly agent_id: string;
  readonly subject_id: string | null;
  readonly target: {
    readonly tool_name: string;
    readonly tool_schema_version: string;
    readonly resource: string | null;
  };
  readonly parameters: JsonObject;
}

/** What a message was understood to announce: `hold.intent` of `GET /v1/holds/:id`. */
export interface DetectedIntent {
  readonly confirmation_required: boolean;
  readonly risk_level: RiskLevel;
  readonly action_type: string;
  readonly scope: {
    readonly records: number | null;
    readonly type: string | null;
    readonly amount: number | null;
    readonly currency: string | null;
    readonly environment: string | null;
    readonly path: string | null;
    readonly branch: string | null;
  };
}

export interface ConfirmationCardProps {
  /** What the agent said, quoted; or what was understood of it, where `message_is` says so. */
  readonly message: string;
  readonly message_is?: 'quoted' | 'understood';
  /** What would run, where an action is bound already; null where there are only words. */
  readonly action: BoundAction | null;
  readonly risk_level: RiskLevel;
  /** Whether the facts of the bound action are unfolded from the start. */
  readonly show_details: boolean;
  /** How much time is left to answer, as `useCountdown` returns it. */
  readonly time?: { readonly words: string; readonly fraction: number };
  /** An answer is on its way: neither button does anything. */
  readonly busy?: boolean;
  /** Why the answer did not count, where it did not. */
  readonly problem?: string | null;
  /** Light or dark; as the system has it where nothing is said. */
  readonly theme?: 'light' | 'dark';
  onAnswer(choice: ConfirmationChoice): void;
}

/** Asks inside a conversation whether an agent may go on. Two buttons and nothing to type. */
export declare function ConfirmationCard(props: ConfirmationCardProps): ReactNode;

/** The intent of a hold in a few words, for `message` with `message_is="understood"`. */
export declare function intentWords(intent: DetectedIntent): string;

export interface Countdown {
  readonly words: string;
  /** From 1 to 0. */
  readonly fraction: number;
  readonly over: boolean;
  /** Announced once to screen readers, at five minutes and at one; empty otherwise. */
  readonly announced: string;
}

/** The time that is left between two timestamps, updated whenever its words change. */
export declare function useCountdown(from: string, due: string): Countdown;

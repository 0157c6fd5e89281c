import type { Outcome } from '@countersign/coordinator';
import type { ReasonCode, Refusal } from '@countersign/protocol';

/** What a route answers. */
export type Answer = JsonAnswer | TextAnswer | RedirectAnswer | StreamAnswer | RefusedAnswer;

interface Headed {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export interface JsonAnswer extends Headed {
  readonly kind: 'json';
  readonly status: number;
  readonly body: unknown;
  /** The body as JSON, where it is there already. */
  readonly text?: string;
}

export interface TextAnswer extends Headed {
  readonly kind: 'text';
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

export interface RedirectAnswer extends Headed {
  readonly kind: 'redirect';
  readonly location: string;
}

/** A long answer. The producer ends when the signal of the call aborts. */
export interface StreamAnswer extends Headed {
  readonly kind: 'stream';
  readonly mediaType: string;
  readonly chunks: AsyncIterable<string>;
}

export interface RefusedAnswer extends Headed {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

export function json(body: unknown, status = 200, headers: Headed['headers'] = {}): JsonAnswer {
  return { kind: 'json', status, body, headers };
}

export function refusedWith(refusal: Refusal): RefusedAnswer {
  return { kind: 'refused', refusal };
}

export function refuseCall(code: ReasonCode, detail: string): RefusedAnswer {
  return refusedWith({ code, detail });
}

/** The answer to what a use case came to. */
export async function answerTo<T>(
  outcome: Outcome<T>,
  answer: (value: T) => Answer | Promise<Answer>,
): Promise<Answer> {
  return outcome.ok ? answer(outcome.value) : refusedWith(outcome.refusal);
}

import type { ReasonCode, Refusal, Result } from '@countersign/protocol/reason';

/** What a route answers. */
export type Answer =
  | JsonAnswer
  | TextAnswer
  | BytesAnswer
  | RedirectAnswer
  | StreamAnswer
  | RefusedAnswer;

interface Headed {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

interface JsonAnswer extends Headed {
  readonly kind: 'json';
  readonly status: number;
  readonly body: unknown;
}

interface TextAnswer extends Headed {
  readonly kind: 'text';
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** A file. */
interface BytesAnswer extends Headed {
  readonly kind: 'bytes';
  readonly status: 200 | 304 | 404;
  readonly mediaType: string;
  /** Null where the caller already has the bytes. */
  readonly bytes: Uint8Array | null;
}

interface RedirectAnswer extends Headed {
  readonly kind: 'redirect';
  /** 303 by default: the caller fetches the location, whatever method it used here. */
  readonly status?: 303 | 307;
  readonly location: string;
}

/** A long answer. The producer ends when the signal of the call aborts. */
interface StreamAnswer extends Headed {
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

/** The answer to a program, where only a person may call. */
export function notPerson(): RefusedAnswer {
  return refuseCall('not_permitted', 'only a person may do this');
}

/** The answer to the result of a use case. */
export async function answerTo<T>(
  result: Result<T>,
  answer: (value: T) => Answer | Promise<Answer>,
): Promise<Answer> {
  return result.ok ? answer(result.value) : refusedWith(result.refusal);
}

import type { JsonValue } from '@countersign/protocol/json';
import { type Retry, reasonCodes } from '@countersign/protocol/reason';
import { ReceivedProblem } from '@countersign/wire/problem';

export interface ApiProblemFacts {
  /** A code of docs/errors.md; a newer server may know more of them than this client. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string | null;
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number;
  readonly retry: Retry;
  /** How long to wait before the next call, where the server says so. */
  readonly retryAfterSeconds?: number | null;
  /** Names the call in the log of the server. */
  readonly callId?: string | null;
}

/** What a server refused, or why no answer came. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string | null;
  readonly status: number;
  readonly retry: Retry;
  readonly retryAfterSeconds: number | null;
  readonly callId: string | null;

  constructor(facts: ApiProblemFacts, options?: { readonly cause?: unknown }) {
    super(facts.detail === '' ? facts.title : `${facts.title} ${facts.detail}`, options);
    this.code = facts.code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.remedy = facts.remedy;
    this.status = facts.status;
    this.retry = facts.retry;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.callId = facts.callId ?? null;
  }
}

/** No answer came, or none that could be read. Whether the call had an effect is then not known. */
export function unreachableProblem(detail: string, status = 0, cause?: unknown): ApiProblem {
  const { title, remedy, retry } = reasonCodes.server_unreachable;
  const facts = { code: 'server_unreachable', title, detail, remedy, status, retry };
  return new ApiProblem(facts, cause === undefined ? {} : { cause });
}

/** A refusal in the form of RFC 9457. Anything else comes from a proxy in between, not from a server of ours. */
export function problemFrom(response: Response, value: JsonValue | undefined): ApiProblem {
  const { status } = response;
  const said = ReceivedProblem.safeParse(value);
  if (!said.success) return unreachableProblem(`status ${status}`, status);
  const { code, title, detail, remedy, retry, call_id } = said.data;
  const known = Object.hasOwn(reasonCodes, code)
    ? reasonCodes[code as keyof typeof reasonCodes]
    : null;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem({
    code,
    title: shortened(title) ?? known?.title ?? code,
    detail: shortened(detail) ?? '',
    remedy: shortened(remedy) ?? known?.remedy ?? null,
    status,
    retry: known?.retry ?? retry ?? 'never',
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
    callId: shortened(call_id) ?? null,
  });
}

function shortened(text: string | undefined): string | undefined {
  return text?.slice(0, 4096);
}

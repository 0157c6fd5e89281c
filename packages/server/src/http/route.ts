import type { Context } from '@countersign/coordinator';
import type { ReasonCode } from '@countersign/protocol/reason';
import type { EventType } from '@countersign/protocol/stream';
import type { Trace } from '@countersign/protocol/value';
import type * as z from 'zod';
import type { App } from '../app.ts';
import { type Answer, json } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Right } from './right.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How the body of a call comes: strict JSON, or bytes that the route verifies before it reads them. */
type BodyForm = 'json' | 'raw';

/**
 * What a call without a credential is for. Each purpose of an address has its own limit, so that many calls for one of
 * them leave the others open (DR-1). Calls of other routes share one.
 */
type Purpose = 'sign_in' | 'terminal' | 'redeem' | 'answer' | 'published' | 'health';

/**
 * Why a writing route takes the stored sign-in of a terminal, which any program of the same user can read:
 *
 * - `judged`: the route looks at what is asked, and refuses what needs more.
 * - `reads`: it computes an answer and changes nothing.
 * - `stops`: it ends something, takes a right away or makes something stricter.
 * - `asks`: other people decide the outcome.
 * - `repeats`: it touches only this session, or repeats what the server does by itself.
 */
type StoredUse = 'judged' | 'reads' | 'stops' | 'asks' | 'repeats';

interface RouteFacts {
  readonly method: Method;
  /** With `:name` for parameters. */
  readonly path: `/${string}`;
  /** The operation id of the API description. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** One of these is enough. */
  readonly access: readonly [Right, ...Right[]];
  /** Every route that needs no credential has one. */
  readonly purpose?: Purpose;
  readonly bodyForm?: BodyForm;
  readonly bodyLimitBytes?: number;
  /** What is answered by status; a string is a media type that is not JSON. */
  readonly answers: Readonly<Record<number, z.ZodType | string>>;
  /**
   * The events that carry out what the caller asked for. The commit with one of them claims the idempotency key of the
   * call. Routes that only read or compute have none.
   */
  readonly effects?: readonly EventType[];
  /** The refusals of this route, besides those of every call of its kind. */
  readonly problems?: readonly ReasonCode[];
  /** Takes an idempotency key although no event of the route claims it: the use case claims it. */
  readonly keyed?: true;
  /**
   * The effect of the route is in no commit of the call. The nonce of a browser's proof is claimed before it (SS-4).
   */
  readonly outside?: true;
  /** Absent: a route that writes for people refuses the stored sign-in of a terminal (OF-10). */
  readonly stored?: StoredUse;
  /** Sets or clears the cookie of the session. */
  readonly cookie?: true;
  /** Left out of the API description: pages and what only the inbox needs to know. */
  readonly internal?: true;
  /** A page or a part of one: the same for all callers, so no caller is authenticated. */
  readonly page?: true;
}

/** A route as it is served: everything that is known of it in one row, and what it does. */
export interface Route extends RouteFacts {
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  handle(app: App, call: Call<unknown, unknown, unknown>): Promise<Answer>;
  /** Answers a call whose effect happened before. The answer comes from the stream that the call changed. */
  replay(app: App, call: Call<unknown, unknown, unknown>, stream: string): Promise<Answer>;
}

/** Whether an idempotency key means something to a route. */
export function takesKey({ effects, keyed }: Pick<RouteFacts, 'effects' | 'keyed'>): boolean {
  return effects !== undefined || keyed === true;
}

export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly id: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The bytes of the body as they came. */
  readonly raw: Uint8Array;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly caller: Caller;
  /** The context of the server; what it commits is bound to the idempotency key of this call. */
  readonly context: Context;
  /** A signal that aborts when the caller has gone or the server stops, for what lasts. Most calls need none. */
  ended(): AbortSignal;
  readonly trace: Trace | null;
  readonly idempotencyKey: string | null;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Declares a route; the handler sees what the schemas let through. */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  facts: RouteFacts & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    handle(
      app: App,
      call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
    ): Promise<Answer> | Answer;
    replay?(
      app: App,
      call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
      stream: string,
    ): Promise<Answer> | Answer;
  },
): Route {
  const { params, query, body, handle, replay } = facts;
  return {
    ...facts,
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    handle: async (app, call) =>
      handle(app, call as Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>),
    replay: async (app, call, stream) =>
      replay === undefined
        ? json({})
        : replay(app, call as Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>, stream),
  };
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  /** What the JSON of the answer says, or its text. */
  readonly body: never;
}

/** One call as a client would make it; redirects are answers like any other. */
export async function callServer(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: CallOptions = {},
): Promise<Called> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const { status, headers: answered } = response;
  return { status, headers: answered, body: (isJson ? JSON.parse(text) : text) as never };
}

/** What the gate reads of a call, in either generation of the SDK. */
export interface CallContext {
  readonly signal: AbortSignal | undefined;
  /** The session of the transport, or the client that its token names. */
  readonly session: string | undefined;
  /** Whether the client takes `input_required`, which came with the protocol of 2026-07-28. */
  readonly takesState: boolean;
  /** The state that the client sent back, if the call was suspended before. */
  readonly state: unknown;
  /** Tells the client that the call is still running. Null if the client did not ask for progress. */
  readonly beat: ((progress: number) => Promise<void>) | null;
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** The context of SDK v2 has `mcpReq`; in v1 the same things are members of the context itself. */
export function readContext(context: unknown): CallContext {
  const own = membersOf(context);
  const request = 'mcpReq' in own ? membersOf(own['mcpReq']) : own;
  const auth = membersOf(membersOf(own['http'])['authInfo'] ?? own['authInfo']);
  const readState = request['requestState'];
  const version = membersOf(request['envelope'])[versionKey];
  return {
    signal: request['signal'] instanceof AbortSignal ? request['signal'] : undefined,
    session: textOf(own['sessionId']) ?? textOf(auth['clientId']),
    takesState: typeof version === 'string' && typeof readState === 'function',
    state: typeof readState === 'function' ? readState() : undefined,
    beat: beatOf(request),
  };
}

function beatOf(request: Record<string, unknown>): CallContext['beat'] {
  const { progressToken } = membersOf(request['_meta']);
  const notify = request['notify'] ?? request['sendNotification'];
  if (progressToken === undefined || typeof notify !== 'function') return null;
  return async progress => {
    const message = 'Waiting for a decision.';
    const params = { progressToken, progress, message };
    await notify({ method: 'notifications/progress', params });
  };
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

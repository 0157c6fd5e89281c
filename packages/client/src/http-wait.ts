import { parseStrict } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import { ChangeHint, RequestFacts } from '@countersign/wire/agent-answers';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { type HttpCaller, readJson, refusalOf } from './http-call.ts';
import { reader } from './read-answer.ts';
import type { CallOptions } from './transport.ts';

const readFacts = reader(RequestFacts);
const readHint = reader(ChangeHint);

/** How often a stream may break, one time after the other, before polling takes its place. */
const breaksMax = 3;
/** A running server sends a sign of life every fifteen seconds. */
const idleMilliseconds = 45_000;
/** As long as a server lets a poll wait. */
const pollSecondsMax = 25;
const feedPauseMilliseconds = 1000;

/**
 * Listens to the events of a request, and where that does not work, polls. After a break, the stream continues after
 * the last version that was seen, on any replica. So no change is missed, and a wait of hours does not depend on one
 * connection.
 */
export async function waitForRequest(
  http: HttpCaller,
  path: string,
  options: CallOptions & { readonly after: number; readonly milliseconds: number },
): Promise<Result<RequestFacts>> {
  const { after, milliseconds, signal } = options;
  const until = http.clock.elapsed() + milliseconds;
  const left = () => until - http.clock.elapsed();
  for (let breaks = 0; breaks < breaksMax && left() > 0; breaks++) {
    const heard = await listen(http, path, { after, left: left(), signal });
    if (heard !== null) return heard;
    await http.clock.pause(Math.min(left(), 100 * 2 ** breaks), signal);
    signal?.throwIfAborted();
  }
  for (;;) {
    const seconds = Math.max(0, Math.min(pollSecondsMax, Math.floor(left() / 1000)));
    const polled = await http.call(
      {
        method: 'GET',
        path: `${path}?wait=${seconds}&after=${after}`,
        extraMilliseconds: seconds * 1000,
        signal,
      },
      readFacts,
    );
    if (!polled.ok || polled.value.version > after || left() <= 1000) return polled;
  }
}

/** Null if the stream ended, broke or was not a stream. The caller then tries again. */
async function listen(
  http: HttpCaller,
  path: string,
  { after, left, signal }: CallOptions & { readonly after: number; readonly left: number },
): Promise<Result<RequestFacts> | null> {
  const leave = new AbortController();
  try {
    const response = await http.open({
      method: 'GET',
      path: `${path}/events`,
      headers: { accept: 'text/event-stream', 'last-event-id': String(after) },
      extraMilliseconds: left,
      signal: eitherOf(signal, leave.signal),
    });
    if (!isEventStream(response)) return refusedStream(response);
    for await (const event of readEvents(response.body, Math.min(left, idleMilliseconds))) {
      if (event === 'alive' || event.event !== 'request') continue;
      const facts = readFacts(parseStrict(event.data));
      if (facts !== null && facts.version > after) return { ok: true, value: facts };
    }
  } catch {
    signal?.throwIfAborted();
  } finally {
    leave.abort();
  }
  return null;
}

/** A stream without a reader is cut off, not left to the other side to notice. */
function eitherOf(signal: AbortSignal | undefined, leave: AbortSignal): AbortSignal {
  return signal === undefined ? leave : AbortSignal.any([signal, leave]);
}

function isEventStream(
  response: Response,
): response is Response & { readonly body: ReadableStream<Uint8Array> } {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && response.body !== null && type.startsWith('text/event-stream');
}

async function refusedStream(response: Response): Promise<Result<RequestFacts> | null> {
  const { again, refusal } = refusalOf(response.status, await readJson(response));
  return again || refusal.code === 'server_unreachable' ? null : { ok: false, refusal };
}

/**
 * What has changed, until the signal ends it. Hints have no numbers. So after every break the caller is told that
 * anything may have changed.
 */
export async function* feedOf(
  http: HttpCaller,
  { agent, signal }: { readonly agent: string; readonly signal: AbortSignal },
): AsyncGenerator<ChangeHint, void, undefined> {
  const path = `/v1/events?agent_id=${encodeURIComponent(agent)}`;
  while (!signal.aborted) {
    yield { all: true };
    yield* hintsOf(http, path, signal);
    await http.clock.pause(feedPauseMilliseconds, signal);
  }
}

async function* hintsOf(
  http: HttpCaller,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<ChangeHint, void, undefined> {
  const leave = new AbortController();
  try {
    const response = await http.open({
      method: 'GET',
      path,
      headers: { accept: 'text/event-stream' },
      extraMilliseconds: 3_600_000,
      signal: eitherOf(signal, leave.signal),
    });
    if (!isEventStream(response)) return void (await response.body?.cancel());
    for await (const event of readEvents(response.body, idleMilliseconds)) {
      const hint = event === 'alive' ? null : hintOf(event);
      if (hint !== null) yield hint;
    }
  } catch {
    // It broke; the caller opens it again, or has ended it.
  } finally {
    leave.abort();
  }
}

function hintOf({ event, data }: ServerEvent): ChangeHint | null {
  return event === 'changed' ? readHint(parseStrict(data)) : null;
}

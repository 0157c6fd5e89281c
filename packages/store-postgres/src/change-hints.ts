import type { Clock } from '@countersign/coordinator';
import { Client, type ClientConfig } from 'pg';
import { prepareConnection } from './prepare-connection.ts';

type Listener = (stream: string) => void;

/** Postgres takes 8,000 bytes; beyond that, or beyond so many streams, "something changed" says as much. */
const payloadMax = 7000;
const namedMax = 100;
/** A notification costs about as much as a commit; so few that listeners do not wait long, and no more. */
const gatherMilliseconds = 4;
const backoffMillisecondsMax = 5000;
const notifyStatement = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

/**
 * Tells listeners which streams may have changed: those of this process directly, those of others by NOTIFY. Both
 * directions have one connection, apart from the commits: a notification sent inside a commit would make all commits
 * queue for one lock. What gathers while one is being sent goes out in the next. A lost notification is only a lost
 * hint. A process without listeners does not LISTEN, because every notification wakes it.
 */
export class ChangeHints {
  readonly #connection: ClientConfig;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  readonly #running: Promise<void>;
  #client: Client | null = null;
  /** The client that has been told to LISTEN. */
  #tunedIn: Client | null = null;
  #sending: Promise<void> | null = null;
  #unsent = new Set<string>();

  constructor(options: { connection: ClientConfig; schema: string; clock: Clock }) {
    this.#connection = options.connection;
    this.#channel = `changes of ${options.schema}`.slice(0, 63);
    this.#clock = options.clock;
    this.#running = this.#stayConnected();
  }

  listen(listener: Listener): () => void {
    // In an object of its own, so that a function given twice listens twice.
    const entry = { listener };
    this.#listeners.add(entry);
    void this.#tuneIn();
    return () => void this.#listeners.delete(entry);
  }

  /** Returns before any listener runs: a listener may be slow, or commit. */
  committed(streams: readonly string[]): void {
    void Promise.resolve().then(() => this.#deliver(streams));
    for (const stream of streams) this.#unsent.add(stream);
    this.#sending ??= this.#sendAll();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listeners.clear();
    await this.#sending;
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  #deliver(streams: readonly string[]): void {
    for (const { listener } of [...this.#listeners]) {
      for (const stream of streams) {
        try {
          listener(stream);
        } catch {
          // It is a hint. A listener that missed it finds out by polling.
        }
      }
    }
  }

  async #sendAll(): Promise<void> {
    while (this.#unsent.size > 0) {
      const streams = [...this.#unsent];
      this.#unsent = new Set();
      const named = JSON.stringify(streams);
      const tooMuch = streams.length > namedMax || Buffer.byteLength(named) > payloadMax;
      const payload = tooMuch ? '[""]' : named;
      try {
        await this.#client?.query({ ...notifyStatement, values: [this.#channel, payload] });
      } catch {
        // Lost with the connection; the others poll.
      }
      await this.#clock.pause(gatherMilliseconds, this.#closing.signal);
    }
    this.#sending = null;
  }

  /** Whatever changed before is hinted at as a whole. */
  async #tuneIn(): Promise<void> {
    const client = this.#client;
    if (client === null || client === this.#tunedIn || this.#listeners.size === 0) return;
    this.#tunedIn = client;
    try {
      await client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`);
      this.#deliver(['']);
    } catch {
      // Lost with the connection, which is opened again.
    }
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    let backoff = 50;
    while (!signal.aborted) {
      const client = new Client(this.#connection);
      const ended = new Promise<void>(resolve => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
      });
      client.on('notification', ({ processId, payload }) => {
        if (processId !== ownProcessOf(client)) this.#deliver(streamsIn(payload));
      });
      try {
        await client.connect();
        await prepareConnection(client);
        // A hint need not survive a crash, so it waits for no sync.
        await client.query('SET synchronous_commit = off');
        this.#client = client;
        await this.#tuneIn();
        backoff = 50;
        if (!signal.aborted) await ended;
      } catch {
        // Not reachable, or not usable: commits say so; here it is enough to try again.
      }
      this.#client = null;
      await client.end().catch(() => undefined);
      if (signal.aborted) return;
      await this.#clock.pause(backoff, signal);
      backoff = Math.min(backoff * 2, backoffMillisecondsMax);
    }
  }
}

/** The driver knows the process of its backend but does not declare it. */
function ownProcessOf(client: Client): number | undefined {
  return (client as unknown as { processID?: number }).processID;
}

function streamsIn(payload: string | undefined): string[] {
  try {
    const streams: unknown = JSON.parse(payload ?? '');
    return Array.isArray(streams) ? streams.filter(stream => typeof stream === 'string') : [''];
  } catch {
    return [''];
  }
}

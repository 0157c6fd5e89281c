import type { Readable } from 'node:stream';
import { LineReader } from '../message/line-reader.ts';
import { Relay, type RelayOptions } from './relay.ts';

interface ServedStdio extends Omit<RelayOptions, 'ended'> {
  readonly input: Readable;
  /** Ends the session, like the end of the input. */
  readonly signal: AbortSignal;
}

/** Serves one client over its standard input and output. Resolves when either side has ended, with the reason. */
export async function serveStdio({ input, signal, ...options }: ServedStdio): Promise<string> {
  let end: (why: string) => void = () => undefined;
  const ended = new Promise<string>(resolve => {
    end = resolve;
  });
  const relay = new Relay({ ...options, ended: end });
  const stop = () => end('the gateway was stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const reading = readClient(input, options.bytesMax, relay).then(() =>
    end('the client has ended'),
  );
  const why = await ended;
  signal.removeEventListener('abort', stop);
  input.destroy();
  await reading;
  await relay.clientGone();
  return why;
}

async function readClient(input: Readable, bytesMax: number, relay: Relay): Promise<void> {
  const reader = new LineReader(bytesMax);
  try {
    for await (const chunk of input) {
      for (const line of reader.read(Buffer.from(chunk))) await relay.fromClient(line);
    }
  } catch {
    // A stream breaks when its client has gone.
  }
}

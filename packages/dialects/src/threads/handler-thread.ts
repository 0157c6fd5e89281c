import { parentPort, Worker } from 'node:worker_threads';
import { ProtocolError } from '@countersign/protocol/reason';

/** What a thread sends: that it can be asked, its answer, or that its handler failed. */
type Sent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed' };

/**
 * A legacy handler that runs in a thread of its own, one for each question. A handler that blocks holds up nothing
 * else there, and the signal ends the thread in the middle of whatever it does. The program of the thread calls
 * `serveHandler`. Give the result to `legacyCallback`.
 */
export function handlerInThread(
  program: URL,
): (request: unknown, signal: AbortSignal) => Promise<unknown> {
  return async (request, signal) => {
    if (signal.aborted) throw interrupted();
    const worker = new Worker(program);
    try {
      return await ask(worker, request, signal);
    } finally {
      await worker.terminate();
    }
  };
}

function ask(worker: Worker, request: unknown, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(interrupted()), { once: true });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the thread of the handler ended without an answer')));
    worker.on('message', (sent: Sent) => {
      if (sent.kind === 'ready') worker.postMessage(request);
      else if (sent.kind === 'answer') resolve(sent.answer);
      else reject(new Error('the handler failed'));
    });
  });
}

/** The body of a thread's program: answers the question that the thread was started for. */
export function serveHandler(handler: (request: unknown) => unknown): void {
  const port = parentPort;
  if (port === null) {
    throw new ProtocolError(
      'options_malformed',
      '',
      'expected a thread; give the address of this program to handlerInThread',
    );
  }
  const send = (sent: Sent): void => port.postMessage(sent);
  port.once('message', request => {
    void (async () => {
      try {
        send({ kind: 'answer', answer: await handler(request) });
      } catch {
        send({ kind: 'failed' });
      }
    })();
  });
  send({ kind: 'ready' });
}

function interrupted(): Error {
  return new Error('the handler was interrupted');
}

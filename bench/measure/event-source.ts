import { get } from 'node:http';

/** The events of one request as the server sends them. */
interface EventSource {
  /** Resolves with the time at which an event of that type arrived. */
  arrival(type: string): Promise<number>;
  close(): void;
}

interface Waiting {
  readonly arrived: (time: number) => void;
  readonly lost: (error: Error) => void;
}

/** Resolves once the server has answered all there was so far: from then on it waits for changes. */
export function openEventSource(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventSource> {
  return new Promise((opened, failed) => {
    const arrivals = new Map<string, number>();
    const waiting = new Map<string, Waiting>();
    const host = `localhost:${port}`;
    // No agent: each has a connection of its own, which ends with it.
    const options = { port, path, host: '127.0.0.1', headers: { ...headers, host }, agent: false };
    const request = get(options, response => {
      let rest = '';
      if (response.statusCode !== 200) failed(new Error(`expected 200: ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('close', () => {
        for (const { lost } of waiting.values()) lost(new Error('the stream of events ended'));
      });
      response.on('data', (text: string) => {
        const now = performance.now();
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith(':')) opened(source);
          const type = /^event: (.*)$/m.exec(block)?.[1];
          if (type === undefined || arrivals.has(type)) continue;
          arrivals.set(type, now);
          waiting.get(type)?.arrived(now);
          waiting.delete(type);
        }
      });
    });
    const source: EventSource = {
      arrival: type =>
        new Promise((resolve, lost) => {
          const time = arrivals.get(type);
          if (time === undefined) waiting.set(type, { arrived: resolve, lost });
          else resolve(time);
        }),
      close: () => request.destroy(),
    };
    request.on('error', failed);
  });
}

import { provenHeaders } from '@countersign/server/testing';

interface HeardEvent {
  readonly id: number;
  readonly event: string;
}

/** Listens to the events of a request until enough were heard, or the server ends the stream. */
export async function listen(
  url: string,
  headers: Readonly<Record<string, string>>,
  enough: (heard: readonly HeardEvent[]) => boolean,
): Promise<readonly HeardEvent[]> {
  const stop = new AbortController();
  const { origin, pathname, search } = new URL(url);
  const proven = provenHeaders({ origin, method: 'GET', path: `${pathname}${search}` }, headers);
  const response = await fetch(url, { headers: proven, signal: stop.signal });
  if (response.status !== 200) throw new Error(await response.text());
  const heard: HeardEvent[] = [];
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const [, id] = /^id: (\d+)$/m.exec(message) ?? [];
        const [, event] = /^event: (.+)$/m.exec(message) ?? [];
        // A representation follows the events that it sums up, under the id of the last one.
        if (id !== undefined && event !== undefined && event !== 'request') {
          heard.push({ id: Number(id), event });
        }
      }
      if (enough(heard)) break;
    }
  } finally {
    stop.abort();
  }
  return heard;
}

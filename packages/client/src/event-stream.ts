/** One event of a stream of `text/event-stream`. */
export interface ServerEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const bufferMax = 8 * 2 ** 20;
/** One less than the longest blank line. */
const tailLength = 3;

/**
 * Reads server-sent events as they arrive. Ends with the stream; throws where it breaks, where nothing came for
 * `idleMilliseconds`, and where an event is too long.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  idleMilliseconds: number,
): AsyncGenerator<ServerEvent | 'alive', void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // The received part of an incomplete event. It is scanned once, even when it arrives in small pieces.
  let begun: string[] = [];
  let length = 0;
  let tail = '';
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), idleMilliseconds);
      if (done) return;
      const piece = decoder.decode(value, { stream: true });
      begun.push(piece);
      length += piece.length;
      if (length > bufferMax) throw new Error('an event is too long');
      // The listener may have periodic work, even if no event arrived.
      yield 'alive';
      const seam = tail + piece;
      tail = seam.slice(-tailLength);
      if (blankLine(seam) === null) continue;
      let text = begun.join('');
      for (let end = blankLine(text); end !== null; end = blankLine(text)) {
        const event = parseEvent(text.slice(0, end.at));
        text = text.slice(end.next);
        if (event !== null) yield event;
      }
      begun = [text];
      length = text.length;
      tail = text.slice(-tailLength);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function blankLine(text: string): { at: number; next: number } | null {
  const found = /\r\n\r\n|\n\n|\r\r/.exec(text);
  return found === null ? null : { at: found.index, next: found.index + found[0].length };
}

function parseEvent(block: string): ServerEvent | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}

async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the server sent nothing for too long')), milliseconds);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

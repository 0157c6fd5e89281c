import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Ties the sessions of an MCP server to the caller that began them. The MCP server sees one credential, that of the
 * gateway, for all callers. Without a mark, a caller who learns the id of a session could read its stream or end it.
 */
export class SessionMarks {
  readonly #key: Uint8Array;
  readonly #owner: readonly string[];

  constructor(key: Uint8Array, owner: readonly string[]) {
    this.#key = key;
    this.#owner = owner;
  }

  /** The id that the caller receives: the id of the MCP server, followed by a mark that only this caller may send. */
  marked(session: string): string {
    return `${session}.${this.#markOf(session)}`;
  }

  /** The id of the MCP server; null where the mark is missing or of another caller. */
  plain(text: string): string | null {
    const at = text.lastIndexOf('.');
    if (at < 1) return null;
    const session = text.slice(0, at);
    const [found, expected] = [text.slice(at + 1), this.#markOf(session)].map(mark =>
      Buffer.from(mark),
    );
    const isOwn =
      found !== undefined &&
      expected !== undefined &&
      found.length === expected.length &&
      timingSafeEqual(found, expected);
    return isOwn ? session : null;
  }

  /** The marks of other names that belong to this caller. */
  of(...purpose: readonly string[]): SessionMarks {
    return new SessionMarks(this.#key, [...this.#owner, ...purpose]);
  }

  /** The marks of the events of one session: a stream is resumed only where it was heard. */
  ofEvents(session: string | null): SessionMarks {
    return this.of('event', ...(session === null ? [] : [session]));
  }

  #markOf(session: string): string {
    const words = JSON.stringify([...this.#owner, session]);
    return createHmac('sha256', this.#key).update(words).digest('base64url');
  }
}

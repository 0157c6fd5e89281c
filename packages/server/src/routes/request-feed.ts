import { invitationStream, readRequest, storeStream } from '@countersign/coordinator';
import type { App } from '../app.ts';
import { serverSentEvent } from './server-sent-event.ts';

/** Hints that arrive together are sent together: a busy store does not flood its listeners. */
const coalesceMilliseconds = 50;
const hintsMax = 256;
const invitations = invitationStream('');

/** Receives text for its stream. A listener of one agent receives only hints about that agent. */
interface Listener {
  readonly agentId: string | null;
  hear(hint: string): void;
}

const feeds = new WeakMap<App, RequestFeed>();

/** The one feed of a server. */
export function feedOf(app: App): RequestFeed {
  const feed = feeds.get(app) ?? new RequestFeed(app);
  feeds.set(app, feed);
  return feed;
}

/** A hint that names no request: everything is to be read again. */
export const everythingChanged: string = hintOf({ all: true });

/**
 * Tells every listener of this process which requests have changed. All of them share one subscription to the store,
 * one read of each changed request and one text of each hint, so that a thousand open pages cost little more than one.
 */
class RequestFeed {
  readonly #app: App;
  readonly #listeners = new Set<Listener>();
  readonly #changed = new Set<string>();
  #unsubscribe: (() => void) | null = null;
  #isTelling = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Returns what ends the listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#app.context.store.onChange(stream => this.#note(stream));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = null;
    };
  }

  /**
   * Has every person read these requests again, or everything where none is named, because something changed that is no
   * event of a request: the policy, its files, or whether an agent waits. Agents do not read those.
   */
  tellPeople(ids?: readonly string[]): void {
    const hint = ids === undefined ? everythingChanged : hintOf({ ids });
    for (const listener of this.#listeners) {
      if (listener.agentId === null) listener.hear(hint);
    }
  }

  #note(stream: string): void {
    // An empty name hints at any stream. People, keys and invitations are shown on pages that stay open.
    const isOfPeople = stream === storeStream || stream.startsWith(invitations);
    if (stream !== '' && !isOfPeople && !stream.startsWith('request/')) return;
    const changed = isOfPeople ? '' : stream.slice('request/'.length);
    if (this.#changed.size < hintsMax) this.#changed.add(changed);
    if (!this.#isTelling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    try {
      while (this.#changed.size > 0) {
        await this.#app.context.clock.pause(coalesceMilliseconds, this.#app.stopping);
        const ids = [...this.#changed];
        this.#changed.clear();
        const isTooMuch = ids.includes('') || ids.length >= hintsMax;
        await (isTooMuch ? this.#tellEverything() : this.#tellOf(ids));
      }
    } finally {
      this.#isTelling = false;
    }
  }

  #tellEverything(): void {
    for (const listener of this.#listeners) listener.hear(everythingChanged);
  }

  async #tellOf(ids: readonly string[]): Promise<void> {
    const hint = hintOf({ ids });
    const agents = new Set<string>();
    for (const listener of this.#listeners) {
      if (listener.agentId === null) listener.hear(hint);
      else agents.add(listener.agentId);
    }
    if (agents.size === 0) return;
    const idsOf = new Map<string, string[]>();
    for (const id of ids) {
      const read = await readRequest(this.#app.context, id);
      // Which agents it concerns is not known then, so each of them looks.
      if (!read.ok) return this.#tellEverything();
      const { agent_id } = read.value.state.request;
      idsOf.set(agent_id, [...(idsOf.get(agent_id) ?? []), id]);
    }
    const hints = new Map([...idsOf].map(([agent, its]) => [agent, hintOf({ ids: its })]));
    for (const listener of this.#listeners) {
      const its = listener.agentId === null ? undefined : hints.get(listener.agentId);
      if (its !== undefined) listener.hear(its);
    }
  }
}

function hintOf(data: { readonly ids: readonly string[] } | { readonly all: true }): string {
  return serverSentEvent({ event: 'changed', data: JSON.stringify(data) });
}

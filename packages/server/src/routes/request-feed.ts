import { invitationStream, readRequest, storeStream } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { serverSentEvent } from './server-sent-event.ts';

/** Hints that arrive together are sent together: a busy store does not flood its listeners. */
const coalesceMilliseconds = 50;
/**
 * The cost of a hint grows with the listeners that hear it. The more listeners heard the last hint, the more changes
 * the next hint gathers. With a hundred open pages, each hears at most five hints a second. With more pages, each hears
 * at least one a second.
 */
const millisecondsPerListener = 2;
const spacingMax = 1000;
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
  readonly #people = new Lane();
  readonly #agents = new Lane();
  readonly #onStore = new Set<() => void>();
  #unsubscribe: (() => void) | null = null;
  #isTelling = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Returns what ends the listening. */
  listen(listener: Listener): () => void {
    return this.#register(this.#listeners, listener);
  }

  /** Calls at once where people, credentials or locks have changed. Returns what ends that. */
  watchStore(changed: () => void): () => void {
    return this.#register(this.#onStore, changed);
  }

  #register<Member>(members: Set<Member>, member: Member): () => void {
    members.add(member);
    this.#unsubscribe ??= this.#app.context.store.onChange(stream => this.#note(stream));
    return () => {
      members.delete(member);
      if (this.#listeners.size + this.#onStore.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = null;
    };
  }

  /**
   * Tells every person to read these requests again, or everything where none is named. Something changed that is no
   * event of a request: the policy, its files, or whether an agent waits. Agents do not read those.
   */
  tellPeople(ids?: readonly string[]): void {
    const hint = ids === undefined ? everythingChanged : hintOf({ ids });
    for (const listener of this.#listeners) {
      if (listener.agentId === null) listener.hear(hint);
    }
  }

  #note(stream: string): void {
    if (stream === storeStream) for (const changed of [...this.#onStore]) changed();
    if (this.#listeners.size === 0) return;
    // An empty name hints at any stream. People, keys and invitations are shown on pages that stay open.
    const isOfPeople = stream === storeStream || stream.startsWith(invitations);
    if (stream !== '' && !isOfPeople && !stream.startsWith('request/')) return;
    const changed = isOfPeople ? '' : stream.slice('request/'.length);
    this.#people.add(changed);
    this.#agents.add(changed);
    if (!this.#isTelling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    const { clock } = this.#app.context;
    const now = () => millisecondsOf(clock.now());
    try {
      while (this.#people.isWaiting || this.#agents.isWaiting) {
        await clock.pause(coalesceMilliseconds, this.#app.stopping);
        if (this.#app.stopping.aborted) return;
        const forAgents = this.#agents.take(now());
        if (forAgents !== null) this.#agents.told(await this.#tellAgents(forAgents), now());
        const forPeople = this.#people.take(now());
        if (forPeople !== null) this.#people.told(this.#tellPeopleOf(forPeople), now());
      }
    } finally {
      this.#isTelling = false;
    }
  }

  /** Answers how many were told. */
  #tellPeopleOf(ids: readonly string[]): number {
    const hint = isTooMuch(ids) ? everythingChanged : hintOf({ ids });
    const people = [...this.#listeners].filter(({ agentId }) => agentId === null);
    for (const listener of people) listener.hear(hint);
    return people.length;
  }

  async #tellAgents(ids: readonly string[]): Promise<number> {
    const isAgent = ({ agentId }: Listener) => agentId !== null;
    if (![...this.#listeners].some(isAgent)) return 0;
    const hints = isTooMuch(ids) ? null : await this.#hintsByAgent(ids);
    let told = 0;
    for (const listener of [...this.#listeners].filter(isAgent)) {
      const hint = hints === null ? everythingChanged : hints.get(listener.agentId ?? '');
      if (hint === undefined) continue;
      listener.hear(hint);
      told += 1;
    }
    return told;
  }

  /** Null where it is unknown which agents a change concerns: then every agent reads again. */
  async #hintsByAgent(ids: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    const idsOf = new Map<string, string[]>();
    for (const id of ids) {
      const read = await readRequest(this.#app.context, id);
      if (!read.ok) return null;
      const { agent_id } = read.value.state.request;
      idsOf.set(agent_id, [...(idsOf.get(agent_id) ?? []), id]);
    }
    return new Map([...idsOf].map(([agent, its]) => [agent, hintOf({ ids: its })]));
  }
}

/** What one kind of listener has not heard yet, and the earliest time at which it may be told. */
class Lane {
  readonly #ids = new Set<string>();
  #toldAt = 0;
  #spacing = 0;

  get isWaiting(): boolean {
    return this.#ids.size > 0;
  }

  add(id: string): void {
    if (this.#ids.size < hintsMax) this.#ids.add(id);
  }

  /** Null where there is nothing, or it is too early. A clock that went back keeps no one waiting. */
  take(now: number): readonly string[] | null {
    const since = now - this.#toldAt;
    if (this.#ids.size === 0 || (since >= 0 && since < this.#spacing)) return null;
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }

  told(listeners: number, now: number): void {
    this.#toldAt = now;
    this.#spacing = Math.min(listeners * millisecondsPerListener, spacingMax);
  }
}

/** An empty id stands for any request. */
function isTooMuch(ids: readonly string[]): boolean {
  return ids.includes('') || ids.length >= hintsMax;
}

function hintOf(data: { readonly ids: readonly string[] } | { readonly all: true }): string {
  return serverSentEvent({ event: 'changed', data: JSON.stringify(data) });
}

// What a holder of every key writes in place of what happened, sealed again.

import type { RequestEvent } from '@countersign/protocol/request';
import { digestOf, type Json } from './canonical-text.ts';

export type Edit = (events: readonly RequestEvent[]) => readonly RequestEvent[];

/** Changes what was opened. */
export const opening =
  (change: (opened: Extract<RequestEvent, { type: 'request.opened' }>['data']) => object): Edit =>
  events =>
    events.map(event =>
      event.type === 'request.opened'
        ? ({ ...event, data: { ...event.data, ...change(event.data) } } as never)
        : event,
    );

/** Changes the first entry, and seals it and what follows from it again. */
export const entry =
  (change: object): Edit =>
  events => {
    const renamed = new Map<string, string>();
    let previous: string | null = null;
    let first = true;
    return events.map(event => {
      if (event.type === 'entry.recorded') {
        const { entry_digest, ...rest } = event.data.entry;
        const linked = { ...rest, ...(first ? change : {}), previous_entry_digest: previous };
        // What is undefined is left out.
        const changed = JSON.parse(JSON.stringify(linked)) as object;
        first = false;
        previous = digestOf(changed as Json);
        renamed.set(entry_digest, previous);
        return { ...event, data: { entry: { ...changed, entry_digest: previous } } } as never;
      }
      if (event.type !== 'request.allowed') return event;
      const { resolution } = event.data;
      const final_entry_digest = renamed.get(String(resolution.final_entry_digest));
      return { ...event, data: { resolution: { ...resolution, final_entry_digest } } } as never;
    });
  };

interface ServerSentEvent {
  readonly id?: number;
  readonly event: string;
  readonly data: string;
}

/** One event as it stands in a stream of server-sent events. */
export function serverSentEvent({ id, event, data }: ServerSentEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

import type { Commit } from '@countersign/coordinator';

/** A commit that no use case should have made. Submitting it again would be as wrong. */
export function checkCommit({ appends, claims }: Commit): void {
  if (appends.length === 0) throw new TypeError('expected a commit to append something');
  for (const { stream, expectedVersion, events } of appends) {
    if (events.length === 0) throw new TypeError(`expected events for ${stream} and found none`);
    for (const [index, { event }] of events.entries()) {
      const version = expectedVersion + index + 1;
      if (event.version !== version || event.stream !== stream) {
        throw new TypeError(
          `expected event ${version} of ${stream} and found ${event.version} of ${event.stream}`,
        );
      }
    }
  }
  if (new Set(appends.map(({ stream }) => stream)).size < appends.length) {
    throw new TypeError('expected one append to each stream');
  }
  if (new Set(claims.map(({ scope, key }) => `${scope}/${key}`)).size < claims.length) {
    throw new TypeError('expected each claim to be taken once');
  }
}

import type { Commit } from '@countersign/coordinator';

/** A commit that no use case should have made. Submitting it again would be as wrong. */
export function checkCommit({ appends }: Commit): void {
  if (appends.length === 0) throw new Error('expected a commit to append something');
  for (const { stream, expectedVersion, events } of appends) {
    if (events.length === 0) throw new Error(`expected events for ${stream}, found none`);
    for (const [index, { event }] of events.entries()) {
      const version = expectedVersion + index + 1;
      if (event.version !== version || event.stream !== stream) {
        throw new Error(
          `expected event ${version} of ${stream}, found ${event.version} of ${event.stream}`,
        );
      }
    }
  }
  if (hasTwice(appends, ({ stream }) => stream)) {
    throw new Error('expected one append to each stream');
  }
  const claims = appends.flatMap(append => append.claims ?? []);
  if (hasTwice(claims, ({ scope, key }) => `${scope} ${key}`)) {
    throw new Error('expected each claim to be taken once');
  }
}

function hasTwice<Item>(items: readonly Item[], nameOf: (item: Item) => string): boolean {
  return items.length > 1 && new Set(items.map(nameOf)).size < items.length;
}

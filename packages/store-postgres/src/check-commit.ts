import type { Commit } from '@countersign/coordinator';
import { betweenEvents, betweenTexts } from './commit-rows.ts';

/** A commit that no use case should have made. Submitting it again would be as wrong. */
export function checkCommit({ appends, actions }: Commit): void {
  if (appends.length === 0) throw new TypeError('expected a commit to append something');
  for (const { stream, expectedVersion, events } of appends) {
    if (events.length === 0) throw new TypeError(`expected events for ${stream} and found none`);
    for (const [index, { event, text }] of events.entries()) {
      const version = expectedVersion + index + 1;
      if (event.version !== version || event.stream !== stream) {
        throw new TypeError(
          `expected event ${version} of ${stream} and found ${event.version} of ${event.stream}`,
        );
      }
      checkText(text);
    }
  }
  for (const { text } of actions) checkText(text);
  if (new Set(appends.map(({ stream }) => stream)).size < appends.length) {
    throw new TypeError('expected one append to each stream');
  }
  const claims = appends.flatMap(append => append.claims ?? []);
  if (new Set(claims.map(({ scope, key }) => `${scope}/${key}`)).size < claims.length) {
    throw new TypeError('expected each claim to be taken once');
  }
}

/** The canonical form escapes every control character, and the store relies on it to tell texts apart. */
function checkText(text: string): void {
  if (text.includes(betweenEvents) || text.includes(betweenTexts)) {
    throw new TypeError('expected a canonical text and found a control character in it');
  }
}

import type { Commit } from '@countersign/coordinator';
import { headAfter, sampleAppend, sampleCommit } from '@countersign/coordinator/testing';

export const grantStream = (n: number): string => `request/${n}`;

const issued = (n: number) => sampleAppend(grantStream(n), { data: [{ n }] });

/** The first event of a stream: something that can be consumed. */
export function issue(n: number): Commit {
  return sampleCommit(issued(n));
}

/** The second event: this worker has consumed it. */
export function consume(n: number, by: string): Commit {
  const append = sampleAppend(grantStream(n), { after: headAfter(issued(n)), data: [{ by }] });
  return sampleCommit(append, {
    outbox: [{ topic: 'grant.consumed', stream: grantStream(n), payload: by }],
  });
}

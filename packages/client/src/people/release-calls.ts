import type { ReviewBody } from '@countersign/wire/requests';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

// Loaded with the first answer that needs them.
const wire = () => import('@countersign/wire/requests');
const ReviewList = async () => (await wire()).ReviewList;
const RequestRepresentation = async () => (await wire()).RequestRepresentation;

/** Releases by one person, and their review by another. */
export function releaseCalls(caller: PersonCaller) {
  return {
    listReviews: (options?: CallOptions) => caller.read(ReviewList, '/v1/reviews', options),
    reviewRelease: (id: string, review: Sent<typeof ReviewBody>, options?: WriteOptions) =>
      caller.write(
        RequestRepresentation,
        `/v1/requests/${encodeURIComponent(id)}/review`,
        review,
        options,
      ),
  };
}

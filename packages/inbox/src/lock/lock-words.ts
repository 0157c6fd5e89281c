import type { LockFacts, LockPreview } from '@countersign/client/people';
import { lockText } from '../language/english/lock.ts';

/** What is locked, at the beginning of a sentence. */
export function lockedWords({ target, target_name }: LockFacts): string {
  return target.kind === 'everything' ? lockText.everything : target_name;
}

interface EndWords {
  readonly count: string;
  readonly rest: string;
  /** What is counted, each with the page that shows it. */
  readonly items: readonly EndItem[];
}

export interface EndItem {
  readonly id: string;
  readonly words: string;
  readonly href: string | null;
}

type Covered = LockPreview['started'][number];

/** What a lock would end now, each in its own line. */
export function endWords(preview: LockPreview): EndWords[] {
  const { pending_requests, allowed_requests, refused_keys } = preview;
  const keys = refused_keys.map(({ credential_id, label }) => ({
    id: credential_id,
    words: label ?? credential_id,
    href: null,
  }));
  return [
    counted(preview.pending, lockText.requestsClose, pending_requests.map(endItem)),
    counted(preview.allowed, lockText.approvalsRevoked, allowed_requests.map(endItem)),
    counted(preview.keys, lockText.keysRefused, keys),
  ].filter(words => words !== null);
}

export function endItem({ approval_request_id: id, operation }: Covered): EndItem {
  return { id, words: operation, href: `/requests/${id}` };
}

function counted(
  count: number,
  words: (count: number) => string,
  items: readonly EndItem[],
): EndWords | null {
  if (count === 0) return null;
  return { count: String(count), rest: words(count), items };
}

import type { Clock } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import type { Delivery } from '../../webhooks/deliver-outbox.ts';
import type { DigestLine } from './card.ts';

/** Where a message is in Slack. */
export interface PostedCard {
  readonly channel: string;
  readonly ts: string;
}

/** A question that waits to be put, alone or among others. */
interface WaitingQuestion extends DigestLine {
  readonly agentId: string;
  postCard(): Promise<PostedCard>;
}

export interface SlackBudget {
  /** Puts a question, in a message of its own or in a list. Delivered means that a message names or counts it. */
  put(question: WaitingQuestion): Promise<Delivery>;
  /** The card of a request; null where it was only in a list, undefined where this process does not know. */
  find(approvalRequestId: string): PostedCard | null | undefined;
  /** The request is over; the question is not asked any more. */
  forget(approvalRequestId: string): void;
}

/** How many messages an agent can cause at once. After them, each interval has one message. */
export const burstMax = 3;
export const intervalMilliseconds = 60_000;
/** How long questions gather that were taken from the outbox together. */
const gatherMilliseconds = 50;
/** Older cards are forgotten. This process then looks for them in Slack itself. */
const rememberedMax = 20_000;

interface Book {
  tokens: number;
  at: number;
  readonly waiting: Map<string, WaitingQuestion>;
  flushing: Promise<ReadonlyMap<string, Delivery>> | null;
}

/**
 * Keeps an agent from flooding a channel (GT-8). After a small burst there is one message per agent and interval, which
 * lists everything that waits. The budget delays messages, never a decision: every request is in the inbox from the
 * start. What waits stays in the outbox and is tried again, so nothing depends on this memory. After a restart a
 * question may be asked twice. Each replica has a budget of its own.
 */
export function createSlackBudget(
  clock: Clock,
  postDigest: (agentId: string, waiting: readonly DigestLine[]) => Promise<void>,
): SlackBudget {
  const books = new Map<string, Book>();
  const posted = new Map<string, PostedCard | null>();

  const remember = (id: string, card: PostedCard | null): void => {
    posted.set(id, card);
    const [oldest] = posted.keys();
    if (posted.size > rememberedMax && oldest !== undefined) posted.delete(oldest);
  };

  const bookOf = (agentId: string): Book => {
    const now = millisecondsOf(clock.now());
    const book = books.get(agentId) ?? {
      tokens: burstMax,
      at: now,
      waiting: new Map<string, WaitingQuestion>(),
      flushing: null,
    };
    book.tokens = Math.min(
      burstMax,
      book.tokens + Math.max(0, now - book.at) / intervalMilliseconds,
    );
    book.at = now;
    books.set(agentId, book);
    return book;
  };

  const flush = async (agentId: string, book: Book): Promise<ReadonlyMap<string, Delivery>> => {
    await clock.pause(gatherMilliseconds, new AbortController().signal);
    const batch = [...book.waiting.values()];
    book.waiting.clear();
    if (batch.length <= Math.floor(book.tokens)) {
      book.tokens -= batch.length;
      return new Map(
        await Promise.all(
          batch.map(async question => {
            const id = question.approval_request_id;
            const delivery = await attempt(async () => remember(id, await question.postCard()));
            return [id, delivery] as const;
          }),
        ),
      );
    }
    book.tokens -= 1;
    const delivery = await attempt(async () => {
      await postDigest(agentId, batch);
      for (const { approval_request_id } of batch) remember(approval_request_id, null);
    });
    return new Map(batch.map(({ approval_request_id }) => [approval_request_id, delivery]));
  };

  return {
    put: async question => {
      const { approval_request_id: id, agentId } = question;
      if (posted.has(id)) return { outcome: 'delivered' };
      const book = bookOf(agentId);
      book.waiting.set(id, question);
      if (book.flushing === null && book.tokens < 1) return waits;
      book.flushing ??= flush(agentId, book).finally(() => {
        book.flushing = null;
        if (book.waiting.size === 0 && book.tokens >= burstMax) books.delete(agentId);
      });
      const deliveries = await book.flushing;
      return deliveries.get(id) ?? waits;
    },
    find: id => posted.get(id),
    forget: id => {
      for (const { waiting } of books.values()) waiting.delete(id);
    },
  };
}

const waits: Delivery = {
  outcome: 'retry',
  problem: 'the next message about this agent lists it',
};

async function attempt(post: () => Promise<void>): Promise<Delivery> {
  try {
    await post();
    return { outcome: 'delivered' };
  } catch (error) {
    return { outcome: 'retry', problem: error instanceof Error ? error.message : 'it failed' };
  }
}

import type { CheckpointSink } from '@countersign/coordinator';
import { ProtocolError } from '@countersign/protocol/reason';
import { checkpointLine } from './checkpoint-line.ts';
import { CheckpointNotTaken } from './checkpoint-not-taken.ts';

/**
 * Writes each checkpoint as one line of JSON, `{"checkpoint":"…"}`, for whatever collects the output. A line counts
 * as taken when `write` is through; whether it was kept, only the collector knows.
 */
export function printedCheckpoints({
  write,
}: {
  readonly write: (line: string) => void | Promise<void>;
}): CheckpointSink {
  return {
    publish: async note => {
      await write(`${checkpointLine(note)}\n`);
    },
  };
}

/** Sends a request and answers its status. It decides where one may connect to, and follows no redirect. */
export type Post = (
  url: string,
  request: {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly timeoutMilliseconds: number;
  },
) => Promise<{ readonly status: number }>;

const timeoutDefault = 10_000;

/** Posts each checkpoint as the plain text it is. It was taken where the answer is 200 to 299. */
export function postedCheckpoints({
  post,
  url,
  timeoutMilliseconds = timeoutDefault,
}: {
  readonly post: Post;
  readonly url: string;
  readonly timeoutMilliseconds?: number;
}): CheckpointSink {
  const host = hostOf(url);
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return {
    publish: async body => {
      let status: number;
      try {
        ({ status } = await post(url, { body, headers, timeoutMilliseconds }));
      } catch (error) {
        const why = error instanceof Error ? error.message : 'an unknown failure';
        throw new CheckpointNotTaken(`${host} could not be given a checkpoint: ${why}`, {
          cause: error,
        });
      }
      if (Number.isInteger(status) && status >= 200 && status <= 299) return;
      throw new CheckpointNotTaken(
        `${host} did not take a checkpoint: expected a status from 200 to 299, found ${status}`,
      );
    },
  };
}

/** All that a message may say of the address: the rest of it may be a secret. */
function hostOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new ProtocolError('options_malformed', '/url', 'expected an http or https address');
  }
  return parsed.host;
}

/**
 * Gives each checkpoint to all sinks, and rejects with the names of those that did not take it. The others are not
 * given the same one again when it is retried. Without any sink nothing is kept, and nothing rejects.
 */
export function allSinks(sinks: Readonly<Record<string, CheckpointSink>>): CheckpointSink {
  const named = Object.entries(sinks);
  const taken = new Map<string, string>();
  return {
    publish: async note => {
      const failures: string[] = [];
      const errors: unknown[] = [];
      const give = async ([name, sink]: (typeof named)[number]): Promise<void> => {
        if (taken.get(name) === note) return;
        try {
          await sink.publish(note);
          taken.set(name, note);
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : 'unknown failure'}`);
          errors.push(error);
        }
      };
      await Promise.all(named.map(give));
      if (failures.length === 0) return;
      throw new CheckpointNotTaken(failures.sort().join('; '), {
        cause: errors.length === 1 ? errors[0] : new AggregateError(errors),
      });
    },
  };
}

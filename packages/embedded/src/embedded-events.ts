import type { ChangeHint } from '@countersign/client';
import { type Context, readRequest, requestStream } from '@countersign/coordinator';

const pauseMilliseconds = 1000;

/** Which requests of the agent have changed, from this process and others on the same store. */
export async function* hintsOf(
  context: Context,
  agent: string,
  signal: AbortSignal,
): AsyncGenerator<ChangeHint, void, undefined> {
  const prefix = requestStream('');
  const changed = new Set<string>();
  let wake = new AbortController();
  const unsubscribe = context.store.onChange(stream => {
    if (stream !== '' && !stream.startsWith(prefix)) return;
    changed.add(stream.slice(prefix.length));
    wake.abort('woken');
  });
  try {
    yield { all: true };
    while (!signal.aborted) {
      const named = [...changed];
      changed.clear();
      if (named.includes('')) yield { all: true };
      else {
        const ids = await ofAgent(context, agent, named);
        if (ids.length > 0) yield { ids: [...ids] };
      }
      if (changed.size === 0) {
        await context.clock.pause(pauseMilliseconds, AbortSignal.any([wake.signal, signal]));
      }
      wake = new AbortController();
    }
  } finally {
    unsubscribe();
  }
}

async function ofAgent(
  context: Context,
  agent: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const read = await readRequest(context, id);
    if (read.ok && read.value.state.request.agent_id === agent) found.push(id);
  }
  return found;
}

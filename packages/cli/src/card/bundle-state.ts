import type { EvidenceBundle } from '@countersign/protocol/bundle';
import type { OpenedRequest } from '@countersign/protocol/request';

/** What the events of a bundle say became of its request; null where they say nothing. Whether it is true is another question. */
export async function bundleState(bundle: EvidenceBundle): Promise<OpenedRequest | null> {
  const { foldRequest, parseRequestEvent } = await import('@countersign/protocol/request');
  const { parseStrict } = await import('@countersign/protocol/json');
  try {
    const state = foldRequest(
      bundle.stream.events.map(({ text }) => {
        const { type, at, data } = parseStrict(text) as Readonly<Record<string, unknown>>;
        return parseRequestEvent({ type, at, data });
      }),
    );
    return state.status === 'absent' ? null : state;
  } catch {
    return null;
  }
}

import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import { checkShown, type Mismatch, type Shown } from '@countersign/protocol/view';
import { useCallback, useMemo } from 'react';
import { api } from '../data/api.ts';
import { onChangeOf, resources, useResource } from '../data/use-resource.ts';

export interface ShownRequest {
  readonly representation: RequestRepresentation;
  readonly view: ViewAnswer;
  readonly checked: Shown | Mismatch;
}

export interface RequestReading {
  readonly open: ShownRequest | null;
  readonly problem: unknown;
  reload(): void;
  /** Takes over the answer of the store to a decision, and reads the rest again. */
  settle(answer: RequestRepresentation | null): void;
}

interface Read {
  readonly representation: RequestRepresentation;
  readonly view: ViewAnswer;
}

/**
 * A request and its view. They come from two calls, so a change may happen between them. The check compares both
 * answers. The change itself triggers another reading of both.
 */
export function useRequest(id: string): RequestReading {
  const key = `request ${id}`;
  const { data, problem, reload } = useResource<Read>(
    key,
    async signal => {
      const [representation, view] = await Promise.all([
        api.getRequest(id, { signal }),
        api.getView(id, { signal }),
      ]);
      return { representation, view };
    },
    onChangeOf(id),
  );
  const checked = useChecked(id, data ?? null);
  const settle = useCallback(
    (answer: RequestRepresentation | null) => {
      const before = resources.peek<Read>(key).data;
      if (answer !== null && before !== undefined) {
        resources.put<Read>(key, { ...before, representation: answer });
      }
      resources.reload(key);
    },
    [key],
  );
  const open = useMemo(
    () => (data === undefined || checked === null ? null : { ...data, checked }),
    [data, checked],
  );
  return { open, problem, reload, settle };
}

/** Digests over what is shown; computed again only when the bytes or what names them changed. */
function useChecked(id: string, read: Read | null): Shown | Mismatch | null {
  const request = JSON.stringify(read?.representation.request ?? null);
  const decision = read?.representation.policy_decision ?? null;
  const chain = read?.representation.chain ?? null;
  const view = read?.view ?? null;
  const named = JSON.stringify([
    view?.approval_request_id,
    view?.action_digest,
    view?.input_digest,
    view?.view_digest,
    view?.short_code,
    read?.representation.approval_request_id,
    decision?.policy_decision_id,
    decision?.action_digest,
    decision?.verdict,
    decision?.policy_version,
    decision?.approval_chain_id,
    decision?.approval_chain_version,
    decision?.risk,
    chain?.chain_id,
    chain?.version,
  ]);
  const text = view?.action_text ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `request`, `named` and `text` are all that it depends on
  return useMemo(() => {
    if (read === null) return null;
    const { representation } = read;
    return checkShown({ asked: id, representation, view: read.view });
  }, [id, request, named, text]);
}

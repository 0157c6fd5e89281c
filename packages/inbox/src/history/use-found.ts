import type { RequestRow } from '@countersign/client/people';
import { useEffect, useState } from 'react';
import { api } from '../data/api.ts';

export type Found =
  | { readonly state: 'looking'; readonly looked: number }
  | { readonly state: 'found'; readonly requestId: string }
  | { readonly state: 'none'; readonly looked: number };

const latestMax = 200;
const atOnce = 6;

/**
 * Finds the request for which a terminal shows this code. The store knows no codes, so the views of the latest
 * requests are checked one after the other: a code on a terminal is seldom old.
 */
export function useFoundByCode(code: string | null): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (code === null) {
      setFound(null);
      return;
    }
    const over = new AbortController();
    setFound({ state: 'looking', looked: 0 });
    const tell = (next: Found): void => {
      if (!over.signal.aborted) setFound(next);
    };
    findByCode(code, over.signal, looked => tell({ state: 'looking', looked })).then(tell, () =>
      tell({ state: 'none', looked: 0 }),
    );
    return () => over.abort();
  }, [code]);
  return found;
}

async function findByCode(
  code: string,
  signal: AbortSignal,
  onLooked: (count: number) => void,
): Promise<Found> {
  const { rows } = await api.listRequests({ limit: latestMax }, { signal });
  for (let start = 0; start < rows.length; start += atOnce) {
    const codes = await Promise.all(
      rows.slice(start, start + atOnce).map(row => codeOf(row, signal)),
    );
    const at = codes.indexOf(code);
    const hit = at === -1 ? undefined : rows[start + at];
    if (hit !== undefined) return { state: 'found', requestId: hit.approval_request_id };
    onLooked(Math.min(rows.length, start + atOnce));
  }
  return { state: 'none', looked: rows.length };
}

async function codeOf(row: RequestRow, signal: AbortSignal): Promise<string | null> {
  try {
    return (await api.getView(row.approval_request_id, { signal })).short_code;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

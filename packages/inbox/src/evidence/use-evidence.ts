import type { KeyList } from '@countersign/client/people';
import { useEffect, useState } from 'react';
import { api } from '../data/api.ts';
import { onChangeOf, useResource } from '../data/use-resource.ts';
import { checkEvidence, type Evidence } from './check-evidence.ts';

type EvidenceReading =
  | { readonly state: 'reading' }
  | { readonly state: 'missing'; readonly problem: unknown }
  | { readonly state: 'read'; readonly bytes: Uint8Array; readonly evidence: Evidence };

interface Read {
  readonly bytes: Uint8Array;
  readonly keys: KeyList;
}

const askAgainMilliseconds = 2500;

/** The bundle of a request, verified here. While its last events are not in the log yet it is asked for again. */
export function useEvidence(id: string): EvidenceReading {
  const { data, problem, reload } = useResource<Read>(
    `bundle ${id}`,
    async signal => {
      const [bytes, keys] = await Promise.all([
        api.getBundle(id, { signal }),
        api.listKeys({ signal }),
      ]);
      return { bytes, keys };
    },
    onChangeOf(id),
  );
  const [checked, setChecked] = useState<{ readonly of: Read; readonly evidence: Evidence } | null>(
    null,
  );
  useEffect(() => {
    if (data === undefined) return;
    // The page is drawn first: signatures take a moment.
    const timer = setTimeout(() => {
      setChecked({ of: data, evidence: checkEvidence(data.bytes, data.keys, location, id) });
    }, 0);
    return () => clearTimeout(timer);
  }, [data, id]);
  const early = checked?.evidence.outcome === 'unchecked';
  useEffect(() => {
    if (!early) return;
    const timer = setInterval(reload, askAgainMilliseconds);
    return () => clearInterval(timer);
  }, [early, reload]);
  if (checked !== null) {
    return { state: 'read', bytes: checked.of.bytes, evidence: checked.evidence };
  }
  return problem === null ? { state: 'reading' } : { state: 'missing', problem };
}

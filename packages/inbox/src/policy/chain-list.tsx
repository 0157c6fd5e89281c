import type { Chain } from '@countersign/protocol/chain';
import type { ReactNode } from 'react';
import { capital } from '../decision/capital.ts';
import { StagePath } from '../decision/stage-path.tsx';
import type { Stop } from '../decision/stage-stops.ts';
import { Words } from '../facts/pieces.tsx';
import { policyText } from '../language/english/policy.ts';
import { stageWords } from './rule-words.ts';

/** Who is asked, stage by stage. */
export function ChainList({ chains }: { readonly chains: readonly Chain[] }): ReactNode {
  return (
    <ul className="chains">
      {chains.map(chain => (
        <li key={chain.chain_id}>
          <h2>
            <code>
              <Words text={chain.chain_id} />
            </code>
          </h2>
          <StagePath stops={chainStops(chain, policyText.onceWithGrant)} />
        </li>
      ))}
    </ul>
  );
}

/** The path of a chain without any decision yet. */
export function chainStops(chain: Chain, runNote: string): Stop[] {
  const waiting = { state: 'waiting', note: null, passkey: false, optional: false } as const;
  return [
    ...chain.stages.map((stage, index) => ({
      ...waiting,
      key: `stage ${index}`,
      name: capital(stage.name),
      who: stageWords(stage),
      optional: !stage.required,
    })),
    { ...waiting, key: 'run', name: policyText.runsOnce, who: runNote },
  ];
}

import { type Chain, parseChain } from '@countersign/protocol/chain';
import { operatorRole } from '@countersign/protocol/value';
import { withFullVersion } from './policy-version.ts';

/**
 * The chain that accepts definitions of tools if `governance` names none: one operator. No person asks for such a
 * change, so no person is excluded from the decision.
 */
export const operatorChain: Chain = withFullVersion(
  parseChain({
    chain_id: 'countersign.tools',
    version: '1',
    stages: [{ name: 'operator', approvers: { roles: [operatorRole] } }],
  }),
);

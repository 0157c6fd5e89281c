import { type Chain, parseChain } from '@countersign/protocol/chain';
import { operatorRole } from '@countersign/protocol/value';
import { withFullVersion } from './policy-version.ts';

/**
 * Who accepts definitions of tools where `governance` names no chain for it: one operator. No person asks for such a
 * change, so that no person is excluded from deciding it.
 */
export const operatorChain: Chain = withFullVersion(
  parseChain({
    chain_id: 'countersign.tools',
    version: '1',
    stages: [{ name: 'operator', approvers: { roles: [operatorRole] } }],
  }),
);

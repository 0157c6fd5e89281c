import type { Chain } from '@countersign/protocol/chain';
import { withFullVersion } from './policy-version.ts';

const prefix = 'countersign.allowance/';

/**
 * The chain that decides an allowance. It is the chain of the actions that the allowance covers, but every person needs
 * a passkey. No document can define a chain of this name.
 */
export function allowanceChain(chain: Chain): Chain {
  // An allowance always takes a second person.
  const { break_glass: _none, ...decided } = chain;
  return withFullVersion({
    ...decided,
    chain_id: `${prefix}${chain.chain_id}`,
    stages: chain.stages.map(stage => ({ ...stage, min_assurance: 'webauthn' })),
  });
}

/** The chain whose allowances a chain of this name decides; null for every other name. */
export function allowanceChainOf(chainId: string): string | null {
  return chainId.startsWith(prefix) ? chainId.slice(prefix.length) : null;
}

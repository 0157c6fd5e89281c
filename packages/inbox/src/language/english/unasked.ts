import { inLanguage } from '../chosen.ts';

const english = {
  ranUnasked: 'Ran unasked',
  about: 'The policy allowed or denied these actions without asking anyone.',
  history: 'History',
  search: 'Search unasked actions',
  unaskedActions: 'Unasked actions',
  loading: 'Loading …',
  nothingMatches: 'Nothing matches.',
  foundIn: (some: string, looked: string) => `${some} found in the latest ${looked} events.`,
  lookBack: 'Look further back',
  decidedBy: '{verdict} for {agent} by the rule {rule}',
  allowed: 'Allowed',
  denied: 'Denied',
  whatIsKept: 'What is kept',
  erasesAt: (at: string) => `The server erases it ${at}.`,
  digestOf: 'Digest of the action: {digest}',
  keepsDigest: 'The policy keeps the agent, the tool and the digest, and nothing more.',
  whoSees: 'Operators, auditors and the owner of the agent see what was kept.',
  noResource: 'The action named no resource, or it was erased.',
  keepsResource: 'The policy keeps the resource.',
  parametersErased: 'The parameters were erased.',
  keepsParameters: 'The policy keeps the parameters.',
};

export type UnaskedText = typeof english;
export const unaskedText: UnaskedText = inLanguage('unasked', english);

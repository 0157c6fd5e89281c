// Rules of docs/protocol.md that no test proves yet, by the part of the product that will. This list
// may only shrink: rules.test.ts compares it with every version of itself in git, and a rule with a
// test must be taken off.

export const rulesNotYetClaimed: Readonly<Record<string, readonly string[]>> = {
  'log and evidence': ['EV-10'],
  'client and dialects': ['EV-4', 'EV-8'],
  'server: identity': ['ID-2'],
  'server: channels and webhooks': ['GT-8', 'ID-8', 'TR-1', 'TR-2', 'TR-3', 'TR-4', 'TR-5'],
};

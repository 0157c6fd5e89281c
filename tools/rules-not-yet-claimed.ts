// Rules of docs/protocol.md that no test proves yet, by the part of the product that will. This list
// may only shrink: rules.test.ts compares it with every version of itself in git, and a rule with a
// test must be taken off.

export const rulesNotYetClaimed: Readonly<Record<string, readonly string[]>> = {};

// Functions beyond the cap of complexity, with their number. The list may only shrink, and so may each number:
// complexity.test.ts compares the list with every version of itself in git.

export const complexFunctions: Readonly<Record<string, number>> = {
  'packages/risk/src/intent/agent-frame.ts#readAgentFrame': 41,
  'packages/risk/src/intent/grounds.ts#questions': 28,
  'packages/risk/src/intent/leave-reader.ts#passLeave': 58,
  'packages/risk/src/intent/leave-reader.ts#standingOfCommand': 25,
  'packages/risk/src/intent/numbers.ts#wordsAt': 44,
  'packages/risk/src/intent/read-text.ts#passAgent': 48,
  'packages/risk/src/intent/read-text.ts#passConnective': 32,
  'packages/risk/src/intent/read-text.ts#passWord': 33,
  'packages/risk/src/intent/verb-reader.ts#openWithVerb': 47,
  'packages/risk/src/intent/verb-reader.ts#passDeparture': 50,
  'packages/risk/src/intent/verb-reader.ts#passEffectNoun': 33,
  'packages/risk/src/intent/verb-standing.ts#follows': 41,
  'packages/risk/src/intent/verb-standing.ts#passiveStanding': 43,
  'packages/risk/src/intent/verb-standing.ts#standingOf': 34,
  'packages/risk/src/sql/foreign-schema.ts#assessForeignCreate': 25,
  'packages/risk/src/sql/foreign-statement.ts#assessSegment': 40,
};

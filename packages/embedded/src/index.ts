export type { Decider, Question } from './decider.ts';
export { embed } from './embed.ts';
export { EmbedRefused } from './embed-refused.ts';
export type { PolicySource } from './load-policies.ts';
export type { EmbeddedGate, EmbedOptions } from './open-embedded.ts';
export type { DecisionMade } from './record-decision.ts';

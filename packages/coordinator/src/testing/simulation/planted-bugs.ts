import type { Mistake } from '@countersign/testing';
import { attentionBugs } from './planted-attention-bugs.ts';
import { coordinatorBugs } from './planted-coordinator-bugs.ts';
import { protocolBugs } from './planted-protocol-bugs.ts';

/**
 * Mistakes that a programmer could make, each a change to one place of the production source. The simulation must find
 * every one of them. Where the text to find is no longer there exactly once, the mistake must be planted again.
 */
export interface PlantedBug extends Mistake {
  /** The rule that it breaks. */
  readonly rule: string;
  /** The story in which it shows, where all histories of a hunt should tell that one. */
  readonly plot?: string;
}

/** A mistake below the port of the store, where the tests of that store must find it. */
export interface PlantedStoreBug extends PlantedBug {
  readonly test: { readonly file: string; readonly name: string };
}

export const plantedBugs: readonly PlantedBug[] = [
  ...protocolBugs,
  ...coordinatorBugs,
  ...attentionBugs,
];

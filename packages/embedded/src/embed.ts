import { type EmbeddedGate, type EmbedOptions, openEmbedded } from './open-embedded.ts';
import { elapsedSeconds, processClock } from './process-clock.ts';

/**
 * The gate of Countersign without a server: policy, approvals, keys and their log in folders of this machine.
 *
 * One process is not a boundary. Whatever runs in it, the agent's own code included, can reach the signing key and
 * the store, and could write an approval of its own. Use it to try things out, for tools of your own on your own
 * machine, and to keep an honest record; where an agent must not be able to approve itself, run the server apart from
 * it and `connect`.
 */
export function embed(options: EmbedOptions): Promise<EmbeddedGate> {
  return openEmbedded(options, {
    forTests: false,
    clock: processClock,
    elapsedSeconds,
    assurances: ['conversation'],
  });
}

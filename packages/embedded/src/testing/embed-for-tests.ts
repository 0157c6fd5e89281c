import type { GateClock } from '@countersign/client';
import { type EmbeddedGate, type EmbedOptions, openEmbedded } from '../open-embedded.ts';
import { processClock } from '../process-clock.ts';

export interface TestOptions extends EmbedOptions {
  readonly clock?: GateClock;
}

/**
 * An embedded gate on a store for tests. The first event of the store says so and stays: neither `embed` nor a server
 * ever opens it, so what was approved in it is approved nowhere else.
 */
export function embedForTests({
  clock = processClock,
  ...options
}: TestOptions): Promise<EmbeddedGate> {
  return openEmbedded(options, {
    forTests: true,
    clock,
    // Those that can be simulated. A stage that demands a passkey finds no approver here.
    assurances: ['conversation', 'channel', 'session', 'oidc'],
  });
}

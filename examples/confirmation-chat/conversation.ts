import type { DetectedIntent } from '@countersign/inbox/confirmation';

export interface Entry {
  readonly from: 'person' | 'agent' | 'chat';
  readonly text: string;
}

/** A halted session, as far as the page shows it. */
export interface OpenHold {
  readonly hold_id: string;
  readonly intent: DetectedIntent;
  readonly placed_at: string;
  readonly expires_at: string;
}

/** All that the page shows. It arrives whole whenever something in it has changed. */
export interface Conversation {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** While there is one, the text box is closed. */
  readonly hold: OpenHold | null;
}

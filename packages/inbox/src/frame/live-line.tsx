import type { ReactNode } from 'react';
import { type LiveState, useLiveState } from '../data/live.ts';
import { frameText } from '../language/english/frame.ts';

const words: Readonly<Record<LiveState, string>> = {
  connecting: frameText.connecting,
  live: frameText.live,
  lost: frameText.reconnecting,
  offline: frameText.offline,
};

/** Says whether the page is up to date. */
export function LiveLine(): ReactNode {
  const state = useLiveState();
  return (
    <div className="live-line" data-live={state} role="status" title={words[state]}>
      <span className="live-dot" />
      <span className="live-words">{words[state]}</span>
    </div>
  );
}

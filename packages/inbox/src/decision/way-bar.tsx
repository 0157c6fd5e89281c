import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import type { IconName } from '../design/icon.tsx';
import type { WayForm } from './other-ways.tsx';

interface WayBarProps extends WayForm {
  readonly back: string;
  readonly send: string;
  readonly busy: boolean;
  readonly icon?: IconName;
}

/** The last row of the form of a way: the time that is left, the way back, and the button that sends the form. */
export function WayBar({
  time,
  timeWords,
  onBack,
  back,
  send,
  busy,
  icon,
}: WayBarProps): ReactNode {
  return (
    <div className="bar-in">
      {time}
      <div className="bar-words">
        <b>{timeWords}</b>
      </div>
      <div className="acts">
        <Button onClick={onBack} aria-disabled={busy}>
          {back}
        </Button>
        <Button type="submit" kind="primary" busy={busy} {...(icon && { icon })}>
          {send}
        </Button>
      </div>
    </div>
  );
}

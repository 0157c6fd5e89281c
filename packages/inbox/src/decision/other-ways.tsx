import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import type { IconName } from '../design/icon.tsx';
import { decisionText } from '../language/english/decision.ts';

/** The place for the form of a way: the bar, with the remaining time. */
export interface WayForm {
  readonly time: ReactNode;
  readonly timeWords: string;
  onBack(): void;
}

/** An answer besides Approve and Reject. Only what policy, request and person permit is in the list. */
export interface OtherWay {
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  readonly form: (props: WayForm) => ReactNode;
}

/** One quiet row above Approve and Reject. On a narrow screen one button opens it. */
export function OtherWays({
  ways,
  onChoose,
}: {
  readonly ways: readonly OtherWay[];
  onChoose(name: string): void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  if (ways.length === 0) return null;
  return (
    <div className="other-ways" data-open={open}>
      <Button
        small
        className="other-ways-open"
        icon="more"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {decisionText.otherWays}
      </Button>
      {ways.map(({ name, label, icon }) => (
        <Button key={name} small className="other-way" icon={icon} onClick={() => onChoose(name)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

import type { ReactNode } from 'react';
import { settingsText } from '../language/english/settings.ts';

interface SwitchProps {
  /** What is switched, for users who do not see the row. */
  readonly label: string;
  readonly on: boolean;
  onChange(on: boolean): void;
}

/** On or off, with the word beside it. */
export function Switch({ label, on, onChange }: SwitchProps): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className="switch"
      onClick={() => onChange(!on)}
    >
      <span className="switch-track" aria-hidden="true" />
      <span aria-hidden="true">{on ? settingsText.on : settingsText.off}</span>
    </button>
  );
}

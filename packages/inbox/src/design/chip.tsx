import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ChipProps {
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A short fact, known and bound: solid line, the same neutral look for all of them. */
export function Chip({ icon, children }: ChipProps): ReactNode {
  return (
    <span className="chip">
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** A short remark about something not verified, sealed or not available yet: dashed line. */
export function Tag({ icon, children }: ChipProps): ReactNode {
  return (
    <span className="tag">
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type NoticeKind = 'plain' | 'ok' | 'warn' | 'danger';

const iconOfKind: Readonly<Record<NoticeKind, IconName>> = {
  plain: 'info',
  ok: 'check',
  warn: 'warning',
  danger: 'refused',
};

interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly icon?: IconName;
  /** Read out as soon as it appears. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

export function Notice({ kind = 'plain', icon, alert = false, children }: NoticeProps): ReactNode {
  return (
    <div className={`notice notice--${kind}`} {...(alert ? { role: 'alert' } : {})}>
      <Icon name={icon ?? iconOfKind[kind]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

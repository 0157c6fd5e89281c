import type { ComponentProps, ReactNode } from 'react';

export interface PanelProps extends ComponentProps<'section'> {
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
}

export function Panel({ head, foot, className = '', children, ...rest }: PanelProps): ReactNode {
  return (
    <section {...rest} className={`panel ${className}`}>
      {head !== undefined && <div className="panel-head">{head}</div>}
      {children}
      {foot !== undefined && <div className="panel-foot">{foot}</div>}
    </section>
  );
}

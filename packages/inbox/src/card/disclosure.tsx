import { type ReactNode, useState } from 'react';
import { Icon } from '../design/icon.tsx';

/** An optional closed section; its content is made when it is first opened. */
export function Disclosure({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <details className="disclosure" onToggle={event => event.currentTarget.open && setOpened(true)}>
      <summary>
        <Icon name="chevron-right" size={12} />
        {summary}
      </summary>
      {opened && <div className="disclosure-body">{children}</div>}
    </details>
  );
}

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './state-table.css';

/** How a state looks: a word, a shape and a colour. */
export interface StateLook {
  readonly word: string;
  readonly icon: IconName;
  readonly kind: 'no' | 'warn' | 'ok' | 'off';
}

/** A state, or what is said of several in this state. */
export function StateMark({
  look: { word, icon, kind },
  children = word,
}: {
  readonly look: StateLook;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <span className={`state-mark state-mark--${kind}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

/** The heads of the columns. A last column of buttons has its name for screen readers only. */
export function ColumnHeads({
  names,
  actions,
}: {
  readonly names: readonly string[];
  readonly actions?: string;
}): ReactNode {
  return (
    <thead>
      <tr>
        {names.map(name => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {actions !== undefined && (
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

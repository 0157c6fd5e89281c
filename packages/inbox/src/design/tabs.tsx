import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** How many are behind it; nothing is shown where that is not known. */
  readonly count?: number | string | null;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly value: Name;
  onChange(name: Name): void;
  /** What belongs to the chosen tab. */
  readonly children: ReactNode;
  readonly className?: string;
}

export function Tabs<Name extends string>(props: TabsProps<Name>): ReactNode {
  const { label, tabs, value, onChange, children, className = '' } = props;
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={name => {
        const chosen = tabs.find(tab => tab.name === name);
        if (chosen !== undefined) onChange(chosen.name);
      }}
      className="contents"
    >
      <RadixTabs.List className={`tabs ${className}`} aria-label={label}>
        {tabs.map(tab => (
          <RadixTabs.Trigger key={tab.name} value={tab.name} className="tab">
            {tab.label}
            {tab.count != null && <span className="tab-count">{tab.count}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(tab => (
        <RadixTabs.Content key={tab.name} value={tab.name} className="contents" tabIndex={-1}>
          {tab.name === value && children}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

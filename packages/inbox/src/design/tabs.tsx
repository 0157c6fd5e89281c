import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

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

/**
 * Tabs as the ARIA pattern has them: one is reached with Tab, arrows, Home and End choose. It is on the first screen, and a
 * library for it would be a twentieth of what a person waits for.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>): ReactNode {
  const { label, tabs, value, onChange, children, className = '' } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const choose = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === value);
    const next = placeFor(event.key, at, tabs.length);
    const chosen = next === null ? undefined : tabs[next];
    if (next === null || chosen === undefined) return;
    event.preventDefault();
    onChange(chosen.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-orientation="horizontal"
        aria-label={label}
        className={`tabs ${className}`}
        onKeyDown={choose}
      >
        {tabs.map(({ name, label: words, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}`}
            className="tab"
            aria-selected={name === value}
            aria-controls={`${id}panel`}
            data-state={name === value ? 'active' : 'inactive'}
            tabIndex={name === value ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {words}
            {count != null && <span className="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${value}`}
        className="contents"
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  );
}

/** Where a key leads from a tab, around the ends; null where it leads nowhere. */
function placeFor(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { hasMoved } from '../navigation/place.ts';

/** What the tab of the browser says; null leaves that to another part of the page. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Countersign`;
  }, [title]);
}

interface PageHeadingProps {
  readonly children: ReactNode;
  /** For the tab of the browser; null where another part of the page says it. */
  readonly title: string | null;
  readonly level?: 1 | 2;
  readonly className?: string;
}

/** The heading of a page. It gets the focus after a navigation, so that it is read out. */
export function PageHeading(props: PageHeadingProps): ReactNode {
  const { children, title, level = 1, className = '' } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (hasMoved()) heading.current?.focus();
  }, []);
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading ref={heading} tabIndex={-1} className={className}>
      {children}
    </Heading>
  );
}

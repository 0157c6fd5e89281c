import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { navigate } from './place.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this origin. */
  readonly to: string;
}

/** A real link, so that it can be copied and opened elsewhere; a plain click stays in the page. */
export function Link({ to, onClick, ...rest }: LinkProps): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={to} {...rest} onClick={follow} />;
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../data/session.ts';
import { frameText } from '../language/english/frame.ts';

const OpenedMenu = lazy(async () => ({
  default: (await import('./opened-menu.tsx')).OpenedMenu,
}));

/** Who is signed in. The menu behind it is no part of the first screen. */
export function AccountMenu({ onShortcuts }: { onShortcuts(): void }): ReactNode {
  const [asked, setAsked] = useState(false);
  const session = useSession();
  const name = session?.name ?? frameText.signedIn;
  const roles = session?.roles ?? [];
  const face = (
    <>
      <span className="face face--you" aria-hidden="true">
        {initials(name)}
      </span>
      <span className="visually-hidden">{frameText.accountOf}</span>
      <span className="account-words">
        <b>{name}</b>
        <small>{roles.length === 0 ? frameText.noRoles : roles.join(', ')}</small>
      </span>
    </>
  );
  const closed = (
    <button
      type="button"
      className="account"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setAsked(true)}
    >
      {face}
    </button>
  );
  if (!asked) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu onShortcuts={onShortcuts}>{face}</OpenedMenu>
    </Suspense>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]?.slice(0, 2)];
  return letters
    .map(word => (words.length > 1 ? [...(word ?? '')][0] : word))
    .join('')
    .toUpperCase();
}
